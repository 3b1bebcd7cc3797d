/** Computes the refund for returned items. */
import { itemsOf, type LineItem } from '../lines/PricedLines';
import type { Order, ReturnInfo } from './Order';

export type ReturnItem = ReturnInfo['items'][number];

export interface RefundedItem {
  readonly item: ReturnItem;
  /** The amount in the smallest unit of the currency. */
  readonly centAmount: number;
}

/** Returns the share of each price that remains after the discount on the total: 0.9 for a discount of a tenth. */
const shareOf = ({ discountOnTotalPrice, taxedPrice, totalPrice }: Order): number => {
  if (discountOnTotalPrice === undefined) return 1;
  const { discountedAmount, discountedGrossAmount = discountedAmount } = discountOnTotalPrice;
  const [total, discount] =
    taxedPrice === undefined
      ? [totalPrice.centAmount, discountedAmount.centAmount]
      : [taxedPrice.totalGross.centAmount, discountedGrossAmount.centAmount];
  return total + discount === 0 ? 1 : total / (total + discount);
};

/** Returns the price of all pieces of an item for the buyer, with taxes. */
const grossOf = ({ taxedPrice, totalPrice, taxRate }: LineItem): number => {
  if (taxedPrice !== undefined) return taxedPrice.totalGross.centAmount;
  return totalPrice.centAmount * (taxRate?.includedInPrice === false ? 1 + taxRate.amount : 1);
};

/**
 * Returns what the buyer paid for each returned item, with its part of discounts and taxes. The parts of an item in
 * several returns add up to its whole price.
 */
const paidForReturns = (order: Order): readonly RefundedItem[] => {
  const items = new Map(itemsOf(order).map(item => [item.id, item]));
  const share = shareOf(order);
  const returned = new Map<string, number>();
  return (order.returnInfo ?? []).flatMap(info =>
    info.items.flatMap((item): RefundedItem[] => {
      const id = item.lineItemId ?? item.customLineItemId ?? '';
      const line = items.get(id);
      if (line === undefined) return [];
      const before = returned.get(id) ?? 0;
      returned.set(id, before + item.quantity);
      const upTo = (quantity: number): number => Math.round((grossOf(line) * share * quantity) / line.quantity);
      return [{ item, centAmount: upTo(before + item.quantity) - upTo(before) }];
    }),
  );
};

/** Returns the returned items that have arrived but are not refunded yet. */
export const refundDue = (order: Order): readonly RefundedItem[] =>
  paidForReturns(order).filter(({ item }) => item.paymentState === 'Initial');
