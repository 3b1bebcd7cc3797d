import { BroadcastChannel } from 'node:worker_threads';
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type IndexLag, lagName, indexLagChannel, type IndexNotifier } from './IndexNotifier.js';
import { entryLimit, cachedProjectsMax } from '../../base/memory/ReadCache.js';
import type { ProjectSettings } from '../../engine/define/ProjectSettings.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import type { DataStore } from '../../store/DataStore.js';

/** Commits begin to pause at the first lag, pause for the share at the second, and for nearly all time at the last. */
const firstLagMs = 500;
const shareLagMs = 1_500;
const lastLagMs = 3_000;
const lastShare = 0.9;
/** Each period begins with the pause; the clock aligns the periods of all threads. */
const periodMs = 50;
/** The period at the last lag: clients that wait for their answers send less in long periods. */
const lastPeriodMs = 500;
/** A lag that is not reported again is forgotten after this time. */
const lagMaxAgeMs = 5_000;

/** Interpolates the value at a lag between two points; returns the value of the nearer point outside of them. */
const between = (lagMs: number, fromMs: number, from: number, toMs: number, to: number): number =>
  from + (to - from) * Math.min(1, Math.max(0, (lagMs - fromMs) / (toMs - fromMs)));

/**
 * Gives the indexer a share of the time while it is behind: commits that it has to index pause at the beginning of each
 * period, so that neither processors nor Redis are busy with them. The pause grows with the lag.
 */
export class IndexingShare {
  readonly #share: number;
  readonly #lags = new LRUCache<string, number>({ ...entryLimit(cachedProjectsMax), ttl: lagMaxAgeMs });
  readonly #channel: BroadcastChannel | undefined;

  /** `percent` is the share at a lag of 1.5 seconds; with 0 no commit pauses. */
  constructor(redisUrl: string, percent: number) {
    this.#share = percent / 100;
    if (percent === 0) return;
    this.#channel = new BroadcastChannel(indexLagChannel(redisUrl));
    this.#channel.onmessage = event => {
      const lag = (event as { readonly data: IndexLag }).data;
      this.#lags.set(lagName(lag), lag.lagMs);
    };
    this.#channel.unref();
  }

  /** Returns the milliseconds until the next commit of a resource of the type may start. */
  pauseMs(projectKey: string, typeId: string, nowMs: number): number {
    const lagMs = this.#lags.get(lagName({ projectKey, typeId })) ?? 0;
    if (lagMs <= firstLagMs) return 0;
    const part =
      lagMs <= shareLagMs
        ? between(lagMs, firstLagMs, 0, shareLagMs, this.#share)
        : between(lagMs, shareLagMs, this.#share, lastLagMs, lastShare);
    const period = between(lagMs, shareLagMs, periodMs, lastLagMs, lastPeriodMs);
    return Math.max(0, part * period - (nowMs % period));
  }

  /** Waits before a commit that the indexer will index; undefined where it need not wait. */
  giveWay(projectKey: string, typeIds: readonly string[]): Promise<void> | undefined {
    const nowMs = Date.now();
    const pauseMs = Math.max(0, ...typeIds.map(typeId => this.pauseMs(projectKey, typeId, nowMs)));
    return pauseMs === 0 ? undefined : setTimeout(Math.ceil(pauseMs));
  }

  close(): void {
    this.#channel?.close();
  }
}

const noTypes: readonly string[] = [];

/** Returns the types of which a commit leaves dirty marks, mostly none or one. */
const markedTypes = ({ writes }: ChangeSet): readonly string[] => {
  let marked = noTypes;
  const add = (typeId: string): void => {
    if (!marked.includes(typeId)) marked = [...marked, typeId];
  };
  for (const { typeId, markedForIndexing, stamps, stampsSearchedIn } of writes) {
    if (markedForIndexing === true) add(typeId);
    if (stamps !== undefined) stampsSearchedIn?.forEach(add);
  }
  return marked;
};

interface Indexing {
  readonly share: Pick<IndexingShare, 'giveWay'>;
  readonly notifier: Pick<IndexNotifier, 'notify'>;
  readonly settings: (projectKey: string) => Promise<ProjectSettings>;
}

const notifyIndexer = async (
  { notifier, settings }: Indexing,
  projectKey: string,
  typeIds: readonly string[],
): Promise<void> => {
  const { searchedTypeIds } = await settings(projectKey);
  for (const typeId of typeIds) if (searchedTypeIds.includes(typeId)) notifier.notify(projectKey, typeId);
};

/**
 * Returns a store whose commits have two more stages where they leave dirty marks: giveWay → commit → notifyIndexer.
 * Such a commit first gives way to an indexer that is behind; after it, the indexer is notified if the project has a
 * search of the type. The periodic sweep finds work without a notification.
 */
export const commitForIndexing = (store: DataStore, indexing: Indexing): DataStore => {
  const commit = (changeSet: ChangeSet, typeIds: readonly string[]): Promise<void> => {
    const committed = store.commit(changeSet);
    committed.then(
      () => notifyIndexer(indexing, changeSet.projectKey, typeIds).catch(() => undefined),
      () => undefined,
    );
    return committed;
  };
  return {
    ...store,
    commit: changeSet => {
      const typeIds = markedTypes(changeSet);
      if (typeIds.length === 0) return store.commit(changeSet);
      const pause = indexing.share.giveWay(changeSet.projectKey, typeIds);
      return pause === undefined ? commit(changeSet, typeIds) : pause.then(() => commit(changeSet, typeIds));
    },
  };
};
