/** The resources that a cart is priced with, each with the members that pricing reads. */
import type { Static } from '@sinclair/typebox';
import type { DiscountTarget, DiscountValue } from '../schema/discount.js';
import type { Images } from '../schema/Image.js';
import type { LocalizedString } from '../schema/primitives.js';
import type { Price } from '../schema/price.js';
import type { ReferenceValue } from '../schema/reference.js';
import type { TaxRate } from '../schema/tax.js';
import type { Validity } from '../schema/validity.js';
import type { ShippingRate } from '../schema/shippingRate.js';

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

/** The maps are by id unless they say otherwise. */
export interface Catalogue {
  readonly products: ReadonlyMap<string, CatalogueProduct>;
  /** By SKU. */
  readonly standalonePrices: ReadonlyMap<string, readonly CataloguePrice[]>;
  readonly taxCategories: ReadonlyMap<string, CatalogueTaxCategory>;
  readonly shippingMethod?: CatalogueShippingMethod;
  readonly zones: ReadonlyMap<string, CatalogueZone>;
  /** Active discounts: those without a code, and those of the cart's codes. */
  readonly discounts: readonly CatalogueDiscount[];
  readonly discountCodes: ReadonlyMap<string, CatalogueDiscountCode>;
  /** Uses of discount codes, by `discountCodeCounters`. */
  readonly discountCodeUses: ReadonlyMap<string, number>;
  /** State of the pieces of a new gift; absent where no gift is given. */
  readonly initialState?: ReferenceValue<'state'>;
}
