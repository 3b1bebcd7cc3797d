/** Groups of pieces that cost the same, and the effect of a discount on them. */
import { BigNumber } from 'bignumber.js';
import type { DiscountPortion, DiscountValue } from '../values/discount.js';
import { type Money, type TypedMoney, zero } from '../values/money.js';
import type { RoundingMode } from '../values/tax.js';
import {
  allocate,
  compareAmounts,
  difference,
  exactCents,
  linePrice,
  moneyOfCents,
  moneyOfUnits,
  roundToInteger,
  subtract,
  sum,
  unitsOf,
  unitsWithDigits,
  withoutShare,
} from './moneyArithmetic.js';

/** `quantity` pieces with the price `value` each. A discount leaves the price as many digits as it had. */
export interface PieceGroup {
  readonly quantity: number;
  readonly value: TypedMoney;
  readonly portions: readonly DiscountPortion[];
}

/** All pieces of one line. */
export type PieceGroups = readonly PieceGroup[];

export type DiscountReference = DiscountPortion['discount'];

/** One discount with the rounding mode of its amounts. */
export interface DiscountStep {
  readonly discount: DiscountReference;
  readonly value: DiscountValue;
  readonly rounding: RoundingMode;
}

/**
 * The price of each group. Fractions of a cent are rounded where they sum up: the prices of the first groups are always
 * their exact sum, rounded once.
 */
export const groupPrices = (groups: PieceGroups, rounding: RoundingMode): Money[] => {
  if (groups.length === 1 || groups.every(({ value }) => value.type === 'centPrecision'))
    return groups.map(({ value, quantity }) => linePrice(value, quantity, rounding));
  let exact = new BigNumber(0);
  let before = 0;
  return groups.map(({ value, quantity }) => {
    exact = exact.plus(exactCents(value).times(quantity));
    const all = moneyOfCents(value.currencyCode, roundToInteger(exact, rounding));
    const price = moneyOfCents(value.currencyCode, BigInt(all.centAmount) - BigInt(before));
    before = all.centAmount;
    return price;
  });
};

/** The price of all pieces of a line, rounded once. */
export const lineTotal = (groups: PieceGroups, currencyCode: string, rounding: RoundingMode): Money =>
  sum(currencyCode, groupPrices(groups, rounding));

/** The amount of a discount in a currency. A discount without an amount in a currency does not apply there. */
const discountAmountIn = ({ money }: DiscountValue, currencyCode: string): TypedMoney | undefined =>
  money?.find(each => each.currencyCode === currencyCode);

const isNegative = (amount: TypedMoney): boolean => unitsOf(amount) < 0;

/** Lowers the price of each piece to `price`, at least to 0. A price that is not lower changes nothing. */
const lowerPrice = (group: PieceGroup, price: TypedMoney, { discount }: DiscountStep): PieceGroup => {
  const value = isNegative(price) ? moneyOfUnits(price.currencyCode, 0, price.fractionDigits) : price;
  if (compareAmounts(value, group.value) >= 0) return group;
  const discountedAmount = difference(group.value, value);
  return { ...group, value, portions: [...group.portions, { discount, discountedAmount }] };
};

/** The price of one piece after a discount; undefined where the discount has no amount in the currency. */
const discountedPiecePrice = (price: TypedMoney, { value, rounding }: DiscountStep): TypedMoney | undefined => {
  if (value.type === 'relative') return withoutShare(price, value.permyriad ?? 0, rounding);
  const amount = discountAmountIn(value, price.currencyCode);
  return amount === undefined || value.type === 'fixed' ? amount : difference(price, amount);
};

/** Applies a discount to each piece of a group. */
export const discountPieces = (group: PieceGroup, step: DiscountStep): PieceGroup => {
  const price = discountedPiecePrice(group.value, step);
  return price === undefined ? group : lowerPrice(group, price, step);
};

/** Bounds the portions of all lines of a cart: beyond it, discounts split no more groups. */
const portionsMax = 50_000;

const maySplit = (groups: PieceGroups, lineCount: number): boolean =>
  groups.reduce((all, { portions }) => all + portions.length, 0) * lineCount <= portionsMax;

interface Distribution {
  readonly amount: Money;
  /** True if every piece gets the same part; otherwise the part is in proportion to the price of the piece. */
  readonly isEven: boolean;
  readonly maySplit: boolean;
}

/** A group with the part of an amount that each of its pieces gets, in units of the line's precision. */
interface PieceShare {
  readonly group: PieceGroup;
  readonly price: bigint;
  readonly base: bigint;
  /** The remainder of the division, which decides the pieces that get a unit more. */
  readonly remainder: bigint;
}

interface WeighedGroup {
  readonly group: PieceGroup;
  readonly price: bigint;
  readonly weight: bigint;
}

const weightOf = (groups: readonly WeighedGroup[]): bigint =>
  groups.reduce((all, { group, weight }) => all + BigInt(group.quantity) * weight, 0n);

/** The groups whose pieces cost at least their part, and the amount that the others leave for them. */
const splitBearing = (groups: readonly WeighedGroup[], amount: bigint) => {
  let bearing = groups;
  let left = amount;
  for (;;) {
    const whole = weightOf(bearing);
    const spent = bearing.filter(({ price, weight }) => price === 0n || price * whole < left * weight);
    if (spent.length === 0) return { bearing, left };
    bearing = bearing.filter(each => !spent.includes(each));
    for (const { group, price } of spent) left -= BigInt(group.quantity) * price;
  }
};

/**
 * Distributes an amount over the pieces of one line, in cents, or in fractions of a cent where prices have them. The
 * units that are left over go to the pieces with the largest remainders, so that a discount splits one group at most:
 * `k` of them make `k + 1` groups. A group that may not be split gets a unit more only if there is one for each of
 * its pieces.
 */
