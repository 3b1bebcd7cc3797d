import type { Literal } from './Predicate.js';
import { toUtcDateTime } from '../../../schema/toUtcDateTime.js';

export type ValueTest = (value: unknown) => boolean;

const instantsOf = (values: readonly Literal[]): Set<string> => {
  const found = values.map(value => (typeof value === 'string' ? toUtcDateTime(value) : undefined));
  return new Set(found.filter(value => value !== undefined));
};

/**
 * Whether a value equals one of the literals: same JSON type and same content, or the same instant when both are
 * date-times. A set, so that a long list costs as much as a short one.
 */
export const equalityTest = (values: readonly Literal[]): ValueTest => {
  const [only] = values;
  const instants = instantsOf(values);
  if (instants.size === 0) {
    if (values.length === 1) return value => value === only;
    const literals = new Set<unknown>(values);
    return value => literals.has(value);
  }
  const literals = new Set<unknown>(values);
  return value => literals.has(value) || (typeof value === 'string' && instants.has(toUtcDateTime(value) ?? ''));
};
