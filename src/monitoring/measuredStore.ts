/** The store and the search indexes, measured: of calls every eighth, of commits each by its result. */
import { StaleReadError } from '../store/StaleReadError.js';
import { ApiError } from '../errors/ApiError.js';
import type { SearchIndexes } from '../store/SearchIndexes.js';
import type { Store } from '../store/Store.js';
import type { CommitResult, ThreadMetrics } from '../metrics/ThreadMetrics.js';

type Call = (...given: never[]) => Promise<unknown>;

/** One in so many is timed; a power of two. */
const every = 8;

const measureCalls = <C extends Call>(figures: ThreadMetrics, name: string, call: C): C => {
  const durations = figures.redis(name);
  let count = 0;
  return ((...given: Parameters<C>) => {
    if ((count++ & (every - 1)) !== 0) return call(...given);
    const startMs = performance.now();
    const end = (): void => durations.observe(performance.now() - startMs);
    const answer = call(...given);
    answer.then(end, end);
    return answer;
  }) as C;
};

const resultOf = (error: unknown): CommitResult => {
  if (error instanceof StaleReadError) return 'moved';
  if (!(error instanceof ApiError)) return 'failed';
  return error.entries.some(({ code }) => code === 'ConcurrentModification') ? 'conflict' : 'refused';
};

export const measuredStore = (store: Store, figures: ThreadMetrics): Store => {
  const calls = Object.fromEntries(
    Object.entries(store).map(([name, call]) => [name, measureCalls(figures, name, call as Call)]),
  ) as unknown as Store;
  return {
    ...calls,
    commit: changeSet => {
      const committing = calls.commit(changeSet);
      committing.then(
        () => figures.committed('done'),
        error => figures.committed(resultOf(error)),
      );
      return committing;
    },
  };
};

export const measuredSearchIndexes = (indexes: SearchIndexes, figures: ThreadMetrics): SearchIndexes => ({
  ...indexes,
  find: measureCalls(figures, 'searchFind', indexes.find),
  contents: measureCalls(figures, 'searchContents', indexes.contents),
  apply: measureCalls(figures, 'searchApply', indexes.apply),
});
