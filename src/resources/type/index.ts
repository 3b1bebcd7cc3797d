import type { Static } from '@sinclair/typebox';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import { Key, List, LocalizedString, NonEmptyText, Optional, Shape } from '../../schema/primitives.js';
import { actions } from './actions.js';
import { assertDefinitions, FieldDefinition, FieldDefinitionDraft } from '../shared/fieldDefinition.js';

const Names = List(NonEmptyText);

const TypeMembers = Shape({
  key: Key,
  name: LocalizedString,
  description: Optional(LocalizedString),
  resourceTypeIds: Names,
  fieldDefinitions: List(FieldDefinition),
});

const TypeDraft = Shape({
  key: Key,
  name: LocalizedString,
  description: Optional(LocalizedString),
  resourceTypeIds: Names,
  fieldDefinitions: Optional(List(FieldDefinitionDraft)),
});

export type Type = Base & Static<typeof TypeMembers>;

const draft = creation<Type, typeof TypeDraft>(TypeDraft, ({ fieldDefinitions = [], resourceTypeIds, ...plain }) => {
  assertDefinitions(fieldDefinitions);
  return { members: { ...plain, resourceTypeIds: [...new Set(resourceTypeIds)], fieldDefinitions } };
});

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
});
