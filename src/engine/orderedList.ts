import type { IdList } from '../store/Store.js';
import type { ResourceSchema } from './define/ResourceSchema.js';

/** The list of all ids of a resource type in the order of a field. */
export const orderedList = (
  { hasTimeOrderedIds }: Pick<ResourceSchema, 'hasTimeOrderedIds'>,
  by: 'id' | 'createdAt' | 'lastModifiedAt',
): IdList => (by === 'createdAt' ? { by, inIds: hasTimeOrderedIds } : { by });
