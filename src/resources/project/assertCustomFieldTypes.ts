import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { errorEntry, failAll } from '../../errors/ApiError.js';
import type { Project } from './members.js';

/** Refuses the index of a custom field of resources that have none. */
export const assertCustomFieldTypes: BeforeCommit<Project> = async (
  { resourceTypes },
  { changes: { customFieldIndexes = [] } },
) => {
  const wrong = customFieldIndexes.filter(({ typeId }) => resourceTypes.get(typeId)?.hasCustomFields !== true);
  if (wrong.length === 0) return {};
  throw failAll(
    wrong.map(({ typeId }) =>
      errorEntry('InvalidField', {
        field: 'customFieldIndexes.typeId',
        invalidValue: typeId,
        expected: 'Expected a resource type with custom fields.',
      }),
    ),
  );
};
