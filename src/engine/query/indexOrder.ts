import type { ResourceSchema } from '../define/ResourceSchema.js';
import type { SortKey } from './predicate/compareBy.js';

export type Direction = 'asc' | 'desc';

/** An order that an index has. */
export interface IndexOrder {
  readonly by: 'id' | 'createdAt' | 'lastModifiedAt';
  readonly direction: Direction;
}

/** The field whose list has the order of a field, or undefined where no list has it. */
export const orderedField = ({ isImmutable }: ResourceSchema, field: string): IndexOrder['by'] | undefined => {
  if (field === 'id' || field === 'createdAt') return field;
  if (field !== 'lastModifiedAt') return undefined;
  return isImmutable ? 'createdAt' : field;
};

/**
 * The order that an index has for a sort, or undefined where the resources themselves must be compared. Without `sort`
 * it is the order of creation. Further keys behind `id` cannot matter, nor can `id` behind a time.
 */
export const indexOrder = (resourceType: ResourceSchema, sort: readonly SortKey[]): IndexOrder | undefined => {
  const [first, second] = sort;
  if (first === undefined) return { by: 'createdAt', direction: 'asc' };
  const [field = ''] = first.path.length === 1 ? first.path : [];
  const by = orderedField(resourceType, field);
  if (by === undefined) return undefined;
  const isSameDirection =
    second === undefined || (second.path.join('.') === 'id' && second.direction === first.direction);
  return field === 'id' || isSameDirection ? { by, direction: first.direction } : undefined;
};
