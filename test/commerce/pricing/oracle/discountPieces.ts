/** Discounts on the pieces of items. */
import { compare, difference, type Fraction, fraction, product, quotient, sum } from '../fraction.js';
import { cents, exactly, isPositive, least, round, split, total, zero } from './amounts.js';
import type { CartCase, DiscountTarget, DiscountValue, PatternComponent, Rounding } from './CartCase.js';
import { matches } from './predicates.js';
import type { Line, Piece } from './priceLines.js';

export type NamedDiscount = { readonly name: string; readonly value: DiscountValue; readonly target?: DiscountTarget };
type Place = { readonly line: number; readonly piece: number };

const take = (piece: Piece, discount: string, amount: Fraction, digits = piece.digits): Piece =>
  isPositive(amount)
    ? { left: difference(piece.left, amount), digits, taken: [...piece.taken, { discount, amount }] }
    : piece;

/** What is left of a price: "the fraction (per ten thousand) the price is reduced by". */
export const relativeRest = (price: Fraction, permyriad: number, mode: Rounding, digits: number): Fraction =>
  round(product(price, fraction(BigInt(10_000 - permyriad), 10_000n)), mode, digits);

const takeOfPiece = (piece: Piece, { name, value }: NamedDiscount, mode: Rounding): Piece => {
  const { left, digits } = piece;
  switch (value.type) {
    case 'relative':
      return take(piece, name, difference(left, relativeRest(left, value.permyriad, mode, digits)));
    case 'absolute':
      return take(piece, name, least(left, cents(value.amount)));
    case 'fixed':
      return take(piece, name, difference(left, exactly(value.value)), value.value.digits ?? 0);
    case 'giftLineItem':
      return piece;
  }
};

/** Replaces pieces of lines. */
const replace = (
  lines: readonly Line[],
  places: readonly Place[],
  change: (piece: Piece, at: Place) => Piece,
): Line[] =>
  lines.map((line, at) => {
    const changed = new Set(places.filter(each => each.line === at).map(({ piece }) => piece));
    if (changed.size === 0) return line;
    return {
      ...line,
      pieces: line.pieces.map((piece, index) =>
        changed.has(index) ? change(piece, { line: at, piece: index }) : piece,
      ),
    };
  });

/** "Cheapest" and "MostExpensive" pieces, at equal prices in the order of the cart. */
const selectPieces = (
  lines: readonly Line[],
  places: readonly Place[],
  target: Extract<DiscountTarget, { readonly triggerQuantity: number }>,
): Place[] => {
  const { triggerQuantity, discountedQuantity, maxOccurrence = Infinity, selectionMode } = target;
  const occurrences = Math.min(Math.floor(places.length / triggerQuantity), maxOccurrence);
  const priceAt = ({ line, piece }: Place): Fraction => lines[line]!.pieces[piece]!.left;
  const sign = selectionMode === 'Cheapest' ? 1 : -1;
  return places
    .toSorted((a, b) => sign * compare(priceAt(a), priceAt(b)) || a.line - b.line || a.piece - b.piece)
    .slice(0, occurrences * discountedQuantity);
};

/**
 * Shares of an amount in proportion to weights, in units of `digits` behind the cent. A share that a price cannot bear
 * takes that price, and the others share what is left.
 */
const sharesOf = (
  amount: Fraction,
  prices: readonly Fraction[],
  weights: readonly Fraction[],
  digits = 0,
): Fraction[] => {
  const weight = total(weights);
  if (weight.over === 0n) return prices.map(() => zero);
  const isExceeded = prices.map(
    (price, at) => isPositive(weights[at]!) && compare(product(amount, quotient(weights[at]!, weight)), price) > 0,
  );
  if (!isExceeded.includes(true)) return split(amount, weights, digits).map((share, at) => least(share, prices[at]!));
  const taken = prices.map((price, at) => (isExceeded[at] ? price : zero));
  const others = weights.map((each, at) => (isExceeded[at] ? zero : each));
  const rest = sharesOf(difference(amount, total(taken)), prices, others, digits);
  return prices.map((_, at) => sum(taken[at]!, rest[at]!));
};

/**
 * An amount is distributed over the totals of the lines in cents, and the share of a line over its pieces in the digits
 * of their price.
 */
