/**
 * Predicates about carts and their items, which discounts and shipping methods hold. `cartPredicate/` extends the query
 * language for them.
 */
import { LRUCache } from 'lru-cache';
import { ApiError, fail, invalidField } from '../../base/errors/ApiError.js';
import { withoutParameter } from '../../engine/query/predicate/predicateLimits.js';
import type { TypeId } from '../../engine/schema/TypeId.js';
import { compileExtendedPredicate } from './cartPredicate/compileExtendedPredicate.js';
import {
  type FieldPath,
  type PredicateScope,
  typesReadFor,
  unknownName,
  wrongTime,
} from './cartPredicate/fieldNames.js';

/** A cart may be priced with 500 discounts, each with a predicate about the cart and one about its items. */
const compiledMax = 4_000;
const compiledCharactersMax = 1_000_000;

type PredicateTest = (value: unknown) => boolean;

interface CachedPredicate {
  readonly test: PredicateTest;
  readonly paths: readonly FieldPath[];
}

const compiled = new LRUCache<string, CachedPredicate>({
  max: compiledMax,
  maxSize: compiledCharactersMax,
  sizeCalculation: ({ paths }, text) => text.length + 1 + paths.length,
});

/** Resources of the engine have accessors as members; predicates and spreads read own members only. */
export const toPlainValue = <T>(value: T): T =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
    ? (value.toJSON() as T)
    : value;

/**
 * Compiles a predicate about carts, or about items as `lineItemFields` shows them. It extends the query language by
 * constants (`1 = 1`, `true`), dotted paths (`custom.note` means `custom.fields.note`), amounts (`totalPrice > "10.50
 * EUR"`) and functions of carts (`lineItemCount(sku = "x") > 2`). Throws SyntaxError for all other texts.
 */
export const compileCartPredicate = (text: string): PredicateTest => compile(text).test;

const compile = (text: string): CachedPredicate => {
  let predicate = compiled.get(text);
  if (predicate === undefined) {
    const { test, paths } = compileExtendedPredicate(text, 'cart');
    predicate = { test: value => test(toPlainValue(value)), paths };
    compiled.set(text, predicate);
  }
  return predicate;
};

export const fieldsOfPredicate = (text: string): readonly FieldPath[] => compile(text).paths;

/** A stored predicate, and the kind of value that it is about. */
export interface StoredPredicate {
  readonly text: string;
  readonly scope: PredicateScope;
}

/** The types of the resources that have to be read before a predicate is evaluated. */
export const typesReadForPredicate = ({ text, scope }: StoredPredicate): TypeId[] =>
  compile(text).paths.flatMap(path => typesReadFor(path.scope === 'cart' ? { ...path, scope } : path));

/**
 * Refuses a predicate that cannot be compiled, or that names a field which carts or items do not have, before it is
 * stored; `field` is its path in the draft.
 */
export const assertCartPredicate = (text: string, field: string, ...scopes: readonly PredicateScope[]): void => {
  const { paths } = compileOrRefuse(text, field, scopes[0] ?? 'cart');
  const unknown = paths.find(path =>
    scopesOf(path, scopes).every(scope => unknownName({ ...path, scope }) !== undefined),
  );
  if (unknown !== undefined)
    throw invalidField(
      field,
      unknownName(unknown),
      `Expected the name of a field of ${scopes.map(scope => nounOf[scope]).join(' or of ')}.`,
    );
  for (const path of paths) assertTimes(path, field);
};

/** Refuses a text that is no valid time: compared as a text, the condition would hold for arbitrary values. */
const assertTimes = (path: FieldPath, field: string): void => {
  const wrong = wrongTime(path);
  if (wrong !== undefined)
    throw invalidField(field, wrong.text, `Expected ${wrong.expected}, to compare '${path.steps.join('.')}' with.`);
};

const nounOf: Readonly<Record<PredicateScope, string>> = {
  cart: 'carts',
  lineItems: 'line items',
  customLineItems: 'custom line items',
  product: 'products and their prices',
};

/** Returns the scopes that a field may belong to: outside of functions, any of the given ones. */
const scopesOf = ({ scope }: FieldPath, scopes: readonly PredicateScope[]): readonly PredicateScope[] =>
  scope === (scopes[0] ?? 'cart') ? [scope, ...scopes] : [scope];

const compileOrRefuse = (text: string, field: string, scope: PredicateScope) => {
  try {
    return compileExtendedPredicate(text, scope);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw fail('SyntaxError', { message: `Malformed field '${field}': ${withoutParameter(error.message)}` });
  }
};
