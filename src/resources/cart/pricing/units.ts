/** Pieces of items that cost alike, and what a discount makes of them. */
import { allocate } from '../../../pricing/allocate.js';
import type { DiscountValue } from '../../shared/discountValue.js';
import type { DiscountPortion } from '../../../schema/discountedPrice.js';
import type { Money, TypedMoney } from '../../../schema/money.js';
import type { RoundingMode } from '../../../schema/tax.js';
import { linePrice, moneyOfCents, permyriadShare, subtract, sum } from '../../../pricing/money.js';

/** `quantity` pieces at one price. A price that was discounted is in whole cents. */
export interface Units {
  readonly quantity: number;
  readonly value: TypedMoney;
  readonly portions: readonly DiscountPortion[];
}

export type Discount = DiscountPortion['discount'];

/** Whole cents are not computed again, however many discounts ask. */
const centsOf = (value: TypedMoney, rounding: RoundingMode): Money =>
  value.type === 'highPrecision' ? linePrice(value, 1, rounding) : value;

export const totalOf = ({ value, quantity }: Units, rounding: RoundingMode): Money =>
  linePrice(value, quantity, rounding);

/** The amount of a discount in a currency; without one it does not apply there. */
export const amountOf = ({ money }: DiscountValue, currencyCode: string): Money | undefined => {
  const found = money?.find(each => each.currencyCode === currencyCode);
  return found && centsOf(found, 'HalfEven');
};

/** Pieces that cost `off` less each; nothing costs less than nothing. */
const lowered = (units: Units, off: Money, discount: Discount, rounding: RoundingMode): Units => {
  const price = centsOf(units.value, rounding);
  const most = Math.min(Math.max(off.centAmount, 0), Math.max(price.centAmount, 0));
  if (most === 0) return units;
  const discountedAmount = { ...off, centAmount: most };
  return {
    ...units,
    value: subtract(price, discountedAmount),
    portions: [...units.portions, { discount, discountedAmount }],
  };
};

/** What one piece costs less; undefined where the discount has no amount in the currency. */
export const offPerPiece = (price: TypedMoney, value: DiscountValue, rounding: RoundingMode): Money | undefined => {
  if (value.type === 'relative') return permyriadShare(centsOf(price, rounding), value.permyriad!, rounding);
  const amount = amountOf(value, price.currencyCode);
  return amount === undefined || value.type === 'absolute' ? amount : subtract(centsOf(price, rounding), amount);
};

/** Every piece for itself. */
export const discountEach = (units: Units, value: DiscountValue, discount: Discount, rounding: RoundingMode): Units => {
  const off = offPerPiece(units.value, value, rounding);
  return off === undefined ? units : lowered(units, off, discount, rounding);
};

/** The pieces of one line: groups of pieces that cost alike. */
export type Groups = readonly Units[];

/** So many portions all lines of a cart may come to before discounts stop splitting groups of pieces. */
const portionsMax = 50_000;

const mayBeSplit = (groups: Groups, lines: number): boolean =>
  groups.reduce((all, { portions }) => all + portions.length, 0) * lines <= portionsMax;

/**
 * Part of `amount` for every piece of a line, by what it costs or alike. The cents that are left over go to the first pieces in the
 * order of the groups, so that a discount splits one group at most: `k` of them make `k + 1` groups. Where there are too many
 * already, a group is not split any more, and gets the cents only if there is one for each of its pieces.
 */
const dealt = (
  groups: Groups,
  amount: Money,
  isEven: boolean,
  isSplit: boolean,
  discount: Discount,
  rounding: RoundingMode,
): Units[] => {
  const prices = groups.map(({ value }) => BigInt(Math.max(0, centsOf(value, rounding).centAmount)));
  const weights = prices.map(price => (isEven ? 1n : price));
  const total = groups.reduce((all, { quantity }, at) => all + BigInt(quantity) * weights[at]!, 0n);
  if (total === 0n) return [...groups];
  const bases = weights.map(weight => (BigInt(amount.centAmount) * weight) / total);
  let left =
    BigInt(amount.centAmount) - groups.reduce((all, { quantity }, at) => all + BigInt(quantity) * bases[at]!, 0n);
  return groups.flatMap((units, at) => {
    const part = (quantity: number, off: bigint): Units[] =>
      quantity === 0
        ? []
        : [lowered({ ...units, quantity }, moneyOfCents(amount.currencyCode, off), discount, rounding)];
    const fitting = bases[at]! >= prices[at]! ? 0 : left < BigInt(units.quantity) ? Number(left) : units.quantity;
    const more = fitting === units.quantity || isSplit ? fitting : 0;
    left -= BigInt(more);
    return [...part(more, bases[at]! + 1n), ...part(units.quantity - more, bases[at]!)];
  });
};

/** One amount off several lines, in proportion to what they cost, or to how many pieces they are. */
export const discountTogether = (
  lines: readonly Groups[],
  value: DiscountValue,
  discount: Discount,
  rounding: RoundingMode,
): Groups[] => {
  const currencyCode = lines[0]?.[0]?.value.currencyCode ?? '';
  const amount = lines.length === 0 ? undefined : amountOf(value, currencyCode);
  if (amount === undefined) return [...lines];
  const totals = lines.map(groups =>
    sum(
      currencyCode,
      groups.map(units => totalOf(units, rounding)),
    ),
  );
  const all = sum(currencyCode, totals);
  const off =
    value.type === 'absolute' ? Math.min(amount.centAmount, all.centAmount) : all.centAmount - amount.centAmount;
  if (off <= 0) return [...lines];
  const isEven = value.applicationMode === 'EvenDistribution';
  const weights = lines.map((groups, at) =>
    isEven ? groups.reduce((pieces, { quantity }) => pieces + quantity, 0) : Math.max(0, totals[at]!.centAmount),
  );
  return allocate({ ...all, centAmount: off }, weights).map((part, at) =>
    dealt(lines[at]!, part, isEven, mayBeSplit(lines[at]!, lines.length), discount, rounding),
  );
};
