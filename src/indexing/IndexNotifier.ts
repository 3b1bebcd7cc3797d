/** What threads of a process tell its background: projects whose search has work to do. Lost notes are found by a sweep. */
import { BroadcastChannel } from 'node:worker_threads';
import { createHash } from 'node:crypto';
import type { ChangeSet } from '../engine/changeSet.js';
import type { ProjectSettings } from '../engine/context.js';
import type { Store } from '../store/store.js';

/** A project is told once in that time, however many of its orders are committed. */
const togetherMs = 20;

/** One a Redis: servers on several may share a process. The URL may hold a password. */
const nameOf = (redisUrl: string): string =>
  `quayside:search:${createHash('sha256').update(redisUrl).digest('base64url')}`;

export interface IndexNotifier {
  notify(projectKey: string): void;
  close(): void;
}

export interface IndexNotificationListener {
  close(): void;
}

export const createIndexNotifier = (redisUrl: string): IndexNotifier => {
  const channel = new BroadcastChannel(nameOf(redisUrl));
  channel.unref();
  let told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    channel.postMessage([...told]);
    told = new Set();
  };
  return {
    notify: projectKey => {
      told.add(projectKey);
      timer ??= setTimeout(send, togetherMs).unref();
    },
    close: () => {
      clearTimeout(timer);
      if (told.size > 0) send();
      channel.close();
    },
  };
};

/** Hears what all threads of the process tell, but for this very teller's. */
export const listenForIndexNotifications = (
  redisUrl: string,
  heard: (projectKeys: readonly string[]) => void,
): IndexNotificationListener => {
  const channel = new BroadcastChannel(nameOf(redisUrl));
  channel.onmessage = event => heard((event as { readonly data: string[] }).data);
  channel.unref();
  return { close: () => channel.close() };
};

const marks = ({ writes }: ChangeSet): boolean => writes.some(({ marked }) => marked === true);

/** The store, telling of commits that left marks for the indexer. */
export const notifyingStore = (
  store: Store,
  { notify }: IndexNotifier,
  settings: (projectKey: string) => Promise<ProjectSettings>,
): Store => ({
  ...store,
  commit: async changeSet => {
    await store.commit(changeSet);
    if (!marks(changeSet)) return;
    const { projectKey } = changeSet;
    settings(projectKey).then(
      ({ isSearched }) => {
        if (isSearched) notify(projectKey);
      },
      () => undefined,
    );
  },
});
