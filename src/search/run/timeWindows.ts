import { type DataStore, wholeList } from '../../store/DataStore.js';

/** A range of times in milliseconds since the epoch; both ends are included. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Returns creation times that divide all resources into about this many windows, the newest first. */
export type TimeBoundaries = (windowCount: number) => Promise<readonly number[]>;

export const creationTimeBoundaries =
  (store: DataStore, typeId: string, projectKey: string): TimeBoundaries =>
  async windowCount => {
    const list = { by: 'createdAt' } as const;
    const { to: count } = await store.rankRange(projectKey, typeId, list, wholeList);
    const step = Math.max(1, Math.ceil(count / windowCount));
    const ranks: number[] = [];
    for (let rank = count - step; rank > 0; rank -= step) ranks.push(rank);
    const ids = await Promise.all(
      ranks.map(rank => store.idsInRange(projectKey, typeId, list, { from: rank, to: rank + 1 })),
    );
    const times = await store.scores(projectKey, typeId, list, ids.flat());
    return [...new Set(times.filter(time => time !== null))].sort((one, other) => other - one);
  };

/**
 * Returns the windows between the boundaries, the newest first, which cover all time. Many candidates are read window
 * by window: a single search would block Redis for other requests, and its ids would fill the memory of the worker.
 */
export const timeWindows = (boundaries: readonly number[]): TimeWindow[] => {
  let to = Infinity;
  return [...boundaries, -Infinity].map(from => {
    const window = { from, to };
    to = from - 1;
    return window;
  });
};
