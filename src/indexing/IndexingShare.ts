import { BroadcastChannel } from 'node:worker_threads';
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { IndexLag } from './IndexLagNotifier.js';
import { indexLagChannel } from './indexNotificationChannel.js';

/** Commits begin to pause at this lag, and pause for the whole share at the other. */
const firstLagMs = 500;
const fullLagMs = 1_500;
/** Each period of this length begins with the pause; the clock aligns the periods of all threads. */
const periodMs = 50;
/** A lag that is not reported again is forgotten after this time. */
const lagMaxAgeMs = 5_000;
const projectsMax = 10_000;

/**
 * Gives the indexer a share of the time while it is behind: commits that it has to index pause at the beginning of each
 * period, and then neither processors nor Redis are busy with them. The pause grows with the lag up to the share.
 */
export class IndexingShare {
  readonly #share: number;
  readonly #lags = new LRUCache<string, number>({ max: projectsMax, ttl: lagMaxAgeMs });
  readonly #channel: BroadcastChannel | undefined;

  /** `percent` is the largest share; with 0 no commit pauses. */
  constructor(redisUrl: string, percent: number) {
    this.#share = percent / 100;
    if (percent === 0) return;
    this.#channel = new BroadcastChannel(indexLagChannel(redisUrl));
    this.#channel.onmessage = event => {
      const { projectKey, lagMs } = (event as { readonly data: IndexLag }).data;
      this.#lags.set(projectKey, lagMs);
    };
    this.#channel.unref();
  }

  /** Milliseconds until the next commit of the project may start. */
  pauseMs(projectKey: string, nowMs: number): number {
    const lagMs = this.#lags.get(projectKey) ?? 0;
    if (lagMs <= firstLagMs) return 0;
    const part = Math.min(1, (lagMs - firstLagMs) / (fullLagMs - firstLagMs));
    return Math.max(0, part * this.#share * periodMs - (nowMs % periodMs));
  }

  /** Waits before a commit that the indexer will index; undefined where it need not wait. */
  giveWay(projectKey: string): Promise<void> | undefined {
    const pauseMs = this.pauseMs(projectKey, Date.now());
    return pauseMs === 0 ? undefined : setTimeout(Math.ceil(pauseMs));
  }

  close(): void {
    this.#channel?.close();
  }
}
