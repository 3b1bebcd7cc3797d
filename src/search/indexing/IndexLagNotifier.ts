import { BroadcastChannel } from 'node:worker_threads';
import { indexLagChannel } from './IndexNotifier.js';

/** The lag of the search index of a type in a project: the age of its oldest dirty mark. */
export interface IndexLag {
  readonly typeId: string;
  readonly projectKey: string;
  readonly lagMs: number;
}

export const lagName = ({ projectKey, typeId }: Pick<IndexLag, 'projectKey' | 'typeId'>): string =>
  `${projectKey}/${typeId}`;

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
    const name = lagName(lag);
    if (!isLate && !this.#late.delete(name)) return;
    if (isLate) this.#late.add(name);
    this.#channel.postMessage(lag);
  }

  close(): void {
    this.#channel.close();
  }
}
