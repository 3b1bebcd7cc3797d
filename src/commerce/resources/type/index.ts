import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { assertDefinitions, timeFormatsOf } from '../shared/fieldDefinition.js';
import { actions } from './actions.js';
import { beforeCommit } from './beforeCommit.js';
import { type Type, TypeDraft, TypeMembers } from './members.js';

const draft = creation<Type, typeof TypeDraft>(TypeDraft, ({ fieldDefinitions = [], resourceTypeIds, ...plain }) => {
  assertDefinitions(fieldDefinitions);
  return { members: { ...plain, resourceTypeIds: [...new Set(resourceTypeIds)], fieldDefinitions } };
});

/** Declares custom fields: the resource types that have them, and the type of each field. */
export const type = defineResource<Type>({
  typeId: 'type',
  path: 'types',
  shared: true,
  scopes: { read: ['view_types'], write: ['manage_types'] },
  resource: TypeMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: [],
  beforeCommit,
  verbs: { update: 'updateWithJob' },
  declaredNames: ({ fieldDefinitions, resourceTypeIds }) => ({
    names: fieldDefinitions.map(({ name }) => name),
    formats: timeFormatsOf(fieldDefinitions),
    holders: resourceTypeIds,
  }),
  behindReferences: 'buyers name any type in their own carts; custom fields show the labels that they need',
});
