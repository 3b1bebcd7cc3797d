/** Order Search without an index: evaluates a query on each order by the rules of the specification. */
import { comparableNumber } from './compare.js';
import { matchedShare } from './matchedShare.js';
import { searchTypeOf } from '../../support/search/searchFields.js';
import { type Value, fieldValues, type ProjectData } from '../../support/search/fieldValues.js';
import { partsOf, type WireOrder, type WireQuery, type WireRequest, type WireSort } from '../../support/search/wire.js';

interface Score {
  readonly matches: boolean;
  /** The weight that the order reaches, out of `possible`. */
  readonly met: number;
  readonly possible: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const score = (query: WireQuery, order: WireOrder, projectData: ProjectData): Score => {
  const node = partsOf(query);
  if ('operand' in node) {
    const { boost = 1 } = node.operand;
    const share = matchedShare(node.kind, node.operand, fieldValues(order, node.operand, projectData));
    return { matches: share > 0, met: share * boost, possible: boost };
  }
  const parts = node.parts.map(part => score(part, order, projectData));
  const possible = sum(parts.map(part => part.possible));
  const every = parts.every(({ matches }) => matches);
  const some = parts.some(({ matches }) => matches);
  switch (node.kind) {
    case 'and':
      return { matches: every, met: sum(parts.map(({ met }) => met)), possible };
    case 'or':
      return { matches: some, met: sum(parts.filter(({ matches }) => matches).map(({ met }) => met)), possible };
    case 'not':
      return { matches: !some, met: some ? 0 : possible, possible };
    case 'filter':
      return { matches: every, met: 0, possible: 0 };
  }
};

export const matches = (query: WireQuery, order: WireOrder, projectData: ProjectData): boolean =>
  score(query, order, projectData).matches;

/** Returns the relevance, 0 to 1; 0 if no expression has a weight. */
export const relevance = (query: WireQuery, order: WireOrder, projectData: ProjectData): number => {
  const { met, possible } = score(query, order, projectData);
  return possible === 0 ? 0 : met / possible;
};

type Key = string | number | undefined;

type Compare = (a: string | number, b: string | number) => number;

const byCodeUnit: Compare = (a, b) => (a === b ? 0 : a < b ? -1 : 1);

const readFields = /(city|company|[nN]ame)$/;

/** Texts for people are sorted by the collation of their language, and identifiers by code unit. */
const comparisonOf = ({ field, customType, language }: WireSort): Compare => {
  const isRead = field.startsWith('custom.')
    ? customType === undefined || customType.endsWith('StringType')
    : readFields.test(field);
  const locale = language ?? (isRead ? 'en' : undefined);
  if (locale === undefined) return byCodeUnit;
  const { compare: collate } = new Intl.Collator(locale);
  return (a, b) => (typeof a === 'string' && typeof b === 'string' ? collate(a, b) : byCodeUnit(a, b));
};

type Mode = (keys: readonly (string | number)[], order: Compare) => string | number;

const modes: Readonly<Record<NonNullable<WireSort['mode']>, Mode>> = {
  min: (keys, order) => keys.reduce((a, b) => (order(b, a) < 0 ? b : a)),
  max: (keys, order) => keys.reduce((a, b) => (order(a, b) < 0 ? b : a)),
  avg: keys => sum(keys as number[]) / keys.length,
  sum: keys => sum(keys as number[]),
};

/** Applies the filter of a sort to the values in the same list elements as the sorted value (SEARCH058). */
const isKept = (value: Value, sort: WireSort, order: WireOrder, projectData: ProjectData): boolean => {
  const node = sort.filter && partsOf(sort.filter);
  if (node === undefined || !('operand' in node)) return true;
  const [steps, others] = [sort.field.split('.'), node.operand.field.split('.')];
  const differing = steps.findIndex((step, at) => step !== others[at]);
  const common = differing === -1 ? steps.length : differing;
  const placeOf = ({ elements }: Value): string => JSON.stringify(elements.filter(({ depth }) => depth <= common));
  const beside = fieldValues(order, node.operand, projectData).filter(other => placeOf(other) === placeOf(value));
  return matchedShare(node.kind, node.operand, beside) > 0;
};

/** Returns one sort key for each sort; undefined for a missing value. */
export const sortKeys = (sorts: readonly WireSort[], order: WireOrder, projectData: ProjectData): Key[] =>
  sorts.map(sort => {
    const kept = fieldValues(order, sort, projectData).filter(value => isKept(value, sort, order, projectData));
    const keys = kept.map(
      ({ value }) => comparableNumber(searchTypeOf(sort.field, sort.customType), value) ?? String(value),
    );
    return keys.length === 0 ? undefined : modes[sort.mode ?? 'min'](keys, comparisonOf(sort));
  });

/**
 * Returns a negative number if `a` comes first. Missing keys come last in both directions; of equal keys the newest
 * order comes first, then the highest id.
 */
export const compare = (sorts: readonly WireSort[], a: WireOrder, b: WireOrder, projectData: ProjectData): number => {
  const [left, right] = [sortKeys(sorts, a, projectData), sortKeys(sorts, b, projectData)];
  return byKeys(sorts.map(sortOrder), left, right) || newestFirst(a, b);
};

interface SortOrder {
  readonly sign: 1 | -1;
  readonly compareKeys: Compare;
}

const sortOrder = (sort: WireSort): SortOrder => ({
  sign: sort.order === 'asc' ? 1 : -1,
  compareKeys: comparisonOf(sort),
});

const byKeys = (orders: readonly SortOrder[], left: readonly Key[], right: readonly Key[]): number => {
  for (const [at, { sign, compareKeys }] of orders.entries()) {
    const [a, b] = [left[at], right[at]];
    if (a === b) continue;
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
    const compared = compareKeys(a, b);
    if (compared !== 0) return sign * compared;
  }
  return 0;
};

/** Compares creation times as text: their stored format sorts by time. */
export const newestFirst = (a: WireOrder, b: WireOrder): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
};

/** Returns the matching orders, sorted. */
export const searchAll = (
  { query, sort = [] }: WireRequest,
  orders: readonly WireOrder[],
  projectData: ProjectData,
): WireOrder[] => {
  const keyed = orders
    .filter(order => matches(query, order, projectData))
    .map(order => ({
      order,
      keys: sort.length === 0 ? [relevance(query, order, projectData)] : sortKeys(sort, order, projectData),
    }));
  const wanted = sort.length === 0 ? [{ sign: -1, compareKeys: byCodeUnit } as const] : sort.map(sortOrder);
  return keyed
    .sort((a, b) => byKeys(wanted, a.keys, b.keys) || newestFirst(a.order, b.order))
    .map(({ order }) => order);
};

export const search = (
  request: WireRequest,
  orders: readonly WireOrder[],
  projectData: ProjectData,
): { readonly total: number; readonly ids: string[] } => {
  const found = searchAll(request, orders, projectData);
  const { offset = 0, limit = 10 } = request;
  return { total: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) };
};
