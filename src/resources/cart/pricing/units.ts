/** Pieces of items that cost alike, and what a discount makes of them. */
import { allocate } from '../../../money/allocate.js';
import { cents } from '../../../money/cents.js';
import { linePrice } from '../../../money/linePrice.js';
import { minus } from '../../../money/minus.js';
import { share } from '../../../money/share.js';
import { sum } from '../../../money/sum.js';
import type { Value } from '../../cartDiscount/value.js';
import type { DiscountPortion } from '../../order/discountedPrice.js';
import type { Money, TypedMoney } from '../../types/money.js';
import type { RoundingMode } from '../../types/tax.js';

/** `quantity` pieces at one price. A price that was discounted is in whole cents. */
export interface Units { readonly quantity: number; readonly value: TypedMoney; readonly portions: readonly DiscountPortion[] }

export type Discount = DiscountPortion['discount'];

const centsOf = (value: TypedMoney, rounding: RoundingMode): Money => linePrice(value, 1, rounding);

export const totalOf = ({ value, quantity }: Units, rounding: RoundingMode): Money => linePrice(value, quantity, rounding);

/** The amount of a discount in a currency; without one it does not apply there. */
export const amountOf = ({ money }: Value, currencyCode: string): Money | undefined => {
  const found = money?.find(each => each.currencyCode === currencyCode);
  return found && centsOf(found, 'HalfEven');
};

/** Pieces that cost `off` less each; nothing costs less than nothing. */
const lowered = (units: Units, off: Money, discount: Discount, rounding: RoundingMode): Units => {
  const price = centsOf(units.value, rounding);
  const most = Math.min(Math.max(off.centAmount, 0), Math.max(price.centAmount, 0));
  if (most === 0) return units;
  const discountedAmount = { ...off, centAmount: most };
  return { ...units, value: minus(price, discountedAmount), portions: [...units.portions, { discount, discountedAmount }] };
};

/** What one piece costs less; undefined where the discount has no amount in the currency. */
export const offPerPiece = (price: TypedMoney, value: Value, rounding: RoundingMode): Money | undefined => {
  if (value.type === 'relative') return share(centsOf(price, rounding), value.permyriad!, rounding);
  const amount = amountOf(value, price.currencyCode);
  return amount === undefined || value.type === 'absolute' ? amount : minus(centsOf(price, rounding), amount);
};

/** Every piece for itself. */
export const discountEach = (units: Units, value: Value, discount: Discount, rounding: RoundingMode): Units => {
  const off = offPerPiece(units.value, value, rounding);
  return off === undefined ? units : lowered(units, off, discount, rounding);
};

/** One amount off all pieces together: some cost a cent less than others. */
const spread = (units: Units, off: Money, discount: Discount, rounding: RoundingMode): Units[] => {
  const low = BigInt(off.centAmount) / BigInt(units.quantity);
  const more = Number(BigInt(off.centAmount) % BigInt(units.quantity));
  const part = (quantity: number, amount: bigint): Units[] => (quantity === 0 ? [] : [lowered({ ...units, quantity }, cents(off.currencyCode, amount), discount, rounding)]);
  return [...part(more, low + 1n), ...part(units.quantity - more, low)];
};

/** One amount off several groups of pieces, in proportion to what they cost, or to how many they are. */
export const discountTogether = (groups: readonly Units[], value: Value, discount: Discount, rounding: RoundingMode): Units[][] => {
  const totals = groups.map(units => totalOf(units, rounding));
  const currencyCode = totals[0]?.currencyCode ?? '';
  const amount = groups.length === 0 ? undefined : amountOf(value, currencyCode);
  if (amount === undefined) return groups.map(units => [units]);
  const all = sum(currencyCode, totals);
  const off = value.type === 'absolute' ? Math.min(amount.centAmount, all.centAmount) : all.centAmount - amount.centAmount;
  if (off <= 0) return groups.map(units => [units]);
  const weights = groups.map(({ quantity }, at) => (value.applicationMode === 'EvenDistribution' ? quantity : Math.max(0, totals[at]!.centAmount)));
  return allocate({ ...all, centAmount: off }, weights).map((part, at) => spread(groups[at]!, part, discount, rounding));
};
