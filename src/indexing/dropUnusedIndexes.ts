import type { SearchIndexes } from '../store/SearchIndexes.js';
import type { SearchStates } from '../store/SearchStates.js';

export interface DropUnusedIndexesOptions {
  readonly states: SearchStates;
  readonly indexes: Pick<SearchIndexes, 'drop' | 'deleteLeftKeys'>;
}

/**
 * Deletes what is left of the given indexes, and of all that were lost before the present one was built. A number below
 * that of the searched index is never given to a new one.
 */
const deleteLeftKeys = async (
  { states, indexes }: DropUnusedIndexesOptions,
  projectKey: string,
  dropped: readonly number[],
): Promise<void> => {
  const current = (await states.read(projectKey))?.current ?? 0;
  const used = await states.usedIndexes(projectKey);
  await indexes.deleteLeftKeys(
    projectKey,
    'order',
    number => dropped.includes(number) || (number < current && !used.has(number)),
  );
};

/** Drops the indexes of a project that were replaced and are no longer searched. */
export const dropUnusedIndexes = async (options: DropUnusedIndexesOptions, projectKey: string): Promise<void> => {
  const { states, indexes } = options;
  const numbers = await states.obsoleteIndexes(projectKey);
  if (numbers.length === 0) return;
  for (const number of numbers) await indexes.drop(projectKey, 'order', number);
  await deleteLeftKeys(options, projectKey, numbers);
  for (const number of numbers) await states.removeObsoleteIndex(projectKey, number);
};
