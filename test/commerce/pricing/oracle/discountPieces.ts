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

/** Returns the remaining price: "the fraction (per ten thousand) the price is reduced by". */
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

/** Selects "Cheapest" or "MostExpensive" pieces, at equal prices in the order of the cart. */
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
 * Shares an amount in proportion to weights, in units of `digits` after the cent. A share that exceeds a price becomes
 * that price, and the others share the rest.
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

/** Returns the remaining prices of the pieces at some places; zero for other pieces and negative prices. */
const pricesAt = (lines: readonly Line[], places: readonly Place[]): Fraction[][] =>
  lines.map(({ pieces }, at) => {
    const chosen = new Set(places.filter(({ line }) => line === at).map(({ piece }) => piece));
    return pieces.map(({ left }, piece) => (chosen.has(piece) && isPositive(left) ? left : zero));
  });

/** Returns the totals of lines with these prices, each rounded once. */
const totalsOf = (lines: readonly Line[], prices: readonly (readonly Fraction[])[]): Fraction[] =>
  prices.map((each, at) => round(total(each), lines[at]!.totalRounding));

/**
 * Distributes an amount over the totals of the lines in cents, and the share of a line over its pieces in the digits
 * of their price.
 */
const distribute = (lines: readonly Line[], places: readonly Place[], name: string, off: Fraction, isEven: boolean) => {
  const prices = pricesAt(lines, places);
  const totals = totalsOf(lines, prices);
  const counts = prices.map(each => cents(each.filter(isPositive).length));
  const shares = sharesOf(least(off, total(totals)), totals, isEven ? counts : totals);
  const parts = prices.map((each, at) => {
    const digits = Math.max(
      0,
      ...places.flatMap(place => (place.line === at ? lines[at]!.pieces[place.piece]!.digits : [])),
    );
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
  for (const { kind, predicate, minCount = 1, maxCount = Infinity, excludeCount = 0 } of components) {
    const units = left
      .filter(({ line }) => lines[line]!.kind === kind && matches(predicate, lines[line]!))
      .slice(0, excludeCount + maxCount);
    // "The `minCount` and `maxCount` are considered only after the exclusion."
    const further = units.slice(excludeCount);
    if (further.length < minCount) return undefined;
    taken.push(...further);
    left = left.filter(each => !units.includes(each));
  }
  return { taken, free: left };
};

/** The units of one application of a pattern. */
type Application = { readonly triggers: readonly Place[]; readonly targets: readonly Place[] };

/**
 * Returns the applications of a pattern: one for each time that both patterns match new units. Triggers take from the
 * side that the selection mode does not prefer.
 */
const applicationsOf = (lines: readonly Line[], { selectionMode, ...pattern }: Pattern): Application[] => {
  const { triggerPattern, targetPattern, maxOccurrence = Infinity } = pattern;
  const priceAt = ({ line, piece }: Place): Fraction => lines[line]!.pieces[piece]!.left;
  const sign = selectionMode === 'Cheapest' ? 1 : -1;
  let free: readonly Place[] = lines
    .flatMap((line, at) => (line.isDiscountable ? line.pieces.map((_, piece) => ({ line: at, piece })) : []))
    .toSorted((a, b) => sign * compare(priceAt(a), priceAt(b)) || a.line - b.line || a.piece - b.piece);
  const applications: Application[] = [];
  while (applications.length < maxOccurrence) {
    const triggers = takeUnits(lines, triggerPattern, free.toReversed());
    const targets = triggers && takeUnits(lines, targetPattern, triggers.free.toReversed());
    if (targets === undefined) break;
    applications.push({ triggers: triggers!.taken, targets: targets.taken });
    free = targets.free;
  }
  return applications;
};

/** Returns the amount that a discount takes off the units of an application together. */
const offTogether = (value: DiscountValue, whole: Fraction, mode: Rounding): Fraction => {
  switch (value.type) {
    case 'relative':
      // "The discounted value is calculated from the total value of the units matching the `targetPattern`".
      return difference(whole, relativeRest(whole, value.permyriad, mode, 0));
    case 'absolute':
      return cents(value.amount);
    case 'fixed':
      return difference(whole, round(exactly(value.value), mode));
    case 'giftLineItem':
      return zero;
  }
};

const discountPattern = (
  lines: readonly Line[],
  target: Pattern,
  discount: NamedDiscount,
  mode: Rounding,
): readonly Line[] => {
  const { value, name } = discount;
  const applicationMode = value.type === 'giftLineItem' ? undefined : value.applicationMode;
  const isIndividual =
    applicationMode === 'IndividualApplication' || (applicationMode === undefined && value.type !== 'absolute');
  return applicationsOf(lines, target).reduce((before, { triggers, targets }) => {
    if (isIndividual) return replace(before, targets, piece => takeOfPiece(piece, discount, mode));
    const off = offTogether(value, total(totalsOf(before, pricesAt(before, targets))), mode);
    if (!isPositive(off)) return before;
    // "Distributed among the units matching the `targetPattern` or `triggerPattern`", if the value is a share.
    const places = value.type === 'relative' ? [...triggers, ...targets] : targets;
    return distribute(before, places, name, off, applicationMode === 'EvenDistribution');
  }, lines);
};

/** Puts the pieces that a discount lowered first, as a cart shows them. */
const loweredFirst = (line: Line): Line => ({
  ...line,
  pieces: [
    ...line.pieces.filter(({ taken }) => taken.length > 0),
    ...line.pieces.filter(({ taken }) => taken.length === 0),
  ],
});

/** Applies a discount to the items that its target names. */
export const discountPieces = (
  lines: readonly Line[],
  discount: NamedDiscount,
  { priceRoundingMode }: Pick<CartCase, 'priceRoundingMode'>,
): readonly Line[] => {
  const { target, value, name } = discount;
  if (target === undefined || target.type === 'shipping' || target.type === 'totalPrice') return lines;
  if (target.type === 'pattern') return discountPattern(lines, target, discount, priceRoundingMode).map(loweredFirst);
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
