import { createHash } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';

/** Name of a channel between the threads that use one Redis; the URL is hashed because it may hold a password. */
const channelName = (subject: string, redisUrl: string): string =>
  `quayside:${subject}:${createHash('sha256').update(redisUrl).digest('base64url')}`;

/** A project with work for the indexer of a type. */
export interface IndexNotification {
  readonly projectKey: string;
  readonly typeId: string;
}

/** The channel that notifies the indexer of projects with work. */
const indexNotificationChannel = (redisUrl: string): string => channelName('search', redisUrl);

/** The channel on which the indexer sends its lag. */
export const indexLagChannel = (redisUrl: string): string => channelName('search-lag', redisUrl);

/** Notifications are collected for this time, so that many commits of a project send it once. */
const collectMs = 20;

/**
 * Notifies the indexer of the process about projects with work to do. The periodic sweep finds the work of lost
 * messages.
 */
export class IndexNotifier {
  readonly #channel: BroadcastChannel;
  #notifications = new Map<string, IndexNotification>();
  #timer: NodeJS.Timeout | undefined;

  constructor(redisUrl: string) {
    this.#channel = new BroadcastChannel(indexNotificationChannel(redisUrl));
    this.#channel.unref();
  }

  notify(projectKey: string, typeId: string): void {
    this.#notifications.set(`${projectKey}/${typeId}`, { projectKey, typeId });
    this.#timer ??= setTimeout(() => this.#send(), collectMs).unref();
  }

  /** Sends the collected notifications, then closes the channel. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.#notifications.size > 0) this.#send();
    this.#channel.close();
  }

  #send(): void {
    this.#timer = undefined;
    this.#channel.postMessage([...this.#notifications.values()]);
    this.#notifications = new Map();
  }
}

/** Receives the notifications of all threads of the process, except those sent by the notifier of the same instance. */
export class IndexNotificationListener {
  readonly #channel: BroadcastChannel;

  constructor(redisUrl: string, onNotification: (notifications: readonly IndexNotification[]) => void) {
    this.#channel = new BroadcastChannel(indexNotificationChannel(redisUrl));
    this.#channel.onmessage = event => onNotification((event as { readonly data: IndexNotification[] }).data);
    this.#channel.unref();
  }

  close(): void {
    this.#channel.close();
  }
}

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
