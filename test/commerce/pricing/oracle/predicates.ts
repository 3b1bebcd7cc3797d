/** Evaluates predicates of discounts for a cart, and writes them for the server. */
import { compare, type Fraction, fraction, product, sum } from '../fraction.js';
import { cents, round, show, total, zero } from './amounts.js';
import { type CartCase, type CartPredicate, type ItemPredicate, type Kind, type Threshold } from './CartCase.js';
import { evaluateMember, holds, memberText, moneyText } from './memberPredicates.js';
import type { PricedCart } from './PricedCart.js';
import { type Line, totalOf } from './priceLines.js';

type Item = Pick<Line, 'place' | 'quantity' | 'note' | 'plainTotal'>;

export const matches = (predicate: ItemPredicate, item: Item): boolean => {
  switch (predicate.type) {
    case 'all':
      return true;
    case 'at':
      return predicate.places.includes(item.place);
    case 'quantity':
      return item.quantity > predicate.above;
    case 'totalPrice':
      return compare(item.plainTotal, cents(predicate.above)) > 0;
    case 'note':
      return item.note === predicate.is;
    case 'not':
      return !matches(predicate.of, item);
  }
};

export type Names = { readonly sku: (place: number) => string; readonly slug: (place: number) => string };

export const itemText = (predicate: ItemPredicate, kind: Kind, names: Names): string => {
  switch (predicate.type) {
    case 'all':
      return '1 = 1';
    case 'at': {
      const [field, name] = kind === 'lineItems' ? ['sku', names.sku] : ['slug', names.slug];
      return `${field} in (${predicate.places.map(place => `"${name(place)}"`).join(', ')})`;
    }
    case 'quantity':
      return `quantity > ${predicate.above}`;
    case 'totalPrice':
      return `totalPrice.centAmount > ${predicate.above}`;
    case 'note':
      return `custom.note = "${predicate.is}"`;
    case 'not':
      return `not (${itemText(predicate.of, kind, names)})`;
  }
};

/** A predicate that compares an amount or a number; `measure` returns undefined if the cart does not have it. */
type Measured = Extract<CartPredicate, { readonly threshold: Threshold }>;
const measure = (predicate: Measured, cart: PricedCart): Fraction | undefined => {
  if (predicate.type === 'totalPrice') return cart.total;
  if (predicate.type === 'taxedPrice') return cart.taxed?.[predicate.side];
  const items = cart.items.filter(({ line }) => line.kind === predicate.kind && matches(predicate.of, line));
  if (predicate.type === 'count') return cents(items.reduce((all, { line }) => all + line.quantity, 0));
  const { side } = predicate;
  // An item without taxes has no net and no gross price.
  return total(items.map(({ line, taxed }) => (side === 'price' ? totalOf(line) : (taxed?.[side] ?? zero))));
};

/** Returns the number in the comparison, which is near the value of the undiscounted cart. */
const thresholdOf = (predicate: Measured, plain: PricedCart): Fraction => {
  const { quarters, offset } = predicate.threshold;
  const near = measure(predicate, plain) ?? cents(100);
  return sum(round(product(near, fraction(BigInt(quarters), 4n)), 'HalfDown'), cents(offset));
};

/** Evaluates a predicate for a cart that has no discount. */
export const evaluate = (
  predicate: CartPredicate,
  given: CartCase,
  plain: PricedCart,
  /** The cart that the thresholds were made for. */
  near = plain,
): boolean => {
  switch (predicate.type) {
    case 'all':
      return true;
    case 'currency':
      return given.currency === predicate.is;
    case 'country':
      return given.country === predicate.is;
    case 'customerGroup':
      return given.customerGroup === predicate.is;
    case 'member':
      return evaluateMember(predicate.of, given);
    case 'not':
      return !evaluate(predicate.of, given, plain, near);
    case 'and':
      return predicate.of.every(each => evaluate(each, given, plain, near));
    case 'or':
      return predicate.of.some(each => evaluate(each, given, plain, near));
    default: {
      const value = measure(predicate, plain);
      const { operator } = predicate;
      if (value === undefined) return operator === '!=';
      return holds[operator](compare(value, thresholdOf(predicate, near)));
    }
  }
};

const functionOf = (predicate: Extract<CartPredicate, { readonly of: ItemPredicate; readonly kind: Kind }>): string => {
  const item = predicate.kind === 'lineItems' ? 'lineItem' : 'customLineItem';
  if (predicate.type === 'count') return `${item}Count`;
  return `${item}${{ price: '', net: 'Net', gross: 'Gross' }[predicate.side]}Total`;
};

const measuredText = (predicate: Measured, given: CartCase, plain: PricedCart, names: Names): string => {
  const { operator } = predicate;
  const number = thresholdOf(predicate, plain);
  if (predicate.type === 'totalPrice') return `totalPrice ${operator} ${moneyText(number, given.currency)}`;
  if (predicate.type === 'taxedPrice') return `taxedPrice.${predicate.side}.centAmount ${operator} ${show(number)}`;
  const left = `${functionOf(predicate)}(${itemText(predicate.of, predicate.kind, names)})`;
  return `${left} ${operator} ${predicate.type === 'count' ? show(number) : moneyText(number, given.currency)}`;
};

export const cartText = (predicate: CartPredicate, given: CartCase, plain: PricedCart, names: Names): string => {
  switch (predicate.type) {
    case 'all':
      return '1 = 1';
    case 'currency':
    case 'country':
      return `${predicate.type} = "${predicate.is}"`;
    case 'customerGroup':
      return `customerGroup.key = "${predicate.is}"`;
    case 'member':
      return memberText(predicate.of, given);
    case 'not':
      return `not (${cartText(predicate.of, given, plain, names)})`;
    case 'and':
    case 'or':
      return `(${predicate.of.map(each => cartText(each, given, plain, names)).join(` ${predicate.type} `)})`;
    default:
      return measuredText(predicate, given, plain, names);
  }
};
