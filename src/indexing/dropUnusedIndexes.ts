import type { SearchIndexes } from '../store/SearchIndexes.js';
import type { SearchStates } from '../store/SearchStates.js';

export interface DropUnusedIndexesOptions {
  readonly states: SearchStates;
  readonly indexes: Pick<SearchIndexes, 'drop'>;
}

/** Drops the indexes of a project that were replaced and are no longer searched. */
export const dropUnusedIndexes = async (
  { states, indexes }: DropUnusedIndexesOptions,
  projectKey: string,
): Promise<void> => {
  for (const number of await states.obsoleteIndexes(projectKey)) {
    await indexes.drop(projectKey, 'order', number);
    await states.removeObsoleteIndex(projectKey, number);
  }
};
