/**
 * Predicates about carts and their items, which discounts and shipping methods hold. `cartPredicate/` extends the query
 * language for them.
 */
import { LRUCache } from 'lru-cache';
import { withoutParameter } from '../engine/query/predicate/predicateSyntaxError.js';
import { ApiError, fail } from '../errors/ApiError.js';
import { compileExtendedPredicate } from './cartPredicate/compileExtendedPredicate.js';

export { lineItemFields } from './cartPredicate/lineItemFields.js';

/** A cart may be priced with 500 discounts, each with a predicate about the cart and one about its items. */
const compiledMax = 4_000;
const compiledCharactersMax = 1_000_000;

type PredicateTest = (value: unknown) => boolean;

const compiled = new LRUCache<string, PredicateTest>({
  max: compiledMax,
  maxSize: compiledCharactersMax,
  sizeCalculation: (_, text) => text.length + 1,
});

/** Resources of the engine have accessors as members, and predicates read own members only. */
const toPlainValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
    ? (value.toJSON() as unknown)
    : value;

/**
 * Compiles a predicate about carts, or about items as `lineItemFields` shows them. It extends the query language by
 * constants (`1 = 1`, `true`), dotted paths (`custom.note` means `custom.fields.note`), amounts (`totalPrice > "10.50
 * EUR"`) and functions of carts (`lineItemCount(sku = "x") > 2`). Throws SyntaxError for all other texts.
 */
export const compileCartPredicate = (text: string): PredicateTest => {
  let test = compiled.get(text);
  if (test === undefined) {
    const testPlain = compileExtendedPredicate(text, true);
    test = value => testPlain(toPlainValue(value));
    compiled.set(text, test);
  }
  return test;
};

/** Refuses a predicate that cannot be compiled, before it is stored; `field` is its path in the draft. */
export const assertCartPredicate = (text: string, field: string): void => {
  try {
    compileCartPredicate(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw fail('SyntaxError', { message: `Malformed field '${field}': ${withoutParameter(error.message)}` });
  }
};
