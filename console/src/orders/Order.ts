/** The members of orders that their page shows. */
import type { Reference, Resource } from '../resources/Resource';
import type { Money } from '../values/format';

export interface LineItem {
  readonly id: string;
  readonly name: unknown;
  readonly slug?: string;
  readonly quantity: number;
  readonly variant?: { readonly sku?: string };
  readonly price?: { readonly value: Money };
  readonly money?: Money;
  readonly totalPrice: Money;
  readonly taxRate?: { readonly name: string; readonly amount: number };
}

interface DeliveryItem {
  readonly id: string;
  readonly quantity: number;
}

export interface Delivery {
  readonly id: string;
  readonly createdAt?: string;
  readonly items: readonly DeliveryItem[];
  readonly parcels?: readonly { readonly id: string; readonly trackingData?: Readonly<Record<string, unknown>> }[];
}

export interface ReturnInfo {
  readonly returnDate?: string;
  readonly returnTrackingId?: string;
  readonly items: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly lineItemId?: string;
    readonly customLineItemId?: string;
    readonly comment?: string;
    readonly shipmentState: string;
    readonly paymentState: string;
  }[];
}

export interface Order extends Resource {
  readonly orderState: string;
  readonly shipmentState?: string;
  readonly paymentState?: string;
  readonly lineItems: readonly LineItem[];
  readonly customLineItems?: readonly LineItem[];
  readonly totalPrice: Money;
  readonly taxedPrice?: {
    readonly totalNet: Money;
    readonly totalGross: Money;
    readonly taxPortions: readonly { readonly name?: string; readonly rate: number; readonly amount: Money }[];
  };
  readonly shippingAddress?: unknown;
  readonly billingAddress?: unknown;
  readonly shippingInfo?: {
    readonly shippingMethodName: string;
    readonly price: Money;
    readonly deliveries?: readonly Delivery[];
  };
  readonly paymentInfo?: { readonly payments: readonly Reference[] };
  readonly returnInfo?: readonly ReturnInfo[];
  readonly state?: Reference;
  readonly custom?: { readonly type: Reference; readonly fields: Readonly<Record<string, unknown>> };
}

export interface Payment extends Resource {
  readonly amountPlanned: Money;
  readonly paymentMethodInfo?: { readonly method?: string; readonly paymentInterface?: string };
  readonly transactions: readonly {
    readonly id: string;
    readonly type: string;
    readonly state: string;
    readonly amount: Money;
    readonly timestamp?: string;
  }[];
}

/** Line items and custom line items, in this order. */
export const itemsOf = ({ lineItems, customLineItems = [] }: Order): readonly LineItem[] => [
  ...lineItems,
  ...customLineItems,
];
