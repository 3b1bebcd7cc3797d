/** Resources that satisfy several conditions at once, found by Redis alone. */
import { type IdList, wholeList } from '../../store/Store.js';
import type { QueryScope } from './QueryScope.js';
import type { ValueCondition } from './valueConditions.js';

/** Redis compares lists in one command only if one of them is this short: it takes 0.08 µs an id, so less than 1 ms. */
const comparedIdsMax = 10_000;
/** Up to so many ids are fetched and sorted; where more satisfy the conditions, a walk fills a page soon. */
const fetchedIdsMax = 1_000;

/** The condition that the fewest ids satisfy, the number of them, and the other conditions. */
export interface ConditionSizes {
  readonly smallest?: ValueCondition;
  readonly size: number;
  readonly others: readonly ValueCondition[];
}

/** The number of ids in all lists of a condition. */
const conditionSize = async (
  { store, projectKey, resourceType }: QueryScope,
  { lists }: ValueCondition,
): Promise<number> => {
  const ranges = await Promise.all(
    lists.map(list => store.rankRange(projectKey, resourceType.typeId, list, wholeList)),
  );
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
};

export const conditionSizes = async (scope: QueryScope, values: readonly ValueCondition[]): Promise<ConditionSizes> => {
  const sizes = await Promise.all(values.map(condition => conditionSize(scope, condition)));
  const size = Math.min(...sizes);
  const at = sizes.indexOf(size);
  return { smallest: values[at], size, others: values.filter((_, index) => index !== at) };
};

/** The lists whose common ids satisfy all conditions; undefined where Redis should not compare them in one command. */
const comparedLists = ({ smallest, size, others }: ConditionSizes): readonly IdList[] | undefined => {
  if (smallest === undefined || others.length === 0 || size === 0 || size > comparedIdsMax) return undefined;
  const lists = [smallest, ...others].map(condition => (condition.lists.length === 1 ? condition.lists[0] : undefined));
  return lists.every(list => list !== undefined) ? lists : undefined;
};

/** How many resources satisfy all conditions, at most `max`; undefined where they must be walked. */
export const intersectionSize = async (
  scope: QueryScope,
  values: readonly ValueCondition[],
  max: number,
): Promise<number | undefined> => {
  if (values.length < 2) return undefined;
  const lists = comparedLists(await conditionSizes(scope, values));
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
