/** Measures the store and the search indexes: the duration of every eighth call, and the result of each commit. */
import { ApiError } from '../errors/ApiError.js';
import type { CommitResult, ThreadMetrics } from '../metrics/ThreadMetrics.js';
import type { SearchIndexes } from '../store/SearchIndexes.js';
import { StaleReadError } from '../store/StaleReadError.js';
import type { Store } from '../store/Store.js';
import { type AsyncMethod, wrapMethods } from './wrapMethods.js';

/** One of so many calls is timed; a power of two. */
const samplingInterval = 8;

const measureCalls = (metrics: ThreadMetrics, name: string, method: AsyncMethod): AsyncMethod => {
  const durations = metrics.redisDurations(name);
  let count = 0;
  return (...args) => {
    if ((count++ & (samplingInterval - 1)) !== 0) return method(...args);
    const startMs = performance.now();
    const observe = (): void => durations.observe(performance.now() - startMs);
    const reply = method(...args);
    reply.then(observe, observe);
    return reply;
  };
};

const commitResult = (error: unknown): CommitResult => {
  if (error instanceof StaleReadError) return 'stale';
  if (!(error instanceof ApiError)) return 'failed';
  return error.entries.some(({ code }) => code === 'ConcurrentModification') ? 'conflict' : 'refused';
};

export const measuredStore = (store: Store, metrics: ThreadMetrics): Store => {
  const measured = wrapMethods(store, { walk: true }, (name, method) => measureCalls(metrics, name, method));
  return {
    ...measured,
    commit: changeSet => {
      const committing = measured.commit(changeSet);
      committing.then(
        () => metrics.countCommit('done'),
        error => metrics.countCommit(commitResult(error)),
      );
      return committing;
    },
  };
};

/** The measured methods of the search indexes, with the names that metrics give their calls. */
const searchCalls: ReadonlyMap<string, string> = new Map([
  ['find', 'searchFind'],
  ['contents', 'searchContents'],
  ['apply', 'searchApply'],
]);

export const measuredSearchIndexes = (indexes: SearchIndexes, metrics: ThreadMetrics): SearchIndexes =>
  wrapMethods(indexes, {}, (name, method) => {
    const callName = searchCalls.get(name);
    return callName === undefined ? method : measureCalls(metrics, callName, method);
  });
