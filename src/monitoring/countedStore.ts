import { ApiError } from '../errors/ApiError.js';
import type { CommitCounts, CommitResult } from '../metrics/CommitCounts.js';
import { StaleReadError } from '../store/StaleReadError.js';
import type { Store } from '../store/Store.js';

const commitResult = (error: unknown): CommitResult => {
  if (error instanceof StaleReadError) return 'stale';
  if (!(error instanceof ApiError)) return 'failed';
  return error.entries.some(({ code }) => code === 'ConcurrentModification') ? 'conflict' : 'refused';
};

/** Counts the commits of the store by their result. */
export const countedStore = (store: Store, commits: CommitCounts): Store => ({
  ...store,
  commit: changeSet => {
    const committing = store.commit(changeSet);
    committing.then(
      () => commits.count('done'),
      error => commits.count(commitResult(error)),
    );
    return committing;
  },
});
