import { targetById } from '../../store/target.js';
import type { NamedValues } from './indexConditions.js';
import type { QueryScope } from './QueryScope.js';

/** The ids that the predicate names itself: by `id in (…)`, by a unique field, or by targets that the resource holds. */
export const namedIds = async (
  { store, projectKey, resourceType }: QueryScope,
  { field, values, heldTypeId }: NamedValues,
): Promise<string[]> => {
  if (field === 'id') return [...values];
  const ids =
    heldTypeId === undefined
      ? await Promise.all(values.map(value => store.findId(projectKey, resourceType.typeId, field, value)))
      : await store.holders(
          projectKey,
          values.map(value => targetById(heldTypeId, value)),
        );
  return [...new Set(ids)].filter(id => id !== null);
};
