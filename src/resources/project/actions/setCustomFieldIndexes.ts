import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { fail } from '../../../errors/ApiError.js';
import { CustomFieldIndexes, type Project } from '../members.js';

/** Replaces the list of indexed custom fields; without a list no custom field is indexed. */
export const setCustomFieldIndexes: Action<Project> = action(
  { customFieldIndexes: CustomFieldIndexes },
  (project: Project, { customFieldIndexes }) => {
    const names = customFieldIndexes.map(({ typeId, name }) => `${typeId} ${name}`);
    const duplicate = names.find((name, at) => names.indexOf(name) !== at);
    if (duplicate !== undefined)
      throw fail('DuplicateField', { field: 'customFieldIndexes', duplicateValue: duplicate });
    const indexes = customFieldIndexes.length === 0 ? undefined : customFieldIndexes;
    return sameValue(project.customFieldIndexes, indexes) ? unchanged : { set: { customFieldIndexes: indexes } };
  },
);
