/**
 * Many candidates are looked at a stretch of time after the other: one search of all of them would hold Redis up for all
 * others, and their ids would fill the worker's memory.
 */
import { type Store, wholeList } from '../../store/Store.js';

/** From one time to another, both included; milliseconds since the epoch. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Times at which orders were created, that part all orders into so many stretches, about; the newest first. */
export type TimeBoundaries = (stretches: number) => Promise<readonly number[]>;

export const creationTimeBoundaries =
  (store: Store, projectKey: string): TimeBoundaries =>
  async stretches => {
    const list = { by: 'createdAt' } as const;
    const { to: count } = await store.rankRange(projectKey, 'order', list, wholeList);
    const step = Math.max(1, Math.ceil(count / stretches));
    const ranks: number[] = [];
    for (let rank = count - step; rank > 0; rank -= step) ranks.push(rank);
    const ids = await Promise.all(
      ranks.map(rank => store.idsInRange(projectKey, 'order', list, { from: rank, to: rank + 1 })),
    );
    const times = await store.scores(projectKey, 'order', list, ids.flat());
    return [...new Set(times.filter(time => time !== null))].sort((one, other) => other - one);
  };

/** Stretches between boundaries, the newest first; together they are all time. */
export const timeWindows = (boundaries: readonly number[]): TimeWindow[] => {
  const starts = [...boundaries, -Infinity];
  return starts.map((from, at) => ({ from, to: at === 0 ? Infinity : starts[at - 1]! - 1 }));
};
