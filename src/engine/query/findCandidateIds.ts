/** Finds ids that can match a predicate: along the index that leaves the fewest to check. */
import { type IdList, type ListBounds, wholeList } from '../../store/DataStore.js';
import { orderedList } from '../loadResources.js';
import type { IndexConditions, Direction, IndexOrder, ValueCondition } from './indexConditions.js';
import { type ConditionSizes, conditionSizes, intersectedIds, lookedUpListsMax, readLists } from './intersection.js';
import type { QueryScope } from './pageBodies.js';

/** Bounds the ids of a condition that are fetched and sorted; for more, the ordered list is walked instead. */
const sortedIdsMax = 5_000;
const chunkSize = 500;

const inDirection = (ids: string[], direction: Direction): string[] => (direction === 'asc' ? ids : ids.reverse());

const idChunks = function* (ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += chunkSize) yield ids.slice(at, at + chunkSize);
};

/** Tells for each id whether it is in one of the condition's lists. */
const satisfyCondition = async (
  { store, projectKey, resourceType }: QueryScope,
  { lists }: ValueCondition,
  ids: readonly string[],
): Promise<boolean[]> => {
  const scores = await Promise.all(lists.map(list => store.scores(projectKey, resourceType.typeId, list, ids)));
  return ids.map((_, index) => scores.some(column => column[index] !== null));
};

/** Leaves out the ids that do not satisfy every condition. */
const filterIds = async (
  scope: QueryScope,
  conditions: readonly ValueCondition[],
  ids: string[],
): Promise<string[]> => {
  if (conditions.length === 0 || ids.length === 0) return ids;
  const columns = await Promise.all(conditions.map(condition => satisfyCondition(scope, condition, ids)));
  return ids.filter((_, index) => columns.every(column => column[index] === true));
};

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isWithinBounds = (
  bounds: ListBounds | undefined,
  by: IndexOrder['by'],
  { id, score }: { readonly id: string; readonly score: number },
): boolean => {
  if (bounds === undefined) return true;
  const passes = (bound: string, side: 1 | -1): boolean => {
    if (bound === '-' || bound === '+') return true;
    const isExclusive = bound.startsWith('(');
    const text = isExclusive ? bound.slice(1) : bound;
    const difference = by === 'id' ? compareIds(id, text) : score - Number(text);
    return difference === 0 ? !isExclusive : difference * side > 0;
  };
  return passes(bounds.from, 1) && passes(bounds.to, -1);
};

/** Sorts ids by the scores of the ordered list; leaves out those outside of its bounds. */
const sortIds = async (
  { store, projectKey, resourceType }: QueryScope,
  ids: readonly string[],
  { by, direction }: IndexOrder,
  bounds: ListBounds | undefined,
): Promise<string[]> => {
  const scores =
    by === 'id'
      ? ids.map(() => 0)
      : await store.scores(projectKey, resourceType.typeId, orderedList(resourceType, by), ids);
  const sign = direction === 'asc' ? 1 : -1;
  return ids
    .map((id, index) => ({ id, score: scores[index] ?? 0 }))
    .filter(entry => isWithinBounds(bounds, by, entry))
    .sort((a, b) => sign * (a.score - b.score || compareIds(a.id, b.id)))
    .map(({ id }) => id);
};

/** All ids of the smallest condition, where they are few. */
const fewIds = async (
  { store, projectKey, resourceType: { typeId } }: QueryScope,
  { smallest, size }: ConditionSizes,
): Promise<string[] | undefined> => {
  if (smallest === undefined || size > sortedIdsMax) return undefined;
  const range = { from: 0, to: sortedIdsMax * 2 };
  const lists = await readLists(smallest.lists, list => store.idsInRange(projectKey, typeId, list, range));
  return [...new Set(lists.flat())];
};

/** Ids that can match a predicate, in order and in chunks. */
interface Candidates {
  readonly chunks: AsyncIterable<string[]>;
  /**
   * True if they satisfy all conditions of the indexes: those that take more time than the predicate are left to it.
   */
  readonly satisfyAll: boolean;
}

/** Walks a list in order, and looks its ids up in the lists of the conditions. */
async function* walkFiltered(
  scope: QueryScope,
  list: IdList,
  { direction }: IndexOrder,
  bounds: ListBounds,
  conditions: readonly ValueCondition[],
): AsyncGenerator<string[]> {
  const { store, projectKey, resourceType } = scope;
  const chunks = store.walk(projectKey, resourceType.typeId, list, bounds, { direction, chunkSize });
  for await (const ids of chunks) yield filterIds(scope, conditions, ids);
}

async function* sortedChunks(
  scope: QueryScope,
  sorted: readonly string[],
  others: readonly ValueCondition[],
): AsyncGenerator<string[]> {
  for (const ids of idChunks(sorted)) yield filterIds(scope, others, ids);
}

/**
 * Candidates in order: a superset of the matches. Bounds on other lists than the ordered one, and conditions that no
 * index has, are left to the predicate.
 */
export const findCandidateIds = async (
  scope: QueryScope,
  { values, bounds }: IndexConditions,
  order: IndexOrder,
): Promise<Candidates> => {
  const sizes = await conditionSizes(scope, values);
  const { smallest, others, areAll } = sizes;
  const orderBounds = bounds.get(order.by);
  const intersected = await intersectedIds(scope, sizes);
  if (intersected !== undefined)
    return {
      chunks: sortedChunks(scope, await sortIds(scope, intersected, order, orderBounds), []),
      satisfyAll: areAll,
    };
  // The list of a single value is in the order of creation itself.
  const valueList = order.by === 'createdAt' && smallest?.lists.length === 1 ? smallest.lists[0] : undefined;
  const few = await fewIds(scope, sizes);
  if (few !== undefined) {
    const isSorted = valueList !== undefined && orderBounds === undefined;
    const sorted = isSorted ? inDirection(few, order.direction) : await sortIds(scope, few, order, orderBounds);
    return { chunks: sortedChunks(scope, sorted, others), satisfyAll: areAll };
  }
  const list: IdList = valueList ?? orderedList(scope.resourceType, order.by);
  const isLookedUp = smallest !== undefined && valueList === undefined && smallest.lists.length <= lookedUpListsMax;
  return {
    chunks: walkFiltered(scope, list, order, orderBounds ?? wholeList, isLookedUp ? [smallest, ...others] : others),
    satisfyAll: areAll && (smallest === undefined || isLookedUp || valueList !== undefined),
  };
};
