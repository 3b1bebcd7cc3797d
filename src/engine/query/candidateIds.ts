/** Ids that can match, in the order asked for, in chunks: walked along the index that leaves the fewest to look at. */
import type { IdList, RankRange, ListBounds, Store } from '../../store/Store.js';
import { wholeList } from '../../store/Store.js';
import type { SortKey } from './predicate/sort.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Conditions, ValueCondition } from './conditions.js';

export type Direction = 'asc' | 'desc';

/** A list that is in the wanted order already. */
export interface Order {
  readonly by: 'id' | 'createdAt' | 'lastModifiedAt';
  readonly direction: Direction;
}

/** Up to so many ids of a condition are fetched and put in order here; beyond, the ordered list is walked instead. */
const gatherMax = 5_000;
const chunkSize = 500;

/** What one query looks at: bound to a project and a resource type. */
export interface Scope {
  readonly store: Store;
  readonly projectKey: string;
  readonly resourceType: ResourceType;
}

const ordered = new Set(['id', 'createdAt', 'lastModifiedAt']);

/**
 * The order that an index provides, or undefined when the sort needs the resources themselves.
 * Without `sort` the order is that of creation. Further keys behind `id` cannot matter, nor can `id` behind a time.
 */
export const indexOrder = (resourceType: ResourceType, sort: readonly SortKey[]): Order | undefined => {
  const [first, second] = sort;
  if (first === undefined) return { by: 'createdAt', direction: 'asc' };
  const field = first.path.length === 1 ? first.path[0]! : '';
  if (!ordered.has(field)) return undefined;
  const sameWay = second === undefined || (second.path.join('.') === 'id' && second.direction === first.direction);
  if (field !== 'id' && !sameWay) return undefined;
  const by = resourceType.definition.immutable === true && field === 'lastModifiedAt' ? 'createdAt' : field;
  return { by: by as Order['by'], direction: first.direction };
};

export const countOf = async (
  { store, projectKey, resourceType }: Scope,
  list: IdList,
  span: ListBounds,
): Promise<number> => {
  const { from, to } = await store.rankRange(projectKey, resourceType.typeId, list, span);
  return to - from;
};

