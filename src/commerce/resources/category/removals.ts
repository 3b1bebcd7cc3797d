/** The categories below a deleted one: programs of the vendor delete root categories only. */
import { limits } from '../../../base/config/limits.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { Removal } from '../../../engine/define/DefinitionGroups.js';
import { loadManyStored } from '../../../engine/loadResources.js';
import { levelsBelow, type StoredCategory } from '../shared/categoryTree.js';
import type { Category } from './members.js';

export const companionRemovals: Removal<Category>['companions'] = async (access, projectKey, { id }) => {
  const ids: string[] = [];
  for await (const level of levelsBelow(access, projectKey, id)) {
    ids.push(...level);
    if (ids.length > limits.categoriesDeletedAtOnceMax)
      throw fail('InvalidOperation', {
        message: `The category '${id}' has more than ${limits.categoriesDeletedAtOnceMax} categories below it, which are deleted with it. Delete some of these first.`,
      });
  }
  const below = await loadManyStored<StoredCategory>(access, projectKey, 'category', ids);
  const resources = [...below.values()].map(({ resource }) => resource);
  return { removals: [{ typeId: 'category', resources, retryIfStale: true }] };
};
