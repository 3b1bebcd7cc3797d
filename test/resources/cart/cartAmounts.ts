/** Amounts of carts, added up independently of the code under test. */
import { exactCents } from '../../../src/pricing/money.js';
import { roundToInteger } from '../../../src/pricing/rounding.js';
import type { Cart } from '../../../src/resources/cart/index.js';
import type { CustomLineItem } from '../../../src/resources/shared/customLineItem.js';
import type { LineItem } from '../../../src/resources/shared/lineItem.js';
import type { Money, TypedMoney } from '../../../src/schema/money.js';

export const cents = (amounts: readonly Money[]): bigint =>
  amounts.reduce((sum, { centAmount }) => sum + BigInt(centAmount), 0n);

export const itemsOf = ({ lineItems, customLineItems }: Cart): (LineItem | CustomLineItem)[] => [
  ...lineItems,
  ...customLineItems,
];

export const shippingCost = ({ shippingInfo }: Cart): Money[] =>
  shippingInfo === undefined ? [] : [shippingInfo.discountedPrice?.value ?? shippingInfo.price];

export const unitPrice = (item: LineItem | CustomLineItem): TypedMoney =>
  'money' in item ? item.money : (item.price.discounted?.value ?? item.price.value);

/** Returns the exact product, rounded once, without the functions under test. */
export const product = (unit: TypedMoney, pieces: number, mode: Cart['priceRoundingMode']): bigint =>
  BigInt(roundToInteger(exactCents(unit).times(pieces), mode).toFixed(0));

export const assert = (isTrue: boolean, message: string): void => {
  if (!isTrue) throw new Error(message);
};
