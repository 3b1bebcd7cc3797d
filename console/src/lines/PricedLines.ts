/** The common members of carts and orders: lines with prices, totals and addresses. */
import type { Reference, Resource } from '../api/Resource';
import type { Money } from '../values/format';

/** The amount of one discount. */
export interface DiscountPortion {
  readonly discount: Reference;
  readonly discountedAmount: Money;
}

export interface LineItem {
  readonly id: string;
  readonly name: unknown;
  readonly slug?: string;
  /** Absent for custom line items, and for imported ones. */
  readonly productId?: string;
  readonly quantity: number;
  readonly inventoryMode?: string;
  readonly variant?: { readonly sku?: string };
  readonly price?: {
    readonly value: Money;
    readonly discounted?: { readonly value: Money; readonly discount: Reference };
  };
  readonly discountedPricePerQuantity?: readonly {
    readonly quantity: number;
    readonly discountedPrice: { readonly includedDiscounts: readonly DiscountPortion[] };
  }[];
  readonly money?: Money;
  readonly totalPrice: Money;
  readonly taxedPrice?: { readonly totalGross: Money };
  readonly taxRate?: { readonly name: string; readonly amount: number; readonly includedInPrice?: boolean };
}

export interface PricedLines extends Resource {
  readonly inventoryMode?: string;
  readonly lineItems: readonly LineItem[];
  readonly customLineItems?: readonly LineItem[];
  readonly totalPrice: Money;
  readonly taxedPrice?: {
    readonly totalNet: Money;
    readonly totalGross: Money;
    readonly taxPortions: readonly { readonly name?: string; readonly rate: number; readonly amount: Money }[];
  };
  readonly discountOnTotalPrice?: {
    readonly discountedAmount: Money;
    readonly discountedGrossAmount?: Money;
    readonly includedDiscounts?: readonly DiscountPortion[];
  };
  readonly discountCodes?: readonly { readonly discountCode: Reference; readonly state: string }[];
  readonly shippingAddress?: unknown;
  readonly billingAddress?: unknown;
  readonly shippingInfo?: {
    readonly shippingMethodName: string;
    readonly price: Money;
    readonly discountedPrice?: { readonly value: Money; readonly includedDiscounts: readonly DiscountPortion[] };
  };
  readonly custom?: { readonly type: Reference; readonly fields: Readonly<Record<string, unknown>> };
}

/** Returns line items and custom line items, in this order. */
export const itemsOf = ({ lineItems, customLineItems = [] }: PricedLines): readonly LineItem[] => [
  ...lineItems,
  ...customLineItems,
];
