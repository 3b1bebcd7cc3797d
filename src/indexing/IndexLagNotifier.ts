import { BroadcastChannel } from 'node:worker_threads';
import { indexLagChannel } from './indexNotificationChannel.js';

/** How far the search index of a project is behind: the age of its oldest dirty mark. */
export interface IndexLag {
  readonly projectKey: string;
  readonly lagMs: number;
}

/** Shorter lags are not sent, except the first one after a longer one. */
const sentLagMs = 250;

/** Tells all threads of the process how far the indexer is behind. */
export class IndexLagNotifier {
  readonly #channel: BroadcastChannel;
  readonly #late = new Set<string>();

  constructor(redisUrl: string) {
    this.#channel = new BroadcastChannel(indexLagChannel(redisUrl));
    this.#channel.unref();
  }

  notify(lag: IndexLag): void {
    const isLate = lag.lagMs >= sentLagMs;
    if (!isLate && !this.#late.delete(lag.projectKey)) return;
    if (isLate) this.#late.add(lag.projectKey);
    this.#channel.postMessage(lag);
  }

  close(): void {
    this.#channel.close();
  }
}
