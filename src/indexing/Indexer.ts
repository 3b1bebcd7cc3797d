/**
 * Brings search indexes up to the orders: drains the marks that commits leave, oldest first, in batches. Any number of
 * processes may do so at once; a lease keeps them from doing the same work, and each write is guarded by versions.
 */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type IndexEntry, NoSuchIndex, type SearchIndexes } from '../store/searchIndexes.js';
import type { Mark, SearchState, SearchStates } from '../store/searchStates.js';
import { bisectFailures, type FailedId, isRedisUnavailable } from '../search/bisectFailures.js';
import { RetryBackoff } from './RetryBackoff.js';

export interface IndexerOptions {
  readonly states: SearchStates;
  readonly indexes: Pick<SearchIndexes, 'apply'>;
  readonly documentsOf: (projectKey: string, ids: readonly string[]) => Promise<readonly IndexEntry[]>;
  readonly log: Logger;
  /** Names this process in leases. */
  readonly holder: string;
  /** An order was indexed that had been marked so long ago. */
  observeLag(seconds: number): void;
  /** A project has marks, and the index that they are for is not there. */
  onIndexMissing?(projectKey: string): void;
  /** What a project's state is, each time it is looked at. */
  onStateRead?(projectKey: string, state: SearchState | undefined): void;
}

export interface Indexer {
  /** Drains a project's marks, now or behind others. */
  notify(projectKey: string): void;
  /** Finishes what is to be done, two seconds at most, then the batches in hand. */
  stop(): Promise<void>;
}

const batchSize = 200;
/** Made in parts: while Redis writes one, the next is made. */
const partSize = 50;
/** Then other projects have their turn. */
const batchesAtOnce = 50;
const projectsAtOnce = 4;
const leaseMs = 10_000;
/** Another process drains the project. */
const heldMs = 50;
const retryMs = 1_000;
/** A batch of which nothing went was changed on the way, or is somebody else's too. */
const pauseMs = 20;
const drainMs = 2_000;

const partsOf = (marks: readonly Mark[]): string[][] => {
  const parts: string[][] = [];
  for (let at = 0; at < marks.length; at += partSize) parts.push(marks.slice(at, at + partSize).map(({ id }) => id));
  return parts;
};

export const createIndexer = ({
  states,
  indexes,
  documentsOf,
  log,
  holder,
  observeLag,
  onIndexMissing,
  onStateRead,
}: IndexerOptions): Indexer => {
  const told = new Set<string>();
  const active = new Map<string, Promise<void>>();
  const asides = new Map<string, RetryBackoff>();
  let isStopping = false;

  const asideOf = (projectKey: string): RetryBackoff => {
    const known = asides.get(projectKey) ?? new RetryBackoff();
    asides.set(projectKey, known);
    return known;
  };

  const nextMarks = async (projectKey: string): Promise<Mark[]> => {
    const aside = asideOf(projectKey);
    const count = batchSize + aside.size;
    const marks = await states.marks(projectKey, count);
    if (marks.length < count) aside.retainOnly(new Set(marks.map(({ id }) => id)));
    const nowMs = Date.now();
    return marks.filter(({ id }) => !aside.isWaiting(id, nowMs));
  };

  const putAside = (projectKey: string, broken: readonly FailedId[]): void => {
    for (const { id, error } of broken) {
      log.error({ err: error, projectKey, orderId: id }, 'an order could not be indexed; it is tried again');
      asideOf(projectKey).recordFailure(id, Date.now());
    }
  };

  /** How many of the marks are done with. */
  const settle = async (projectKey: string, marks: readonly Mark[], broken: readonly FailedId[]): Promise<number> => {
    const failed = new Set(broken.map(({ id }) => id));
    const remaining = new Set((await states.remaining(projectKey, marks)).map(({ id }) => id));
    const done = marks.filter(({ id }) => !failed.has(id) && !remaining.has(id));
    for (const { id, atMs } of done) {
      asideOf(projectKey).delete(id);
      observeLag(Math.max(0, Date.now() - atMs) / 1000);
    }
    putAside(projectKey, broken);
    return done.length;
  };

  /** One batch; false when there is none for now. */
  const turn = async (projectKey: string): Promise<boolean> => {
    const [state, marks] = await Promise.all([states.read(projectKey), nextMarks(projectKey)]);
    onStateRead?.(projectKey, state);
    if (state === undefined) await states.forgetMarks(projectKey);
    if (state === undefined || marks.length === 0 || (state.current ?? state.building) === undefined) return false;
    const { current, building } = state;
    const write = async (ids: readonly string[]): Promise<boolean> =>
      indexes.apply(projectKey, 'order', { current, building }, await documentsOf(projectKey, ids));
    const parts = await Promise.all(partsOf(marks).map(part => bisectFailures(part, write)));
    const broken = parts.flatMap(part => part ?? []);
    // Undefined: the indexes are others by now.
    if (!parts.includes(undefined) && (await settle(projectKey, marks, broken)) + broken.length === 0)
      await setTimeout(pauseMs);
    return true;
  };

  const turns = async (projectKey: string): Promise<void> => {
    let leasedMs = performance.now();
    for (let count = 0; !isStopping && (await turn(projectKey)); count++) {
      if (count === batchesAtOnce) return void told.add(projectKey);
      if (performance.now() - leasedMs < leaseMs / 3) continue;
      leasedMs = performance.now();
      await states.lease(projectKey, holder, leaseMs);
    }
  };

  const again = (projectKey: string, ms: number): void => {
    void setTimeout(ms, undefined, { ref: false }).then(() => tell(projectKey));
  };

  const drain = async (projectKey: string): Promise<void> => {
    try {
      if (!(await states.lease(projectKey, holder, leaseMs))) return again(projectKey, heldMs);
      await turns(projectKey).finally(() => states.endLease(projectKey, holder));
    } catch (error) {
      const isLost = error instanceof NoSuchIndex;
      if (isLost) onIndexMissing?.(projectKey);
      log[isLost || isRedisUnavailable(error) ? 'debug' : 'error'](
        { err: error, projectKey },
        'orders were not indexed',
      );
      again(projectKey, retryMs);
    }
  };

  const start = (): void => {
    for (const projectKey of told) {
      if (active.size >= projectsAtOnce || isStopping) return;
      if (active.has(projectKey)) continue;
      told.delete(projectKey);
      active.set(
        projectKey,
        drain(projectKey).finally(() => {
          active.delete(projectKey);
          start();
        }),
      );
    }
  };

  const tell = (projectKey: string): void => {
    told.add(projectKey);
    start();
  };

  return {
    notify,
    stop: async () => {
      const endMs = performance.now() + drainMs;
      while (active.size > 0 && performance.now() < endMs) await setTimeout(5);
      isStopping = true;
      await Promise.all(active.values());
    },
  };
};
