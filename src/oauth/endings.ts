/**
 * What has ended, told to every process: a stream that each front follows from where it stopped reading. Unlike a
 * channel it loses nothing between two connections, and a reader knows how far it is behind.
 */
import { setTimeout } from 'node:timers/promises';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';

/** Entries kept: more than can come in while a front is trusted without having read them. */
const kept = 100_000;
const blockMs = 300;
const pageSize = 1_000;
const retryMs = 50;
const startTriesMax = 5;

export const announce = async (redis: RedisClient, subject: string): Promise<void> => {
  await redis.xadd(keys.endings, 'MAXLEN', '~', kept, '*', 'subject', subject);
};

export interface Follower {
  /** When the stream was last known to hold nothing unread; by `performance.now()`. */
  readonly freshAtMs: number;
  close(): void;
}

interface Listener {
  ended(subject: string): void;
  /** Something may have been missed. */
  missed(): void;
}

type Entry = readonly [id: string, fields: readonly string[]];

/** Where the stream ends. The connection gives up after a second, which a Redis that is busy or still loading may take when a server starts. */
const endOf = async (connection: RedisClient, triesLeft = startTriesMax): Promise<string> => {
  try {
    const [newest] = await connection.xrevrange(keys.endings, '+', '-', 'COUNT', 1);
    return newest?.[0] ?? '0-0';
  } catch (error) {
    if (triesLeft === 1) throw error;
    await setTimeout(retryMs);
    return endOf(connection, triesLeft - 1);
  }
};

/** Follows the stream on a connection of its own, which waits in Redis most of the time, and is given up with it. Resolves once it knows where the stream ends. */
export const followEndings = async (connection: RedisClient, { ended, missed }: Listener): Promise<Follower> => {
  let last = await endOf(connection).catch((error: unknown) => {
    connection.disconnect();
    throw error;
  });
  let freshAtMs = performance.now();
  let isClosed = false;

  const read = async (): Promise<void> => {
    const [found] = (await connection.xread('COUNT', pageSize, 'BLOCK', blockMs, 'STREAMS', keys.endings, last)) ?? [];
    const entries: readonly Entry[] = found?.[1] ?? [];
    for (const [, fields] of entries) ended(fields[1]!);
    last = entries.at(-1)?.[0] ?? last;
    if (entries.length < pageSize) freshAtMs = performance.now();
  };

  const follow = async (): Promise<void> => {
    while (!isClosed) {
      try {
        await read();
      } catch {
        // After a failover the new master may lack what the old one told.
        missed();
        await setTimeout(retryMs);
      }
    }
  };
  void follow();

  return {
    get freshAtMs() {
      return freshAtMs;
    },
    close: () => {
      isClosed = true;
      connection.disconnect();
    },
  };
};
