/** Predicates about carts and their items, as discounts and shipping methods hold them: the query language and more (./cartPredicate/). */
import { LRUCache } from 'lru-cache';
import { wherePrefix } from '../engine/query/predicate/predicateSyntaxError.js';
import { ApiError, fail } from '../errors/ApiError.js';
import { compileText } from './cartPredicate/compile.js';

export { lineItemFields } from './cartPredicate/lineItemFields.js';

const compiledMax = 1_000;
const compiledCharactersMax = 1_000_000;

type Test = (value: unknown) => boolean;

const compiled = new LRUCache<string, Test>({
  max: compiledMax,
  maxSize: compiledCharactersMax,
  sizeCalculation: (_, text) => text.length + 1,
});

/** A resource as the engine hands it to rules has its members behind accessors; predicates see own members only. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
    ? (value.toJSON() as unknown)
    : value;

/**
 * The test of a predicate, for carts, and for items as `lineItemFields` shows them. Beside the query language it knows
 * constants (`1 = 1`, `true`), dotted paths (`custom.note` means `custom.fields.note`), amounts (`totalPrice > "10.50 EUR"`)
 * and functions of carts (`lineItemCount(sku = "x") > 2`). Throws SyntaxError for all others.
 */
export const compileCartPredicate = (text: string): Test => {
  let test = compiled.get(text);
  if (test === undefined) {
    const ofPlain = compileText(text, true);
    test = value => ofPlain(plain(value));
    compiled.set(text, test);
  }
  return test;
};

/** Refuses, before it is stored, what could not be evaluated later; `field` is where it stands. */
export const assertCartPredicate = (text: string, field: string): void => {
  try {
    compileCartPredicate(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw fail('SyntaxError', { message: `Malformed field '${field}': ${error.message.replace(wherePrefix, '')}` });
  }
};
