import { type IdList, type RankRange, wholeList } from '../../store/Store.js';
import type { IndexConditions } from './indexConditions.js';
import type { Direction, IndexOrder } from './indexOrder.js';
import { orderedList } from '../orderedList.js';
import type { QueryScope } from './QueryScope.js';

/** A range of one list that holds exactly the matching ids in order: a page of it needs no walk. */
export interface IndexRange {
  readonly list: IdList;
  readonly ranks: RankRange;
  readonly direction: Direction;
}

/** The range of one list that answers the conditions in the given order, if there is one. */
export const exactRange = async (
  { store, projectKey, resourceType }: QueryScope,
  { values, bounds, named }: IndexConditions,
  { by, direction }: IndexOrder,
): Promise<IndexRange | undefined> => {
  const hasOtherBounds = [...bounds.keys()].some(list => list !== by);
  if (named !== undefined || hasOtherBounds || values.length > 1) return undefined;
  const [condition] = values;
  if (condition !== undefined && (by !== 'createdAt' || condition.lists.length !== 1)) return undefined;
  const list: IdList = condition?.lists[0] ?? orderedList(resourceType, by);
  const ranks = await store.rankRange(projectKey, resourceType.typeId, list, bounds.get(by) ?? wholeList);
  return { list, ranks, direction };
};
