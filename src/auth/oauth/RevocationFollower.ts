/**
 * Follows the stream of revoked token subjects from where it stopped reading. Unlike a channel, a stream loses nothing
 * between two connections, and the reader knows how far it is behind.
 */
import { setTimeout } from 'node:timers/promises';
import type { RedisClient } from '../../base/redis/connect.js';
import { keys } from '../../store/keys.js';

const blockMs = 300;
const pageSize = 1_000;
const retryMs = 50;
const startTriesMax = 5;

export interface RevocationListener {
  /** Called with each subject whose tokens were revoked. */
  revoked(subject: string): void;
  /** Called when revocations may have been missed. */
  mayHaveMissed(): void;
}

type Entry = readonly [id: string, fields: readonly string[]];

/**
 * Resolves to the id of the newest entry. Tries several times: the connection gives up after a second, and a Redis that
 * is busy or still loading may take longer when a server starts.
 */
const readNewestId = async (connection: RedisClient, stream: string, triesLeft = startTriesMax): Promise<string> => {
  try {
    const [newest] = await connection.xrevrange(stream, '+', '-', 'COUNT', 1);
    return newest?.[0] ?? '0-0';
  } catch (error) {
    if (triesLeft === 1) throw error;
    await setTimeout(retryMs);
    return readNewestId(connection, stream, triesLeft - 1);
  }
};

export class RevocationFollower {
  #freshAtMs = performance.now();
  #isClosed = false;

  private constructor(
    private readonly connection: RedisClient,
    private readonly listener: RevocationListener,
    private lastId: string,
    private readonly stream: string,
  ) {}

  /**
   * Follows the stream on a connection of its own, which waits in Redis most of the time and is closed with the
   * follower. Resolves when the end of the stream is known; closes the connection when it cannot be read.
   */
  static async open(
    connection: RedisClient,
    listener: RevocationListener,
    stream: string = keys.revocations,
  ): Promise<RevocationFollower> {
    const newestId = await readNewestId(connection, stream).catch((error: unknown) => {
      // A server starts while the master of the second stream is away, and reads all of the stream later.
      if (stream !== keys.revocations) return undefined;
      connection.disconnect();
      throw error;
    });
    const follower = new RevocationFollower(connection, listener, newestId ?? '0-0', stream);
    if (newestId === undefined) follower.#freshAtMs = -Infinity;
    void follower.#follow();
    return follower;
  }

  /** Time of `performance.now()` at which the stream was last known to hold nothing unread. */
  get freshAtMs(): number {
    return this.#freshAtMs;
  }

  close(): void {
    this.#isClosed = true;
    this.connection.disconnect();
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#readPage();
      } catch {
        // After a failover the new master may lack the latest entries of the old one.
        this.listener.mayHaveMissed();
        await setTimeout(retryMs);
      }
    }
  }

  async #readPage(): Promise<void> {
    const options = ['COUNT', pageSize, 'BLOCK', blockMs, 'STREAMS', this.stream, this.lastId] as const;
    const [stream] = (await this.connection.xread(...options)) ?? [];
    const entries: readonly Entry[] = stream?.[1] ?? [];
    for (const [, [, subject = '']] of entries) this.listener.revoked(subject);
    this.lastId = entries.at(-1)?.[0] ?? this.lastId;
    if (entries.length < pageSize) this.#freshAtMs = performance.now();
  }
}