const distributeOverPieces = (
  groups: PieceGroups,
  { amount, isEven, maySplit: isSplit }: Distribution,
  step: DiscountStep,
): PieceGroup[] => {
  const digits = groups.reduce((most, { value }) => Math.max(most, value.fractionDigits), amount.fractionDigits);
  const total = unitsWithDigits(amount, digits);
  const weighed = groups.map(group => {
    const units = unitsWithDigits(group.value, digits);
    const price = units < 0n ? 0n : units;
    return { group, price, weight: isEven ? 1n : price };
  });
  const { bearing, left: rest } = splitBearing(weighed, total);
  const whole = weightOf(bearing);
  const shares: PieceShare[] = weighed.map(({ group, price, weight }) => ({
    group,
    price,
    ...(bearing.some(each => each.group === group)
      ? { base: (rest * weight) / whole, remainder: (rest * weight) % whole }
      : { base: price, remainder: 0n }),
  }));
  let left = total - shares.reduce((all, { group, base }) => all + BigInt(group.quantity) * base, 0n);
  const moreUnits = new Map<PieceGroup, number>();
  for (const { group, price, base } of [...shares].sort((a, b) => compareDescending(a.remainder, b.remainder))) {
    const fitting = base >= price ? 0 : left < BigInt(group.quantity) ? Number(left) : group.quantity;
    const more = fitting === group.quantity || isSplit ? fitting : 0;
    left -= BigInt(more);
    moreUnits.set(group, more);
  }
  return shares.flatMap(({ group, price, base }) => {
    const part = (quantity: number, units: bigint): PieceGroup[] => {
      if (quantity === 0) return [];
      const lower = moneyOfUnits(amount.currencyCode, units < price ? price - units : 0n, digits);
      return [lowerPrice({ ...group, quantity }, lower, step)];
    };
    const more = moreUnits.get(group) ?? 0;
    return [...part(more, base + 1n), ...part(group.quantity - more, base)];
  });
};

const compareDescending = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? -1 : 1);

/** The pieces that a discount can lower: those that cost nothing any more have no share. */
const bearingPieces = (groups: PieceGroups): number =>
  groups.reduce(
    (pieces, { quantity, value }) => (unitsWithDigits(value, value.fractionDigits) > 0n ? pieces + quantity : pieces),
    0,
  );

/** Splits an amount by weights, such that no part exceeds its maximum: the others take what one cannot bear. */
const allocateUpTo = (amount: Money, weights: readonly number[], maxima: readonly number[]): Money[] => {
  const parts = maxima.map(() => zero(amount.currencyCode));
  let open = maxima.flatMap((max, at) => (max > 0 ? [at] : []));
  let left = amount;
  while (open.length > 0) {
    const shares = allocate(
      left,
      open.map(at => weights[at] ?? 0),
    );
    for (const [index, at] of open.entries()) parts[at] = smaller(shares[index] ?? left, cap(amount, maxima[at]));
    const full = open.filter((at, index) => (shares[index]?.centAmount ?? 0) > (maxima[at] ?? 0));
    if (full.length === 0) break;
    left = full.reduce((rest, at) => subtract(rest, cap(amount, maxima[at])), left);
    open = open.filter(at => !full.includes(at));
  }
  return parts;
};

const cap = (amount: Money, centAmount = 0): Money => ({ ...amount, centAmount });

/** Distributes a number of cents over several lines, in proportion to their totals or to their numbers of pieces. */
const distributeCents = (
  lines: readonly PieceGroups[],
  totals: readonly Money[],
  amount: Money,
  step: DiscountStep,
): PieceGroups[] => {
  const isEven = step.value.applicationMode === 'EvenDistribution';
  const maxima = totals.map(({ centAmount }) => Math.max(0, centAmount));
  const parts = allocateUpTo(amount, isEven ? lines.map(bearingPieces) : maxima, maxima);
  return lines.map((groups, at) => {
    const part = parts[at];
    return part === undefined
      ? groups
      : distributeOverPieces(groups, { amount: part, isEven, maySplit: maySplit(groups, lines.length) }, step);
  });
};

/** Distributes an amount over several lines, of which it takes at most what they cost. */
export const distributeMoney = (
  lines: readonly PieceGroups[],
  amount: Money,
  step: DiscountStep,
  totalRoundings: readonly RoundingMode[],
): PieceGroups[] => {
  const totals = lines.map((groups, at) => lineTotal(groups, amount.currencyCode, totalRoundings[at] ?? step.rounding));
  return amount.centAmount <= 0 ? [...lines] : distributeCents(lines, totals, amount, step);
};

/** Distributes the amount of a discount over several lines; their totals may round in modes of their own. */
export const distributeDiscount = (
  lines: readonly PieceGroups[],
  step: DiscountStep,
  totalRoundings: readonly RoundingMode[],
): PieceGroups[] => {
  const { value, rounding } = step;
  const currencyCode = lines[0]?.[0]?.value.currencyCode ?? '';
  const amount = lines.length === 0 ? undefined : discountAmountIn(value, currencyCode);
  if (amount === undefined) return [...lines];
  const totals = lines.map((groups, at) => lineTotal(groups, currencyCode, totalRoundings[at] ?? rounding));
  const all = sum(
    currencyCode,
    totals.filter(({ centAmount }) => centAmount > 0),
  );
  const given = linePrice(amount, 1, rounding);
  const reduction = value.type === 'absolute' ? smaller(given, all) : subtract(all, given);
  return reduction.centAmount <= 0 ? [...lines] : distributeCents(lines, totals, reduction, step);
};

const smaller = (a: Money, b: Money): Money => (a.centAmount < b.centAmount ? a : b);
