import { spendOnText } from './spendOnText.js';
import type { Literal } from './Predicate.js';
import { toUtcDateTime } from '../../../schema/toUtcDateTime.js';

export type ValueTest = (value: unknown) => boolean;

const instantsOf = (values: readonly Literal[]): Set<string> => {
  const found = values.map(value => (typeof value === 'string' ? toUtcDateTime(value) : undefined));
  return new Set(found.filter(value => value !== undefined));
};

/**
 * Tests whether a value equals one of the literals: in JSON type and content, or in time when both are date-times. The
 * literals are a set, so that a long list costs as much as a short one.
 */
export const equalityTest = (values: readonly Literal[]): ValueTest => {
  const [only] = values;
  const instants = instantsOf(values);
  if (instants.size === 0) {
    if (values.length === 1)
      return value => {
        spendOnText(only, value);
        return value === only;
      };
    const literals = new Set<unknown>(values);
    return value => literals.has(value);
  }
  const literals = new Set<unknown>(values);
  return value => literals.has(value) || (typeof value === 'string' && instants.has(toUtcDateTime(value) ?? ''));
};