const distribute = (lines: readonly Line[], places: readonly Place[], name: string, off: Fraction, isEven: boolean) => {
  const matching = new Set(places.map(({ line }) => line));
  const prices = lines.map(({ pieces }, at) =>
    pieces.map(({ left }) => (matching.has(at) && isPositive(left) ? left : zero)),
  );
  const sums = prices.map((each, at) => round(total(each), lines[at]!.totalRounding));
  const counts = prices.map(each => cents(each.filter(isPositive).length));
  const shares = sharesOf(least(off, total(sums)), sums, isEven ? counts : sums);
  const parts = prices.map((each, at) => {
    const digits = Math.max(...lines[at]!.pieces.map(piece => piece.digits));
    const weights = isEven ? each.map(left => (isPositive(left) ? cents(1) : zero)) : each;
    return sharesOf(shares[at]!, each, weights, digits);
  });
  return replace(lines, places, (piece, { line, piece: at }) => take(piece, name, parts[line]![at]!));
};

type Pattern = Extract<DiscountTarget, { readonly type: 'pattern' }>;

/** Takes the units of each component out of `free`; undefined if one has fewer than it needs. */
const takeUnits = (
  lines: readonly Line[],
  components: readonly PatternComponent[],
  free: readonly Place[],
): { readonly taken: readonly Place[]; readonly free: readonly Place[] } | undefined => {
  let left = free;
  const taken: Place[] = [];
  for (const { kind, predicate, minCount = 1, maxCount = Infinity } of components) {
    const units = left
      .filter(({ line }) => lines[line]!.kind === kind && matches(predicate, lines[line]!))
      .slice(0, maxCount);
    if (units.length < minCount) return undefined;
    taken.push(...units);
    left = left.filter(each => !units.includes(each));
  }
  return { taken, free: left };
};

/**
 * The units that the target pattern takes: once for each time that both patterns match other units. Triggers take from
 * the side that the selection mode does not prefer.
 */
const patternPlaces = (lines: readonly Line[], { selectionMode, ...pattern }: Pattern): Place[] => {
  const { triggerPattern, targetPattern, maxOccurrence = Infinity } = pattern;
  const priceAt = ({ line, piece }: Place): Fraction => lines[line]!.pieces[piece]!.left;
  const sign = selectionMode === 'Cheapest' ? 1 : -1;
  let free: readonly Place[] = lines
    .flatMap((line, at) => (line.isDiscountable ? line.pieces.map((_, piece) => ({ line: at, piece })) : []))
    .toSorted((a, b) => sign * compare(priceAt(a), priceAt(b)) || a.line - b.line || a.piece - b.piece);
  const discounted: Place[] = [];
  for (let occurrence = 0; occurrence < maxOccurrence; occurrence++) {
    const triggers = takeUnits(lines, triggerPattern, free.toReversed());
    const targets = triggers && takeUnits(lines, targetPattern, triggers.free.toReversed());
    if (targets === undefined) break;
    discounted.push(...targets.taken);
    free = targets.free;
  }
  return discounted;
};

/** Applies a discount to the items that its target names. */
export const discountPieces = (
  lines: readonly Line[],
  discount: NamedDiscount,
  { priceRoundingMode }: Pick<CartCase, 'priceRoundingMode'>,
): readonly Line[] => {
  const { target, value, name } = discount;
  if (target === undefined || target.type === 'shipping' || target.type === 'totalPrice') return lines;
  if (target.type === 'pattern')
    return replace(lines, patternPlaces(lines, target), piece => takeOfPiece(piece, discount, priceRoundingMode));
  const kind = target.type === 'lineItems' || target.type === 'multiBuyLineItems' ? 'lineItems' : 'customLineItems';
  const matching = lines.flatMap((line, at) =>
    line.isDiscountable && line.kind === kind && matches(target.predicate, line)
      ? line.pieces.map((_, piece) => ({ line: at, piece }))
      : [],
  );
  const places = 'triggerQuantity' in target ? selectPieces(lines, matching, target) : matching;
  if (value.type === 'absolute' && value.applicationMode !== 'IndividualApplication')
    return distribute(lines, places, name, cents(value.amount), value.applicationMode === 'EvenDistribution');
  return replace(lines, places, piece => takeOfPiece(piece, discount, priceRoundingMode));
};
