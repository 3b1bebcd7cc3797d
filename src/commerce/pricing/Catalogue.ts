/** The resources that a cart is priced with, each with the members that pricing reads. */
import type { Static } from '@sinclair/typebox';
import type { LocalizedString } from '../../engine/schema/primitives.js';
import type { ReferenceValue } from '../../engine/schema/reference.js';
import type { DiscountTarget, DiscountValue } from '../values/discount.js';
import type { Images, Price } from '../values/price.js';
import type { ShippingRate } from '../values/shippingRate.js';
import type { TaxRate } from '../values/tax.js';
import type { Validity } from '../values/validity.js';

export interface CatalogueVariant {
  readonly id: number;
  readonly sku?: string;
  readonly key?: string;
  readonly prices: readonly Price[];
  readonly attributes?: { name: string; value: unknown }[];
  readonly images?: Static<typeof Images>;
  readonly assets?: unknown[];
}

export interface CatalogueProduct {
  readonly id: string;
  readonly key?: string;
  readonly productType: ReferenceValue<'product-type'>;
  readonly taxCategory?: ReferenceValue<'tax-category'>;
  readonly priceMode: 'Embedded' | 'Standalone';
  readonly masterData: {
    readonly published: boolean;
    readonly current: {
      readonly categories?: readonly ReferenceValue<'category'>[];
      readonly name: Static<typeof LocalizedString>;
      readonly slug: Static<typeof LocalizedString>;
      readonly masterVariant: CatalogueVariant;
      readonly variants: readonly CatalogueVariant[];
    };
  };
}

export interface CataloguePrice extends Price {
  readonly active: boolean;
}

export interface CatalogueTaxCategory {
  readonly id: string;
  readonly rates: readonly TaxRate[];
}

export interface CatalogueShippingMethod {
  readonly name: string;
  readonly active: boolean;
  readonly predicate?: string;
  readonly stores?: readonly { readonly key: string }[];
  readonly taxCategory: ReferenceValue<'tax-category'>;
  readonly zoneRates: readonly {
    readonly zone: ReferenceValue<'zone'>;
    readonly shippingRates: readonly ShippingRate[];
  }[];
}

export interface CatalogueZone {
  readonly locations: readonly { readonly country: string; readonly state?: string }[];
}

export interface CatalogueDiscount extends Validity {
  readonly id: string;
  readonly value: DiscountValue;
  readonly target?: DiscountTarget;
  readonly cartPredicate: string;
  readonly stores: readonly { readonly key: string }[];
  readonly isActive: boolean;
  readonly requiresDiscountCode: boolean;
  readonly sortOrder: string;
  readonly stackingMode: 'Stacking' | 'StopAfterThisDiscount';
  readonly recurringOrderScope?: { readonly type: string };
  readonly discountGroup?: ReferenceValue<'discount-group'>;
}

export interface CatalogueDiscountGroup {
  readonly isActive: boolean;
  readonly sortOrder: string;
}

export interface CatalogueDiscountCode extends Validity {
  readonly id: string;
  readonly code: string;
  readonly isActive: boolean;
  readonly cartPredicate?: string;
  readonly cartDiscounts: readonly ReferenceValue<'cart-discount'>[];
  readonly maxApplications?: number;
  readonly maxApplicationsPerCustomer?: number;
}

/** A category of a product, as predicates name it. */
interface CatalogueCategory {
  readonly id: string;
  readonly key?: string;
}

/** The categories of a product, and these together with their ancestors. */
export interface CatalogueCategories {
  readonly categories: readonly CatalogueCategory[];
  readonly categoriesWithAncestors: readonly CatalogueCategory[];
}

/** Members of other resources that predicates name, as far as they were read. */
export interface PredicateReferences {
  /** Keys by the ids of their resources. */
  readonly keys: ReadonlyMap<string, string | undefined>;
  /** The ids of the ancestors of categories, by the id of the category. */
  readonly ancestors?: ReadonlyMap<string, readonly string[]>;
  readonly customer?: object;
  /** The categories of products, by the id of the product; absent if no predicate names categories. */
  readonly categories?: ReadonlyMap<string, CatalogueCategories>;
}

export const noReferences: PredicateReferences = { keys: new Map() };

export interface CatalogueCustomer {
  readonly customerGroup?: ReferenceValue<'customer-group'>;
  readonly groupIds: readonly string[];
}

/** The discounts on products (`ProductDiscounts`). */
interface CataloguePriceDiscounts {
  /** Returns the price with the discount that applies to it. */
  apply(
    price: Price,
    variant: {
      readonly product: CatalogueProduct;
      readonly categories: readonly ReferenceValue<'category'>[];
      readonly variant: CatalogueVariant;
    },
  ): Price;
}

/** The maps are by id unless they say otherwise. */
export interface Catalogue {
  readonly products: ReadonlyMap<string, CatalogueProduct>;
  /** Standalone prices by SKU. */
  readonly standalonePrices: ReadonlyMap<string, readonly CataloguePrice[]>;
  readonly taxCategories: ReadonlyMap<string, CatalogueTaxCategory>;
  readonly shippingMethod?: CatalogueShippingMethod;
  readonly zones: ReadonlyMap<string, CatalogueZone>;
  /** Active discounts: those that need no code, and those of the codes of the cart. */
  readonly discounts: readonly CatalogueDiscount[];
  readonly discountGroups: ReadonlyMap<string, CatalogueDiscountGroup>;
  /** Absent if no price is looked up, and in projects without discounts on products. */
  readonly productDiscounts?: CataloguePriceDiscounts;
  readonly discountCodes: ReadonlyMap<string, CatalogueDiscountCode>;
  /** Uses of discount codes, by the names that `discountCodeCounters` returns. */
  readonly discountCodeUses: ReadonlyMap<string, number>;
  readonly customer?: CatalogueCustomer;
  /** Members of other resources that predicates read; absent if they read none. */
  readonly references?: PredicateReferences;
  /** The State of the pieces of a new gift; absent if no gift is given. */
  readonly initialState?: ReferenceValue<'state'>;
}
