import { batchesOf, getOrCreate } from '../../base/lists.js';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { bisectFailures, type FailedId } from '../bisectFailures.js';
import type { RedisLock } from '../../base/redis/RedisLock.js';
import { isRedisUnavailable } from '../../base/redis/redisErrors.js';
import { type IndexEntry, UnknownIndexError, type SearchIndexes } from '../SearchIndexes.js';
import type { DirtyMark, SearchState, SearchStates } from '../SearchStates.js';
import { isTakenStampMark, stampOfMark } from '../../store/keys.js';
import { MarkClaims, RetryBackoff } from './MarkClaims.js';

export interface IndexerOptions {
  readonly states: SearchStates;
  readonly indexes: Pick<SearchIndexes, 'apply'>;
  readonly documentsOf: (projectKey: string, ids: readonly string[]) => Promise<readonly IndexEntry[]>;
  /** Yields the ids of the resources whose documents show the data that a stamp stands for. */
  readonly dependentsOf?: (projectKey: string, stamp: string) => AsyncIterable<readonly string[]>;
  readonly log: Logger;
  /** Identifies this process in leases. */
  readonly holder: string;
  /** Receives the age of a dirty mark when its resource was indexed. */
  readonly observeLag: (seconds: number) => void;
  /** Is called when a project has dirty marks and Redis lost the index. */
  readonly onIndexMissing?: (projectKey: string) => void;
  /** Receives the search state of a project each time it is read. */
  readonly onStateRead?: (projectKey: string, state: SearchState | undefined) => void;
  /**
   * Receives the age of the oldest dirty mark of a project with an index, as long as its indexing makes progress:
   * pauses of commits do not help an indexing that fails.
   */
  readonly onLagRead?: (projectKey: string, lagMs: number) => void;
}

const batchSize = 200;
/** Batches of one project in progress at once: one is read and built while Redis writes the other. */
const batchesAtOnce = 2;
/** A batch is written in parts, so that the next part is built while Redis writes the current one. */
const partSize = 50;
/** After this number of batches the next project is drained. */
const batchesPerDrain = 50;
const projectsAtOnce = 4;
const leaseMs = 10_000;
/** Delay before the next attempt while another process holds the lease of the project. */
const leaseRetryMs = 50;
const retryMs = 1_000;
/** Delay after a batch without progress: its resources changed meanwhile, or another process indexed them. */
const noProgressMs = 20;
const drainMs = 2_000;
const drainPollMs = 5;

/** Returns the index that is updated; undefined while there is none. */
const indexOf = (state: SearchState | undefined): number | undefined => state?.current ?? state?.building;

const lagOf = (oldest: DirtyMark | undefined, presentMs: number): number =>
  Math.max(0, presentMs - (oldest?.atMs ?? presentMs));

/**
 * Updates the indexes of one type after resources changed: drains the dirty marks that commits leave, oldest first, in
 * batches. Any number of processes may do so at once: a lease prevents duplicate work, and versions guard each write.
 */
export class Indexer {
  readonly #options: IndexerOptions;
  readonly #notified = new Set<string>();
  readonly #draining = new Map<string, Promise<void>>();
  readonly #backoffs = new Map<string, RetryBackoff>();
  /** Ages of the oldest dirty marks at the last reads. */
  readonly #lagMs = new Map<string, number>();
  /** Times of the oldest dirty marks of projects that other processes index. */
  readonly #watchedMs = new Map<string, number>();
  #isStopping = false;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  /** Drains the dirty marks of a project as soon as a slot is free. */
  notify(projectKey: string): void {
    this.#notified.add(projectKey);
    this.#startDrains();
  }

  /** Drains for at most two seconds, then ends after the current batches. */
  async stop(): Promise<void> {
    const endMs = performance.now() + drainMs;
    while (this.#draining.size > 0 && performance.now() < endMs) await setTimeout(drainPollMs);
    this.#isStopping = true;
    await Promise.all(this.#draining.values());
  }

  #startDrains(): void {
    for (const projectKey of this.#notified) {
      if (this.#draining.size >= projectsAtOnce || this.#isStopping) return;
      if (this.#draining.has(projectKey)) continue;
      this.#notified.delete(projectKey);
      this.#draining.set(
        projectKey,
        this.#drain(projectKey).finally(() => {
          this.#draining.delete(projectKey);
          this.#startDrains();
        }),
      );
    }
  }

