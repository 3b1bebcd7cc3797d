/**
 * Tells whether predicates of discounts match a stored cart, by the code that prices carts. Items have their stored
 * prices without discounts, as they have when discounts are computed.
 */
import { boundedWork } from '../shedding/boundedWork.js';
import { compileCartPredicate } from './cartPredicate.js';
import { discountableLines } from './discountLines.js';
import { predicateFields } from './predicateFields.js';
import type { PricingCart } from './PricingCart.js';
import { undiscountedItems } from './undiscountedItems.js';

export interface TestedPredicates {
  readonly cartPredicate?: string;
  /** About the items that a discount changes. */
  readonly itemPredicate?: string;
}

export interface PredicateMatches {
  /** Absent without a `cartPredicate`. */
  readonly matchesCart?: boolean;
  /** The ids of matching items, line items first; absent without an `itemPredicate`. */
  readonly matchingItemIds?: readonly string[];
}

const test = (cart: PricingCart, { cartPredicate, itemPredicate }: TestedPredicates): PredicateMatches => {
  const { lineItems, customLineItems } = undiscountedItems(cart);
  const matchesItem = itemPredicate === undefined ? undefined : compileCartPredicate(itemPredicate);
  return {
    ...(cartPredicate !== undefined && {
      matchesCart: compileCartPredicate(cartPredicate)(predicateFields(cart, { lineItems, customLineItems })),
    }),
    ...(matchesItem !== undefined && {
      matchingItemIds: discountableLines(lineItems, customLineItems)
        .filter(({ fields }) => matchesItem(fields))
        .map(({ id }) => id),
    }),
  };
};

/** Throws SyntaxError for a text that is no predicate, and an error where the test takes too long. */
export const testPredicates = (cart: PricingCart, predicates: TestedPredicates): PredicateMatches =>
  boundedWork('query', () => test(cart, predicates));
