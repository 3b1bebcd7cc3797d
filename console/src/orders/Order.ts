/** The members of orders that their page shows. */
import type { PricedLines } from '../lines/PricedLines';
import type { Reference } from '../api/Resource';
import { type Paid, type Payment, refundable } from '../payments/Payment';
import type { Money } from '../values/format';

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

export interface Order extends PricedLines, Paid {
  readonly orderState: string;
  readonly shipmentState?: string;
  readonly paymentState?: string;
  readonly customerId?: string;
  readonly customerEmail?: string;
  readonly cart?: Reference;
  readonly quote?: Reference;
  readonly shippingInfo?: PricedLines['shippingInfo'] & { readonly deliveries?: readonly Delivery[] };
  readonly returnInfo?: readonly ReturnInfo[];
  readonly state?: Reference;
}

export const priceOf = ({ taxedPrice, totalPrice }: PricedLines): Money => taxedPrice?.totalGross ?? totalPrice;

/** Returns the part of the price that is not paid by these payments. */
export const openAmount = (order: Order, payments: readonly Payment[]): number =>
  priceOf(order).centAmount - payments.reduce((sum, payment) => sum + refundable(payment), 0);
