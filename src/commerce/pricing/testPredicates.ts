/**
 * Tells whether predicates of discounts match a stored cart, by the code that prices carts. Items have their stored
 * prices without discounts, as they have when discounts are computed.
 */
import { boundedWork } from '../../base/shedding/boundedWork.js';
import { compileCartPredicate } from './cartPredicate.js';
import { discountableLines } from './discountLines.js';
import { noReferences, type PredicateReferences } from './Catalogue.js';
import { storedItemsWithoutDiscounts, storedPredicateFields } from './predicateFields.js';
import type { PricingCart } from './PricingCart.js';

export interface TestedPredicates {
  readonly cartPredicate?: string;
  /** A predicate about the items that a discount changes. */
  readonly itemPredicate?: string;
}

export interface PredicateMatches {
  /** Absent without a `cartPredicate`. */
  readonly matchesCart?: boolean;
  /** The ids of matching items, line items first; absent without an `itemPredicate`. */
  readonly matchingItemIds?: readonly string[];
}

const test = (
  cart: PricingCart,
  { cartPredicate, itemPredicate }: TestedPredicates,
  references: PredicateReferences,
): PredicateMatches => {
  const { lineItems, customLineItems } = storedItemsWithoutDiscounts(cart);
  const cartFields = storedPredicateFields(cart, { lineItems, customLineItems }, references);
  const matchesItem = itemPredicate === undefined ? undefined : compileCartPredicate(itemPredicate);
  return {
    ...(cartPredicate !== undefined && {
      matchesCart: compileCartPredicate(cartPredicate)(cartFields),
    }),
    ...(matchesItem !== undefined && {
      matchingItemIds: discountableLines(lineItems, customLineItems)
        .filter(({ fields }) => matchesItem(fields))
        .map(({ id }) => id),
    }),
  };
};

/** Throws SyntaxError for a text that is no predicate, and an error where the test takes too long. */
export const testPredicates = (
  cart: PricingCart,
  predicates: TestedPredicates,
  references = noReferences,
): PredicateMatches => boundedWork('query', () => test(cart, predicates, references));
