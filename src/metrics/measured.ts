/** The store and the search indexes, measured: of calls every eighth, of commits each by its result. */
import { Moved } from '../engine/changeSet.js';
import { ApiError } from '../errors/ApiError.js';
import type { SearchIndexes } from '../store/searchIndexes.js';
import type { Store } from '../store/store.js';
import type { CommitResult, ThreadFigures } from './threadFigures.js';

type Call = (...given: never[]) => Promise<unknown>;

/** One in so many is timed; a power of two. */
const every = 8;

const sampled = <C extends Call>(figures: ThreadFigures, name: string, call: C): C => {
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
  if (error instanceof Moved) return 'moved';
  if (!(error instanceof ApiError)) return 'failed';
  return error.entries.some(({ code }) => code === 'ConcurrentModification') ? 'conflict' : 'refused';
};

export const measuredStore = (store: Store, figures: ThreadFigures): Store => {
  const calls = Object.fromEntries(
    Object.entries(store).map(([name, call]) => [name, sampled(figures, name, call as Call)]),
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

export const measuredIndexes = (indexes: SearchIndexes, figures: ThreadFigures): SearchIndexes => ({
  ...indexes,
  find: sampled(figures, 'searchFind', indexes.find),
  contents: sampled(figures, 'searchContents', indexes.contents),
  apply: sampled(figures, 'searchApply', indexes.apply),
});
