import { BroadcastChannel } from 'node:worker_threads';
import { indexNotificationChannel } from './indexNotificationChannel.js';

/** Receives the notifications of all threads of the process, except those sent by the notifier of the same instance. */
export class IndexNotificationListener {
  readonly #channel: BroadcastChannel;

  constructor(redisUrl: string, onNotification: (projectKeys: readonly string[]) => void) {
    this.#channel = new BroadcastChannel(indexNotificationChannel(redisUrl));
    this.#channel.onmessage = event => onNotification((event as { readonly data: string[] }).data);
    this.#channel.unref();
  }

  close(): void {
    this.#channel.close();
  }
}
