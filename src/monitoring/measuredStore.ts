/** Measures the store and the search indexes: the duration of every eighth call. */
import type { ThreadMetrics } from '../metrics/ThreadMetrics.js';
import type { SearchIndexes } from '../store/SearchIndexes.js';
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

export const measuredStore = (store: Store, metrics: ThreadMetrics): Store =>
  wrapMethods(store, { walk: true, masterOf: true }, (name, method) => measureCalls(metrics, name, method));

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
