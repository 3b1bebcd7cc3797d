/** Groups of pieces that cost the same, and the effect of a discount on them. */
import type { DiscountPortion, DiscountValue } from '../schema/discount.js';
import type { Money, TypedMoney } from '../schema/money.js';
import type { RoundingMode } from '../schema/tax.js';
import { allocate } from './allocate.js';
import { linePrice, moneyOfCents, permyriadShare, subtract, sum } from './money.js';

/** `quantity` pieces with the price `value` each. After a discount the price is in whole cents. */
export interface PieceGroup {
  readonly quantity: number;
  readonly value: TypedMoney;
  readonly portions: readonly DiscountPortion[];
}

/** All pieces of one line. */
export type PieceGroups = readonly PieceGroup[];

export type DiscountReference = DiscountPortion['discount'];

/** One discount, and how its amounts round. */
export interface DiscountStep {
  readonly discount: DiscountReference;
  readonly value: DiscountValue;
  readonly rounding: RoundingMode;
}

/** Returns an amount of whole cents as it is, however many discounts call it. */
const inWholeCents = (value: TypedMoney, rounding: RoundingMode): Money =>
  value.type === 'highPrecision' ? linePrice(value, 1, rounding) : value;

export const groupTotal = ({ value, quantity }: PieceGroup, rounding: RoundingMode): Money =>
  linePrice(value, quantity, rounding);

/** The amount of a discount in a currency. A discount without an amount in a currency does not apply there. */
const discountAmountIn = ({ money }: DiscountValue, currencyCode: string): Money | undefined => {
  const found = money?.find(each => each.currencyCode === currencyCode);
  return found && inWholeCents(found, 'HalfEven');
};

/** Lowers the price of each piece by `reduction`, at most to 0. */
const reducePrice = (group: PieceGroup, reduction: Money, { discount, rounding }: DiscountStep): PieceGroup => {
  const price = inWholeCents(group.value, rounding);
  const centAmount = Math.min(Math.max(reduction.centAmount, 0), Math.max(price.centAmount, 0));
  if (centAmount === 0) return group;
  const discountedAmount = { ...reduction, centAmount };
  return {
    ...group,
    value: subtract(price, discountedAmount),
    portions: [...group.portions, { discount, discountedAmount }],
  };
};

/** The reduction of one piece; undefined where the discount has no amount in the currency. */
const reductionPerPiece = (price: TypedMoney, { value, rounding }: DiscountStep): Money | undefined => {
  if (value.type === 'relative') return permyriadShare(inWholeCents(price, rounding), value.permyriad ?? 0, rounding);
  const amount = discountAmountIn(value, price.currencyCode);
  return amount === undefined || value.type === 'absolute' ? amount : subtract(inWholeCents(price, rounding), amount);
};

/** Applies a discount to each piece of a group. */
export const discountPieces = (group: PieceGroup, step: DiscountStep): PieceGroup => {
  const reduction = reductionPerPiece(group.value, step);
  return reduction === undefined ? group : reducePrice(group, reduction, step);
};

/** Bounds the portions of all lines of a cart: beyond it, discounts split no more groups. */
const portionsMax = 50_000;

const maySplit = (groups: PieceGroups, lineCount: number): boolean =>
  groups.reduce((all, { portions }) => all + portions.length, 0) * lineCount <= portionsMax;

interface Distribution {
  readonly amount: Money;
  /** Every piece gets the same part; otherwise a part in proportion to its price. */
  readonly isEven: boolean;
  readonly maySplit: boolean;
}

/** A group with the part of an amount that each of its pieces gets, in cents. */
interface PieceShare {
  readonly group: PieceGroup;
  readonly price: bigint;
  readonly base: bigint;
}

/**
 * Distributes an amount over the pieces of one line. The cents that are left over go to the first pieces in the order
 * of the groups, so that a discount splits one group at most: `k` of them make `k + 1` groups. A group that may not be
 * split gets a cent more only if there is one for each of its pieces.
 */
const distributeOverPieces = (
  groups: PieceGroups,
  { amount, isEven, maySplit: isSplit }: Distribution,
  step: DiscountStep,
): PieceGroup[] => {
  const total = BigInt(amount.centAmount);
  const weighed = groups.map(group => {
    const price = BigInt(Math.max(0, inWholeCents(group.value, step.rounding).centAmount));
    return { group, price, weight: isEven ? 1n : price };
  });
  const whole = weighed.reduce((all, { group, weight }) => all + BigInt(group.quantity) * weight, 0n);
  if (whole === 0n) return [...groups];
  const shares: PieceShare[] = weighed.map(({ group, price, weight }) => ({
    group,
    price,
    base: (total * weight) / whole,
  }));
  let left = total - shares.reduce((all, { group, base }) => all + BigInt(group.quantity) * base, 0n);
  return shares.flatMap(({ group, price, base }) => {
    const part = (quantity: number, cents: bigint): PieceGroup[] =>
      quantity === 0 ? [] : [reducePrice({ ...group, quantity }, moneyOfCents(amount.currencyCode, cents), step)];
    const fitting = base >= price ? 0 : left < BigInt(group.quantity) ? Number(left) : group.quantity;
    const more = fitting === group.quantity || isSplit ? fitting : 0;
    left -= BigInt(more);
    return [...part(more, base + 1n), ...part(group.quantity - more, base)];
  });
};

/** Distributes one amount over several lines, in proportion to their totals or to their numbers of pieces. */
export const distributeDiscount = (lines: readonly PieceGroups[], step: DiscountStep): PieceGroups[] => {
  const { value, rounding } = step;
  const currencyCode = lines[0]?.[0]?.value.currencyCode ?? '';
  const amount = lines.length === 0 ? undefined : discountAmountIn(value, currencyCode);
  if (amount === undefined) return [...lines];
  const totals = lines.map(groups =>
    sum(
      currencyCode,
      groups.map(group => groupTotal(group, rounding)),
    ),
  );
  const all = sum(currencyCode, totals);
  const reduction =
    value.type === 'absolute' ? Math.min(amount.centAmount, all.centAmount) : all.centAmount - amount.centAmount;
  if (reduction <= 0) return [...lines];
  const isEven = value.applicationMode === 'EvenDistribution';
  const weights = isEven
    ? lines.map(groups => groups.reduce((pieces, { quantity }) => pieces + quantity, 0))
    : totals.map(({ centAmount }) => Math.max(0, centAmount));
  const parts = allocate({ ...all, centAmount: reduction }, weights);
  return lines.map((groups, at) => {
    const part = parts[at];
    return part === undefined
      ? groups
      : distributeOverPieces(groups, { amount: part, isEven, maySplit: maySplit(groups, lines.length) }, step);
  });
};
