import { type IdList, type ListBounds, wholeList } from '../../store/Store.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';
import { orderedList } from '../orderedList.js';
import type { IndexConditions } from './indexConditions.js';
import type { Direction, IndexOrder } from './indexOrder.js';

/** The part of one list that holds exactly the matching ids in order: a page of it needs no walk. */
export interface IndexRange {
  readonly list: IdList;
  readonly bounds: ListBounds;
  readonly direction: Direction;
}

/** The part of one list that answers the conditions in the given order, if there is one. */
export const exactRange = (
  resourceType: ResourceSchema,
  { values, bounds, named }: IndexConditions,
  { by, direction }: IndexOrder,
): IndexRange | undefined => {
  const hasOtherBounds = [...bounds.keys()].some(list => list !== by);
  if (named !== undefined || hasOtherBounds || values.length > 1) return undefined;
  const [condition] = values;
  if (condition !== undefined && (by !== 'createdAt' || condition.lists.length !== 1)) return undefined;
  const list = condition?.lists[0] ?? orderedList(resourceType, by);
  return { list, bounds: bounds.get(by) ?? wholeList, direction };
};
