import { creation } from '../../engine/define/defineResource.js';
import { assertDefinitions } from '../shared/fieldDefinition.js';
import { type Type, TypeDraft } from './members.js';

export const draft = creation<Type, typeof TypeDraft>(
  TypeDraft,
  ({ fieldDefinitions = [], resourceTypeIds, ...plain }) => {
    assertDefinitions(fieldDefinitions);
    return { members: { ...plain, resourceTypeIds: [...new Set(resourceTypeIds)], fieldDefinitions } };
  },
);
