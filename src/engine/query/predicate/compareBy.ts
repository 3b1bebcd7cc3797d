import type { Literal } from './Predicate.js';
import { ownMember } from './ownMember.js';
import { spendOnText } from './spendOnText.js';

export interface SortKey {
  readonly path: readonly string[];
  readonly direction: 'asc' | 'desc';
}

type Sign = 1 | -1;

const signOf = (direction: SortKey['direction']): Sign => (direction === 'asc' ? 1 : -1);

/** A value that has an order; objects, arrays, null and absent values have none and are `undefined` here. */
type Rankable = Literal | undefined;

const rankOfType = (value: Rankable): number => {
  if (typeof value === 'boolean') return 0;
  if (typeof value === 'number') return 1;
  return typeof value === 'string' ? 2 : 3;
};

/** A total order: flags, numbers, texts by code unit, absent values last. */
const compareValues = (left: Rankable, right: Rankable): number => {
  if (left === right) return 0;
  const byType = rankOfType(left) - rankOfType(right);
  if (byType !== 0 || left === undefined || right === undefined) return byType;
  spendOnText(left, right);
  return left < right ? -1 : 1;
};

const rankable = (value: unknown): Rankable =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;

const sortValueAt = (value: unknown, path: readonly string[], from: number, sign: Sign): Rankable => {
  let reached = value;
  for (let depth = from; depth < path.length; depth++) {
    reached = ownMember(reached, path[depth]!);
    if (Array.isArray(reached)) return firstElement(reached, path, depth + 1, sign);
  }
  return rankable(reached);
};

/** An array is sorted by the element that comes first: the smallest when ascending, the largest when descending. */
function firstElement(elements: readonly unknown[], path: readonly string[], from: number, sign: Sign): Rankable {
  let first: Rankable;
  for (const element of elements) {
    const value = sortValueAt(element, path, from, sign);
    if (value !== undefined && (first === undefined || sign * compareValues(value, first) < 0)) first = value;
  }
  return first;
}

/** What a resource is sorted by: its value for each key, then its id. They are kept without the resource. */
export type SortValues = readonly Rankable[];

const orderOfIds: SortKey = { path: ['id'], direction: 'asc' };

/** Reads the values of a resource that `compareBy` with the same keys compares. */
export const sortValuesBy = (keys: readonly SortKey[]): ((resource: unknown) => SortValues) => {
  const all = [...keys, orderOfIds].map(({ path, direction }) => ({ path, sign: signOf(direction) }));
  return resource => all.map(({ path, sign }) => sortValueAt(resource, path, 0, sign));
};

/**
 * Orders resources by the first key, then by the second, and so on (GEN058), last by ascending `id`: the order is
 * total, so pages neither overlap nor leave gaps. A resource without a value at a path comes last when ascending and
 * first when descending.
 */
export const compareBy = (keys: readonly SortKey[]): ((left: SortValues, right: SortValues) => number) => {
  const signs = [...keys, orderOfIds].map(({ direction }) => signOf(direction));
  return (left, right) => {
    for (const [at, sign] of signs.entries()) {
      const order = sign * compareValues(left[at], right[at]);
      if (order !== 0) return order;
    }
    return 0;
  };
};
