import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import type { Project } from './members.js';

/** Refuses the index of a custom field of resources that have none. */
export const assertCustomFieldTypes: BeforeCommit<Project> = async (
  { resourceTypes },
  { changes: { customFieldIndexes = [] } },
) => {
  const wrong = customFieldIndexes.find(({ typeId }) => resourceTypes.get(typeId)?.hasCustomFields !== true);
  if (wrong !== undefined)
    throw fail('InvalidField', {
      field: 'customFieldIndexes.typeId',
      invalidValue: wrong.typeId,
      expected: 'Expected a resource type with custom fields.',
    });
  return {};
};
