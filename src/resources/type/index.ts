import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type Type, TypeMembers } from './members.js';

/** Declares custom fields: the resource types that have them, and the type of each field. */
export const type = defineResource<Type>({
  typeId: 'type',
  path: 'types',
  scopes: { read: ['view_types'], write: ['manage_types'] },
  resource: TypeMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: [],
  declaredNames: ({ fieldDefinitions, resourceTypeIds }) => ({
    names: fieldDefinitions.map(({ name }) => name),
    holders: resourceTypeIds,
  }),
});
