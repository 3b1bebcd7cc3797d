import type { Project } from '../resources/project/members.js';
import type { Services } from '../services/services.js';
import { changeProject } from './changeProject.js';

export type CustomFieldName = NonNullable<Project['customFieldIndexes']>[number];

/** Adds a custom field to those that the project indexes, or removes it; false where nothing changes. */
export const changeFieldIndexes = (
  services: Services,
  projectKey: string,
  field: CustomFieldName,
  isIndexed: boolean,
): Promise<boolean> =>
  changeProject(services, projectKey, ({ customFieldIndexes = [] }) => {
    const others = customFieldIndexes.filter(({ typeId, name }) => typeId !== field.typeId || name !== field.name);
    if (others.length < customFieldIndexes.length === isIndexed) return [];
    return [{ action: 'setCustomFieldIndexes', customFieldIndexes: isIndexed ? [...others, field] : others }];
  });
