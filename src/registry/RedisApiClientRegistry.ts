import { setTimeout } from 'node:timers/promises';
import { createClient, createCluster } from 'redis';
import { Repository, Schema, type Entity, type RedisConnection } from 'redis-om';
import { parseRedisUrl } from '../config/redisUrl.js';
import { withTimeout } from '../lifecycle/withTimeout.js';
import type { ApiClientRecord, ApiClientRegistry } from './ApiClientRegistry.js';

const apiClientSchema = new Schema(
  'quayside:apiClient',
  {
    id: { type: 'string' },
    projectKey: { type: 'string' },
    name: { type: 'string' },
    scope: { type: 'string' },
    secretHash: { type: 'string' },
    createdAt: { type: 'string' },
    accessTokenValiditySeconds: { type: 'number' },
    refreshTokenValiditySeconds: { type: 'number' },
    deleteAt: { type: 'string' },
  },
  { dataStructure: 'HASH' },
);

/** `fetch` returns an empty entity for an unknown id. */
const isStored = (entity: Entity): entity is ApiClientRecord => entity.id !== undefined;

/** The first connection fails when no Redis answers; later ones wait until Redis is back. */
const connectMs = 3_000;
const reconnectMsMax = 1_000;
const socket = {
  reconnectStrategy: (attempts: number) => Math.min(50 * 2 ** attempts, reconnectMsMax),
  connectTimeout: 5_000,
};

/** While Redis is away a call fails at once instead of waiting until it is back. */
const disableOfflineQueue = true;

interface Connection {
  readonly repository: Repository<ApiClientRecord>;
  close(): Promise<void>;
}

const connect = async (url: string): Promise<Connection> => {
  const { kind, path, nodes, href } = parseRedisUrl(url);
  const client =
    kind === 'cluster'
      ? createCluster({
          rootNodes: nodes.map(({ host, port }) => ({ url: `redis://${host}:${port}` })),
          defaults: { socket, disableOfflineQueue },
        })
      : createClient({
          disableOfflineQueue,
          ...(kind === 'unix' ? { socket: { ...socket, path } } : { url: href, socket }),
        });
  // Without a listener a lost connection would end the process; the client reconnects by itself.
  client.on('error', () => undefined);
  const close = async (): Promise<void> => {
    await client.disconnect();
  };
  try {
    await withTimeout<unknown>(client.connect(), connectMs);
  } catch (error) {
    // Otherwise the client would try to connect forever and keep the process alive.
    await close();
    throw error;
  }
  // redis-om's type of a connection names no cluster, whose client has the same commands.
  return { repository: new Repository<ApiClientRecord>(apiClientSchema, client as RedisConnection), close };
};

/** A hash tag, so that the keys of one entity share a slot while clients spread over all slots. */
const hashTag = (id: string): string => `{${id}}`;

/** The client fails the calls of a broken connection; such calls are repeated after these pauses. */
const retryPausesMs = [20, 200];

const idPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** Keeps the records of API clients as redis-om entities in hashes. */
export class RedisApiClientRegistry implements ApiClientRegistry {
  readonly #isCluster: boolean;
  #connecting: Promise<Connection>;

  private constructor(private readonly url: string) {
    this.#isCluster = parseRedisUrl(url).kind === 'cluster';
    this.#connecting = connect(url);
  }

  /** Rejects when no Redis answers. */
  static async open(url: string): Promise<RedisApiClientRegistry> {
    const registry = new RedisApiClientRegistry(url);
    await registry.#connecting;
    return registry;
  }

  async find(id: string): Promise<ApiClientRecord | undefined> {
    if (!idPattern.test(id)) return undefined;
    const entity: Entity = await this.#call(repository => repository.fetch(hashTag(id)));
    return isStored(entity) ? entity : undefined;
  }

  async save(record: ApiClientRecord): Promise<void> {
    await this.#call(repository => repository.save(hashTag(record.id), record));
  }

  async remove(id: string): Promise<void> {
    await this.#call(repository => repository.remove(hashTag(id)));
  }

  async close(): Promise<void> {
    await (await this.#connecting).close();
  }

  async #call<T>(run: (repository: Repository<ApiClientRecord>) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      const connecting = this.#connecting;
      try {
        const { repository } = await connecting;
        return await run(repository);
      } catch (error) {
        await this.#replaceOnCluster(connecting);
        if (tries === retryPausesMs.length) throw error;
        await setTimeout(retryPausesMs[tries]);
      }
    }
  }

  /**
   * On a cluster the client keeps using lost nodes, and a transaction follows no moved slot: a new client is needed.
   */
  async #replaceOnCluster(failed: Promise<Connection>): Promise<void> {
    if (!this.#isCluster || failed !== this.#connecting) return;
    this.#connecting = connect(this.url);
    this.#connecting.catch(() => undefined);
    await failed.then(connection => connection.close()).catch(() => undefined);
  }
}
