/** The members of orders that their page shows. */
import type { PricedLines } from '../lines/PricedLines';
import type { Reference, Resource } from '../api/Resource';
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

export interface Order extends PricedLines {
  readonly orderState: string;
  readonly shipmentState?: string;
  readonly paymentState?: string;
  readonly customerId?: string;
  readonly customerEmail?: string;
  readonly cart?: Reference;
  readonly quote?: Reference;
  readonly shippingInfo?: PricedLines['shippingInfo'] & { readonly deliveries?: readonly Delivery[] };
  readonly paymentInfo?: { readonly payments: readonly Reference[] };
  readonly returnInfo?: readonly ReturnInfo[];
  readonly state?: Reference;
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

/** What was charged and not refunded, in the smallest unit of the currency. */
export const refundable = ({ transactions }: Payment): number =>
  transactions.reduce((sum, { type, state, amount }) => {
    if (state === 'Failure') return sum;
    if (type === 'Charge') return sum + amount.centAmount;
    return type === 'Refund' ? sum - amount.centAmount : sum;
  }, 0);
