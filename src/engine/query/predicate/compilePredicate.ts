import type { Literal, Predicate } from './Predicate.js';
import { circleTest, equalityTest, type ValueTest, orderTest, ownMember } from './comparisons.js';
import { spendWork } from '../../../base/shedding/boundedWork.js';
import { isJsonObject } from '../../document/json.js';

/*
 * The rules of matching:
 * - An absent field and null are the same. They match `is not defined`, `is empty`, `!=` and `not in`, nothing else:
 *   no nested predicate, whatever it asks. `custom(fields(a is not defined))` requires a `custom`.
 * - `!=` is the negation of `=`, `not in` of `in`, `is not …` of `is …`; on every value exactly one of the two matches.
 * - On an array, a comparison or a nested predicate matches when one element does, and all of a nested predicate must
 *   match the same element; so `tags != "a"` matches when no element is "a". Arrays in arrays are not searched.
 * - `contains` matches arrays only. Empty values are `[]`, `""`, `{}` and absent ones.
 * - Values of different JSON types are never equal and have no order.
 */

const every =
  (tests: readonly ValueTest[]): ValueTest =>
  value => {
    for (const test of tests) if (!test(value)) return false;
    return true;
  };

const some =
  (tests: readonly ValueTest[]): ValueTest =>
  value => {
    for (const test of tests) if (test(value)) return true;
    return false;
  };

const negate = (test: ValueTest, negated = true): ValueTest => (negated ? value => !test(value) : test);

/** Turns a test of one value into a test of a field that may hold one value or an array of them. */
const anyElement =
  (test: ValueTest): ValueTest =>
  value => {
    if (!Array.isArray(value)) return test(value);
    spendWork(value.length);
    return value.some(test);
  };

const member =
  (field: string, test: ValueTest): ValueTest =>
  value => {
    spendWork(1);
    return test(ownMember(value, field));
  };

const isDefined: ValueTest = value => value !== undefined && value !== null;

const hasMembers = (value: object): boolean => {
  for (const name in value) if (Object.hasOwn(value, name)) return true;
  return false;
};

const isEmptyValue: ValueTest = value => {
  if (!isDefined(value) || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && !hasMembers(value as object);
};

const containsAny = (values: readonly Literal[]): ValueTest => {
  const isOne = equalityTest(values);
  const containsOne = anyElement(isOne);
  return value => Array.isArray(value) && containsOne(value);
};

const containsAll = (values: readonly Literal[]): ValueTest => every(values.map(value => containsAny([value])));

const comparisonTest = ({ operator, value }: Extract<Predicate, { kind: 'compare' }>): ValueTest => {
  if (operator === '=') return anyElement(equalityTest([value]));
  if (operator === '!=') return negate(anyElement(equalityTest([value])));
  return anyElement(orderTest(operator, value));
};

const nested = (part: ValueTest): ValueTest => anyElement(value => isJsonObject(value) && part(value));

/**
 * Compiles a predicate into a function of the resource: its closures are built once, and a run reads nothing from the
 * predicate and allocates nothing. Only own members are read, so a resource has no field called `constructor`.
 */
export const compilePredicate = (predicate: Predicate): ((resource: unknown) => boolean) => {
  switch (predicate.kind) {
    case 'and':
      return every(predicate.parts.map(compilePredicate));
    case 'or':
      return some(predicate.parts.map(compilePredicate));
    case 'not':
      return negate(compilePredicate(predicate.part));
    case 'compare':
      return member(predicate.field, comparisonTest(predicate));
    case 'in':
      return member(predicate.field, negate(anyElement(equalityTest(predicate.values)), predicate.negated));
    case 'contains':
      return member(
        predicate.field,
        predicate.mode === 'any' ? containsAny(predicate.values) : containsAll(predicate.values),
      );
    case 'empty':
      return member(predicate.field, negate(isEmptyValue, predicate.negated));
    case 'defined':
      return member(predicate.field, negate(isDefined, predicate.negated));
    case 'nested':
      return member(predicate.field, nested(compilePredicate(predicate.part)));
    case 'within':
      return member(
        predicate.field,
        anyElement(circleTest(predicate.longitude, predicate.latitude, predicate.radiusMeters)),
      );
  }
};
