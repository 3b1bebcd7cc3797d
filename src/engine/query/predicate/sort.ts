import { fail, type ApiError } from '../../../errors/ApiError.js';
import type { Literal } from './ast.js';
import { sortCharactersMax, sortSegmentsMax } from './limits.js';
import { clip } from './malformed.js';
import { ownMember } from './own.js';

export interface SortKey {
  readonly path: readonly string[];
  readonly direction: 'asc' | 'desc';
}

const directions = new Map<string, SortKey['direction']>([
  ['asc', 'asc'],
  ['desc', 'desc'],
]);
const segment = /^[a-zA-Z0-9_-]+$/;

const malformedSort = (came: string, expected: string): ApiError =>
  fail('InvalidInput', { message: `Malformed parameter: sort: Invalid input '${clip(came)}', expected ${expected}.` });

const parsePath = (text: string): string[] => {
  const path = text.split('.');
  if (path.length > sortSegmentsMax) throw malformedSort(text, `a path of at most ${sortSegmentsMax} field names`);
  const wrong = path.find(name => !segment.test(name));
  if (wrong !== undefined) throw malformedSort(text, "field names joined by '.'");
  return path;
};

/** Reads `<path> [asc|desc]` (GEN055 to GEN057), ascending without a direction; throws InvalidInput. */
export const parseSort = (text: string): SortKey => {
  if (text.length > sortCharactersMax) throw malformedSort(text, `at most ${sortCharactersMax} characters`);
  const [path = '', direction = 'asc', ...rest] = text.split(/[ \t\r\n]/).filter(word => word !== '');
  if (rest.length > 0) throw malformedSort(rest.join(' '), 'end of input');
  const known = directions.get(direction.toLowerCase());
  if (known === undefined) throw malformedSort(direction, "'asc' or 'desc'");
  return { path: parsePath(path), direction: known };
};

type Sign = 1 | -1;
/** What can be ordered; objects, arrays, null and what is absent cannot, and are all `undefined` here. */
type Rankable = Literal | undefined;

const ranks = new Map(['boolean', 'number', 'string', 'undefined'].map((type, rank) => [type, rank]));

/** A total order: flags, numbers, texts by code unit, and last what is absent. */
const compareValues = (left: Rankable, right: Rankable): number => {
  if (left === right) return 0;
  const byType = ranks.get(typeof left)! - ranks.get(typeof right)!;
  if (byType !== 0) return byType;
  return left! < right! ? -1 : 1;
};

const rankable = (value: unknown): Rankable =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;

const memberAt = (value: unknown, path: readonly string[], from: number, sign: Sign): Rankable => {
  let reached = value;
  for (let depth = from; depth < path.length; depth++) {
    reached = ownMember(reached, path[depth]!);
    if (Array.isArray(reached)) return bestOf(reached, path, depth + 1, sign);
  }
  return rankable(reached);
};

/** An array stands where its first element would: the smallest when ascending, the largest when descending. */
function bestOf(elements: readonly unknown[], path: readonly string[], from: number, sign: Sign): Rankable {
  let best: Rankable;
  for (const element of elements) {
    const candidate = memberAt(element, path, from, sign);
    if (candidate !== undefined && (best === undefined || sign * compareValues(candidate, best) < 0)) best = candidate;
  }
  return best;
}

type Compare = (left: unknown, right: unknown) => number;

const compareByKey = ({ path, direction }: SortKey): Compare => {
  const sign = direction === 'asc' ? 1 : -1;
  return (left, right) => sign * compareValues(memberAt(left, path, 0, sign), memberAt(right, path, 0, sign));
};

const byId = compareByKey({ path: ['id'], direction: 'asc' });

/**
 * Orders resources by the first key, then by the second, and so on (GEN058), last by ascending `id`: the order is total, so
 * pages neither overlap nor leave gaps. What has no value at a path comes last when ascending and first when descending.
 */
export const compareBy = (keys: readonly SortKey[]): Compare => {
  const compares = [...keys.map(compareByKey), byId];
  return (left, right) => {
    for (const compare of compares) {
      const order = compare(left, right);
      if (order !== 0) return order;
    }
    return 0;
  };
};
