import { BroadcastChannel } from 'node:worker_threads';
import { indexNotificationChannel } from './indexNotificationChannel.js';

/**
 * Notifications are collected for this time, so that a project is sent once however many of its orders are committed.
 */
const collectMs = 20;

/**
 * Notifies the indexer of the process about projects with work to do. The periodic sweep finds what a lost message
 * missed.
 */
export class IndexNotifier {
  readonly #channel: BroadcastChannel;
  #projectKeys = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(redisUrl: string) {
    this.#channel = new BroadcastChannel(indexNotificationChannel(redisUrl));
    this.#channel.unref();
  }

  notify(projectKey: string): void {
    this.#projectKeys.add(projectKey);
    this.#timer ??= setTimeout(() => this.#send(), collectMs).unref();
  }

  /** Sends what is collected, then closes the channel. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.#projectKeys.size > 0) this.#send();
    this.#channel.close();
  }

  #send(): void {
    this.#timer = undefined;
    this.#channel.postMessage([...this.#projectKeys]);
    this.#projectKeys = new Set();
  }
}
