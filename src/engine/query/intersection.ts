/** Resources that satisfy several conditions at once, found by Redis alone. */
import { type IdList, wholeList } from '../../store/DataStore.js';
import type { QueryScope } from './pageBodies.js';
import type { ValueCondition } from './indexConditions.js';

/**
 * Redis compares lists in one command only if the ids of the shortest, times the other lists, are so few: it takes 0.08
 * µs an id and list, so less than 1 ms.
 */
const comparedIdsMax = 10_000;
/** Bounds the ids that are fetched and sorted; where more satisfy the conditions, a walk fills a page soon. */
const fetchedIdsMax = 1_000;

/** Bounds the lists in which ids are looked up: a look-up takes a fraction of the time that a body takes. */
export const lookedUpListsMax = 8;
/** Bounds the commands about lists that are sent at once: other clients of Redis wait for them. */
const listsAtOnce = 128;
/** The size of a list takes up to a quarter of the time that it takes to read a resource and look at it. */
const resourcesPerList = 4;

/** The condition that the fewest ids satisfy, the number of them, and other conditions. */
export interface ConditionSizes {
  readonly smallest?: ValueCondition;
  readonly size: number;
  readonly others: readonly ValueCondition[];
  /** True if these are all conditions: those with too many lists are left to the predicate. */
  readonly areAll: boolean;
}

/** Reads something of each list, of a limited number at a time. */
export const readLists = async <T>(lists: readonly IdList[], read: (list: IdList) => Promise<T>): Promise<T[]> => {
  const found: T[] = [];
  for (let at = 0; at < lists.length; at += listsAtOnce)
    found.push(...(await Promise.all(lists.slice(at, at + listsAtOnce).map(read))));
  return found;
};

/** The number of ids in all lists of a condition. */
const conditionSize = async (
  { store, projectKey, resourceType: { typeId } }: QueryScope,
  { lists }: ValueCondition,
): Promise<number> =>
  (await readLists(lists, list => store.rankRange(projectKey, typeId, list, wholeList))).reduce(
    (sum, { from, to }) => sum + to - from,
    0,
  );

/** The conditions with so few lists that they take less time than a look at all resources. */
const usefulConditions = async (
  { store, projectKey, resourceType: { typeId } }: QueryScope,
  values: readonly ValueCondition[],
): Promise<readonly ValueCondition[]> => {
  if (values.every(({ lists }) => lists.length <= lookedUpListsMax)) return values;
  const { to: resources } = await store.rankRange(projectKey, typeId, { by: 'id' }, wholeList);
  const listsMax = Math.max(lookedUpListsMax, resources / resourcesPerList);
  return values.filter(({ lists }) => lists.length <= listsMax);
};

/** The first conditions whose lists are few together. */
const fewLists = (conditions: readonly ValueCondition[]): ValueCondition[] => {
  let left = lookedUpListsMax;
  return conditions.filter(({ lists }) => {
    left -= lists.length;
    return left >= 0;
  });
};

export const conditionSizes = async (scope: QueryScope, values: readonly ValueCondition[]): Promise<ConditionSizes> => {
  const useful = await usefulConditions(scope, values);
  const sized: { condition: ValueCondition; size: number }[] = [];
  for (const condition of useful) sized.push({ condition, size: await conditionSize(scope, condition) });
  sized.sort((a, b) => a.size - b.size);
  const [smallest, ...others] = sized;
  const taken = fewLists(others.map(({ condition }) => condition));
  return {
    smallest: smallest?.condition,
    size: smallest?.size ?? Infinity,
    others: taken,
    areAll: values.length === taken.length + (smallest === undefined ? 0 : 1),
  };
};

/** The lists whose common ids satisfy all conditions; undefined where Redis should not compare them in one command. */
const comparedLists = ({ smallest, size, others }: ConditionSizes): readonly IdList[] | undefined => {
  if (smallest === undefined || others.length === 0 || size === 0) return undefined;
  if (size * others.length > comparedIdsMax) return undefined;
  const lists = [smallest, ...others].map(condition => (condition.lists.length === 1 ? condition.lists[0] : undefined));
  return lists.every(list => list !== undefined) ? lists : undefined;
};

/** Returns the number of resources that satisfy all conditions, at most `max`; undefined where they must be walked. */
export const intersectionSize = async (
  scope: QueryScope,
  values: readonly ValueCondition[],
  max: number,
): Promise<number | undefined> => {
  if (values.length < 2) return undefined;
  const sizes = await conditionSizes(scope, values);
  const lists = sizes.areAll ? comparedLists(sizes) : undefined;
  const { store, projectKey, resourceType } = scope;
  return lists && store.commonIdCount(projectKey, resourceType.typeId, lists, max);
};

/** The ids that satisfy all conditions; undefined where they are many, or Redis should not compare the lists. */
export const intersectedIds = async (scope: QueryScope, sizes: ConditionSizes): Promise<string[] | undefined> => {
  const lists = comparedLists(sizes);
  if (lists === undefined) return undefined;
  const { store, projectKey, resourceType } = scope;
  const count = await store.commonIdCount(projectKey, resourceType.typeId, lists, fetchedIdsMax + 1);
  return count === undefined || count > fetchedIdsMax
    ? undefined
    : store.commonIds(projectKey, resourceType.typeId, lists);
};