  #notifyLater(projectKey: string, ms: number): void {
    void setTimeout(ms, undefined, { ref: false }).then(() => this.notify(projectKey));
  }

  async #drain(projectKey: string): Promise<void> {
    const { states, holder, log, onIndexMissing } = this.#options;
    try {
      const lease = states.lease(projectKey, holder, leaseMs);
      if (!(await lease.take())) return await this.#watchOther(projectKey);
      try {
        await this.#indexBatches(projectKey, lease);
      } finally {
        await lease.release();
      }
    } catch (error) {
      const isIndexMissing = error instanceof UnknownIndexError;
      if (isIndexMissing) onIndexMissing?.(projectKey);
      const level = isIndexMissing || isRedisUnavailable(error) ? 'debug' : 'error';
      log[level]({ err: error, projectKey, typeId: states.typeId }, 'indexing of changed resources failed; retrying');
      this.#notifyLater(projectKey, retryMs);
    }
  }

  /** Reads the lag of a project whose marks another process indexes. */
  async #watchOther(projectKey: string): Promise<void> {
    const { states, onLagRead } = this.#options;
    const [state, [oldest], presentMs] = await Promise.all([
      states.read(projectKey),
      states.oldestMarks(projectKey, 1),
      states.presentMs(projectKey),
    ]);
    const hasProgress = oldest === undefined || oldest.atMs !== this.#watchedMs.get(projectKey);
    if (oldest === undefined) this.#watchedMs.delete(projectKey);
    else this.#watchedMs.set(projectKey, oldest.atMs);
    if (indexOf(state) !== undefined && hasProgress) onLagRead?.(projectKey, lagOf(oldest, presentMs));
    this.#notifyLater(projectKey, leaseRetryMs);
  }

  /** Indexes batches, several at once, until no marks are left or the next project is due. */
  async #indexBatches(projectKey: string, lease: RedisLock): Promise<void> {
    const claims = new MarkClaims();
    let [leasedMs, count] = [performance.now(), 0];
    const renew = async (): Promise<void> => {
      if (performance.now() - leasedMs < leaseMs / 3) return;
      leasedMs = performance.now();
      await lease.take();
    };
    const indexNext = async (): Promise<void> => {
      while (!this.#isStopping && (await this.#indexBatch(projectKey, claims, renew))) {
        if (++count >= batchesPerDrain) return void this.#notified.add(projectKey);
        await renew();
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: batchesAtOnce }, indexNext));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Indexes one batch; false when nothing is left to index now. */
  async #indexBatch(projectKey: string, claims: MarkClaims, renew: () => Promise<void>): Promise<boolean> {
    const { states, onStateRead, onLagRead } = this.#options;
    const [state, marks] = await Promise.all([
      states.read(projectKey),
      claims.claim(() => this.#nextMarks(projectKey), batchSize),
    ]);
    try {
      onStateRead?.(projectKey, state);
      if (state === undefined) await states.deleteMarks(projectKey);
      if (state === undefined || indexOf(state) === undefined) return false;
      const lagMs = this.#lagMs.get(projectKey) ?? 0;
      for (const { id } of marks) {
        const stamp = stampOfMark(id);
        if (stamp !== undefined) await this.#indexDependents(projectKey, stamp, claims, renew);
      }
      const own = marks.filter(({ id }) => stampOfMark(id) === undefined);
      const indexed = own.length === 0 ? 0 : await this.#indexMarks(projectKey, state, own);
      if (indexed > 0 || lagMs === 0) onLagRead?.(projectKey, lagMs);
      return marks.length > 0;
    } finally {
      await claims.release(marks);
    }
  }

  /** Indexes marked resources; returns their number without the failed ones. */
  async #indexMarks(
    projectKey: string,
    { current, building }: SearchState,
    marks: readonly DirtyMark[],
  ): Promise<number> {
    const { states, indexes, documentsOf } = this.#options;
    const times = new Map(marks.map(({ id, atMs }) => [id, atMs]));
    const write = async (ids: readonly string[]): Promise<boolean> => {
      const entries = await documentsOf(projectKey, ids);
      const marked = entries.map(entry => ({ ...entry, markedAtMs: times.get(entry.id) }));
      return indexes.apply(projectKey, states.typeId, { current, building }, marked);
    };
    const ids = batchesOf([...times.keys()], partSize);
    const parts = await Promise.all(ids.map(part => bisectFailures(part, write)));
    // Undefined: the project now has other indexes, which the next batch reads.
    if (parts.includes(undefined)) return 0;
    const failures = parts.flatMap(part => part ?? []);
    const indexed = await this.#recordOutcome(projectKey, marks, failures);
    if (indexed + failures.length === 0) await setTimeout(noProgressMs);
    return indexed;
  }

  /**
   * Indexes the resources that the mark of a stamp stands for, page by page, so that changes of other resources do not
   * wait for all of them: the other batch indexes those changes. A run that was interrupted is repeated.
   */
  async #indexDependents(
    projectKey: string,
    stamp: string,
    claims: MarkClaims,
    renew: () => Promise<void>,
  ): Promise<void> {
    const { states, dependentsOf } = this.#options;
    const taken = await states.takeStampMark(projectKey, stamp);
    for await (const ids of dependentsOf?.(projectKey, stamp) ?? []) {
      const state = await states.read(projectKey);
      // The mark stays, so that another run begins when there is an index.
      if (this.#isStopping || state === undefined || indexOf(state) === undefined) return;
      await renew();
      await states.markDependents(projectKey, ids);
      const marks = await claims.claim(() => states.marksOf(projectKey, ids), ids.length);
      try {
        if (marks.length > 0) await this.#indexMarks(projectKey, state, marks);
      } finally {
        await claims.release(marks);
      }
    }
    await states.removeMark(projectKey, taken);
  }

  /** Reads the oldest marks, except those of resources that wait for their next attempt. */
  async #nextMarks(projectKey: string): Promise<DirtyMark[]> {
    const { states } = this.#options;
    const backoff = this.#backoffOf(projectKey);
    const count = batchesAtOnce * batchSize + backoff.size;
    const [marks, presentMs] = await Promise.all([states.oldestMarks(projectKey, count), states.presentMs(projectKey)]);
    if (marks.length < count) backoff.retainOnly(new Set(marks.map(({ id }) => id)));
    this.#lagMs.set(
      projectKey,
      lagOf(
        // Indexing the dependents of a stamp takes long: commits do not wait for it.
        marks.find(({ id }) => !backoff.hasFailed(id) && !isTakenStampMark(id)),
        presentMs,
      ),
    );
    const nowMs = Date.now();
    return marks.filter(({ id }) => !backoff.isWaiting(id, nowMs));
  }

  /**
   * Observes the lag of indexed resources and delays the next attempt of failed ones; returns the number of indexed
   * resources.
   */
  async #recordOutcome(
    projectKey: string,
    marks: readonly DirtyMark[],
    failures: readonly FailedId[],
  ): Promise<number> {
    const { states, log, observeLag } = this.#options;
    const backoff = this.#backoffOf(projectKey);
    const failedIds = new Set(failures.map(({ id }) => id));
    const remainingIds = new Set((await states.unchangedMarks(projectKey, marks)).map(({ id }) => id));
    const indexed = marks.filter(({ id }) => !failedIds.has(id) && !remainingIds.has(id));
    for (const { id, atMs } of indexed) {
      backoff.delete(id);
      observeLag(Math.max(0, Date.now() - atMs) / 1000);
    }
    for (const { id, error } of failures) {
      log.error(
        { err: error, projectKey, typeId: states.typeId, resourceId: id },
        'indexing of a resource failed; retrying with backoff',
      );
      backoff.recordFailure(id, Date.now());
    }
    return indexed.length;
  }

  #backoffOf(projectKey: string): RetryBackoff {
    return getOrCreate(this.#backoffs, projectKey, () => new RetryBackoff());
  }
}
