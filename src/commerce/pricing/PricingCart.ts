import type { KeyReferenceValue, ReferenceValue } from '../../engine/schema/reference.js';
import type {
  DirectDiscount,
  DiscountCodeInfo,
  DiscountedPrice,
  DiscountedPricePerQuantity,
  DiscountOnTotalPrice,
  DiscountTypeCombination,
} from '../values/discount.js';
import type { Money, TypedMoney } from '../values/money.js';
import type { Price } from '../values/price.js';
import type { RoundingMode, TaxCalculationMode, TaxedPrice, TaxMode, TaxRate } from '../values/tax.js';
import type { Context } from '../../engine/define/Context.js';
import type { Catalogue } from './Catalogue.js';

// The members of carts that prices are computed from; resource types hold more of them.

/** The members that line items and custom line items have in common. */
export interface PricingItem {
  readonly id: string;
  readonly quantity: number;
  readonly totalPrice: Money;
  readonly discountedPricePerQuantity: DiscountedPricePerQuantity;
  readonly taxRate?: TaxRate;
  readonly taxedPrice?: TaxedPrice;
}

export interface PricingLineItem extends PricingItem {
  /** Absent where the item comes with a name, a price and a tax rate instead of a product. */
  readonly productId?: string;
  readonly variant: { readonly id: number };
  readonly price: Price;
  readonly distributionChannel?: ReferenceValue<'channel'>;
  readonly recurrenceInfo?: { readonly recurrencePolicy: ReferenceValue<'recurrence-policy'> };
  readonly priceMode: 'Platform' | 'ExternalPrice' | 'ExternalTotal';
  readonly lineItemMode: 'Standard' | 'GiftLineItem';
}

export interface PricingCustomLineItem extends PricingItem {
  readonly money: TypedMoney;
  readonly taxCategory?: ReferenceValue<'tax-category'>;
  readonly priceMode: 'Standard' | 'External';
}

export interface PricingShippingInfo {
  readonly shippingMethodName: string;
  readonly price: Money;
  readonly shippingRate: { readonly price: Money; readonly freeAbove?: Money; readonly tiers: unknown[] };
  readonly discountedPrice?: DiscountedPrice;
  readonly taxCategory?: ReferenceValue<'tax-category'>;
  readonly taxRate?: TaxRate;
  readonly taxedPrice?: TaxedPrice;
  readonly shippingMethod?: ReferenceValue<'shipping-method'>;
  readonly shippingMethodState: 'MatchesCart' | 'DoesNotMatchCart';
}

/** Items and shipping info have further members, which pricing copies as they are. */
export interface PricingCart {
  readonly lineItems: readonly PricingLineItem[];
  readonly customLineItems: readonly PricingCustomLineItem[];
  readonly shippingInfo?: PricingShippingInfo;
  readonly shippingAddress?: { readonly country: string; readonly state?: string };
  readonly shippingRateInput?: { readonly type: string; readonly key?: string; readonly score?: number };
  readonly customerId?: string;
  readonly customerEmail?: string;
  readonly customerGroup?: ReferenceValue<'customer-group'>;
  readonly store?: KeyReferenceValue<'store'>;
  readonly country?: string;
  readonly totalPrice: Money;
  readonly taxedPrice?: TaxedPrice;
  readonly discountOnTotalPrice?: DiscountOnTotalPrice;
  readonly discountTypeCombination?: DiscountTypeCombination;
  readonly discountCodes: readonly DiscountCodeInfo[];
  readonly directDiscounts: readonly DirectDiscount[];
  readonly refusedGifts: readonly ReferenceValue<'cart-discount'>[];
  readonly taxMode: TaxMode;
  readonly taxCalculationMode: TaxCalculationMode;
  readonly taxRoundingMode: RoundingMode;
  readonly priceRoundingMode: RoundingMode;
  readonly cartState: string;
  readonly freezeStrategy?: string;
}

/** The amounts of a cart that must be looked up again. Others keep the value that was found before. */
export interface Staleness {
  readonly isPriceStale: (item: PricingLineItem) => boolean;
  /** Takes the id of a line item or a custom line item. */
  readonly isTaxRateStale: (id: string) => boolean;
  /** True if nothing changed that the amounts of a line item without discounts depend on, so that they stay. */
  readonly hasSameAmounts: (item: PricingLineItem) => boolean;
  readonly isShippingStale: boolean;
  /** True if line items take over the current names and variants of their products. */
  readonly updatesProductData: boolean;
}

/** All data that the amounts of a cart are computed from. */
export interface PricingInput {
  readonly cart: PricingCart;
  /** The cart as it is stored; absent on creation. */
  readonly before?: PricingCart;
  readonly staleness: Staleness;
  readonly catalogue: Catalogue;
  readonly context: Context;
  /** True if a selected shipping method that does not fit is removed instead of refused. */
  readonly removesUnavailable?: boolean;
}
