import { required } from '../../errors/required.js';
import type { Predicate } from '../../engine/query/predicate/Predicate.js';
import { withAmounts } from './withAmounts.js';

/** Conditions that hold for missing members become negations: `a.b != 1` holds where `a` is missing. */
const withoutNegation = (leaf: Predicate): { readonly part: Predicate; readonly negated: boolean } => {
  if (leaf.kind === 'compare' && leaf.operator === '!=') return { part: { ...leaf, operator: '=' }, negated: true };
  if ((leaf.kind === 'in' || leaf.kind === 'defined') && leaf.negated)
    return { part: { ...leaf, negated: false }, negated: true };
  if (leaf.kind === 'empty' && !leaf.negated) return { part: { ...leaf, negated: true }, negated: true };
  return { part: leaf, negated: false };
};

/** In `categories.id contains any ("x")` the list may also be a step of the path. */
const withListItems = (leaf: Predicate): Predicate => {
  if (leaf.kind !== 'contains') return withAmounts(leaf);
  return { kind: 'or', parts: [leaf, { kind: 'in', field: leaf.field, values: leaf.values, negated: false }] };
};

/** A condition on the last step of a path, nested in its other steps. */
export const conditionAtPath = (steps: readonly string[], leaf: Predicate): Predicate => {
  const field = required(steps.at(-1), 'the last step of a path');
  if (leaf.kind === 'contains' && leaf.mode === 'all')
    return {
      kind: 'and',
      parts: leaf.values.map(value => conditionAtPath(steps, { ...leaf, mode: 'any', values: [value] })),
    };
  const { part, negated } = withoutNegation({ ...leaf, field } as Predicate);
  const nested = steps
    .slice(0, -1)
    .reduceRight<Predicate>((inner, step) => ({ kind: 'nested', field: step, part: inner }), withListItems(part));
  return negated ? { kind: 'not', part: nested } : nested;
};
