import type { FieldDelta, FieldValue } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';

type Values = Readonly<Record<string, unknown>>;

/** A path, split into member names. */
export interface FieldPath {
  readonly path: string;
  readonly steps: readonly string[];
}

/** The values at a path: most paths lead to one, behind a list there may be many. */
const valuesAt = (resource: unknown, steps: readonly string[], lengthMax: number): readonly string[] => {
  let value: unknown = resource;
  for (let at = 0; at < steps.length; at++) {
    if (Array.isArray(value)) return [...new Set(value.flatMap(item => valuesAt(item, steps.slice(at), lengthMax)))];
    if (typeof value !== 'object' || value === null) return [];
    value = (value as Values)[steps[at]!];
  }
  const isIndexable = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isIndexable && String(value).length <= lengthMax ? [String(value)] : [];
};

/** The values at some paths that a write adds and removes; longer values than `lengthMax` are left out. */
export const fieldDelta = (
  paths: readonly FieldPath[],
  before: Base | undefined,
  after: Base | undefined,
  lengthMax: number,
): FieldDelta => {
  const added: FieldValue[] = [];
  const removed: FieldValue[] = [];
  for (const { path, steps } of paths) {
    const valuesBefore = before === undefined ? [] : valuesAt(before, steps, lengthMax);
    const valuesAfter = after === undefined ? [] : valuesAt(after, steps, lengthMax);
    for (const value of valuesBefore) if (!valuesAfter.includes(value)) removed.push({ path, value });
    for (const value of valuesAfter) if (!valuesBefore.includes(value)) added.push({ path, value });
  }
  return { added, removed };
};