/** How many ids satisfy a condition. */
export const conditionSize = async (scope: Scope, { lists }: ValueCondition): Promise<number> => {
  const counts = await Promise.all(lists.map(list => countOf(scope, list, wholeList)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** The chunk of `ranks` that comes first in the direction of the walk, and what remains. */
const cut = ({ from, to }: RankRange, direction: Direction): [chunk: RankRange, rest: RankRange] => {
  if (direction === 'asc') {
    const middle = Math.min(to, from + chunkSize);
    return [
      { from, to: middle },
      { from: middle, to },
    ];
  }
  const middle = Math.max(from, to - chunkSize);
  return [
    { from: middle, to },
    { from, to: middle },
  ];
};

/** Walks a list between two ranks. */
export async function* walk(
  { store, projectKey, resourceType }: Scope,
  list: IdList,
  ranks: RankRange,
  direction: Direction,
): AsyncGenerator<string[]> {
  let rest = ranks;
  while (rest.from < rest.to) {
    const [chunk, remaining] = cut(rest, direction);
    const ids = await store.idsInRange(projectKey, resourceType.typeId, list, chunk);
    yield direction === 'asc' ? ids : ids.reverse();
    rest = remaining;
  }
}

const chunksOf = function* (ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += chunkSize) yield ids.slice(at, at + chunkSize);
};

/** Whether each id stands in one of the lists. */
const holds = async (
  { store, projectKey, resourceType }: Scope,
  { lists }: ValueCondition,
  ids: readonly string[],
): Promise<boolean[]> => {
  const scores = await Promise.all(lists.map(list => store.scores(projectKey, resourceType.typeId, list, ids)));
  return ids.map((_, index) => scores.some(column => column[index] !== null));
};

/** Leaves out the ids that do not satisfy every condition. */
export const filterBy = async (
  scope: Scope,
  conditions: readonly ValueCondition[],
  ids: string[],
): Promise<string[]> => {
  if (conditions.length === 0 || ids.length === 0) return ids;
  const columns = await Promise.all(conditions.map(condition => holds(scope, condition, ids)));
  return ids.filter((_, index) => columns.every(column => column[index]!));
};

const within = (span: ListBounds | undefined, by: Order['by'], score: number, id: string): boolean => {
  if (span === undefined) return true;
  const passes = (bound: string, side: 1 | -1): boolean => {
    if (bound === '-' || bound === '+') return true;
    const open = bound.startsWith('(');
    const text = open ? bound.slice(1) : bound;
    const difference = by === 'id' ? (id < text ? -1 : id > text ? 1 : 0) : score - Number(text);
    return difference === 0 ? !open : difference * side > 0;
  };
  return passes(span.from, 1) && passes(span.to, -1);
};

/** All ids of a small condition, put in order by the scores of the ordered list. */
const gather = async (
  scope: Scope,
  condition: ValueCondition,
  { by, direction }: Order,
  span: ListBounds | undefined,
): Promise<string[]> => {
  const { store, projectKey, resourceType } = scope;
  const lists = await Promise.all(
    condition.lists.map(list =>
      store.idsInRange(projectKey, resourceType.typeId, list, { from: 0, to: gatherMax * 2 }),
    ),
  );
  const ids = [...new Set(lists.flat())];
  const scores = by === 'id' ? ids.map(() => 0) : await store.scores(projectKey, resourceType.typeId, { by }, ids);
  const side = direction === 'asc' ? 1 : -1;
  return ids
    .map((id, index) => ({ id, score: scores[index] ?? 0 }))
    .filter(({ id, score }) => within(span, by, score, id))
    .sort((a, b) => side * (a.score - b.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)))
    .map(({ id }) => id);
};

/** A stretch of one list that holds exactly the matching ids in order: pages of it need no walk. */
export interface Stretch {
  readonly list: IdList;
  readonly ranks: RankRange;
  readonly direction: Direction;
}

/** The stretch that answers the conditions in the given order all by itself, if there is one. */
export const stretchOf = async (
  scope: Scope,
  { values, spans, named }: Conditions,
  { by, direction }: Order,
): Promise<Stretch | undefined> => {
  const otherSpans = [...spans.keys()].filter(list => list !== by);
  if (named !== undefined || otherSpans.length > 0 || values.length > 1) return undefined;
  const [condition] = values;
  if (condition !== undefined && (by !== 'createdAt' || condition.lists.length !== 1)) return undefined;
  const list: IdList = condition === undefined ? { by } : condition.lists[0]!;
  const ranks = await scope.store.rankRange(
    scope.projectKey,
    scope.resourceType.typeId,
    list,
    spans.get(by) ?? wholeList,
  );
  return { list, ranks, direction };
};

/**
 * Candidates in order. A superset of what matches only in that bounds on lists other than the ordered one, and what no
 * index tells, are left to the predicate.
 */
export async function* candidateIds(scope: Scope, conditions: Conditions, order: Order): AsyncGenerator<string[]> {
  const { values, spans } = conditions;
  const sizes = await Promise.all(values.map(condition => conditionSize(scope, condition)));
  const smallest = sizes.length === 0 ? -1 : sizes.indexOf(Math.min(...sizes));
  const others = values.filter((_, index) => index !== smallest);
  const span = spans.get(order.by);
  if (smallest >= 0 && sizes[smallest]! <= gatherMax) {
    for (const ids of chunksOf(await gather(scope, values[smallest]!, order, span))) yield filterBy(scope, others, ids);
    return;
  }
  const driver =
    smallest >= 0 && order.by === 'createdAt' && values[smallest]!.lists.length === 1
      ? values[smallest]!.lists[0]!
      : undefined;
  const list: IdList = driver ?? { by: order.by };
  const ranks = await scope.store.rankRange(scope.projectKey, scope.resourceType.typeId, list, span ?? wholeList);
  for await (const ids of walk(scope, list, ranks, order.direction))
    yield filterBy(scope, driver === undefined ? values : others, ids);
}
