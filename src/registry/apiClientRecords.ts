/** Records of API clients as redis-om entities in hashes. */
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

/** A whole record, or undefined: `fetch` of an unknown id answers with an empty entity. */
const present = <R extends Entity>(entity: Entity, witness: string): R | undefined =>
  entity[witness] === undefined ? undefined : (entity as R);

/** Who opens it first is told when no Redis answers; one that is open waits for it to come back. */
const connectMs = 3_000;
const reconnectMsMax = 1_000;
const socket = {
  reconnectStrategy: (attempts: number) => Math.min(50 * 2 ** attempts, reconnectMsMax),
  connectTimeout: 5_000,
};

/** While Redis is away a call fails at once instead of waiting until it is back. */
const disableOfflineQueue = true;

const open = async (url: string): Promise<RedisConnection & { close(): Promise<void> }> => {
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
  try {
    await withTimeout<unknown>(client.connect(), connectMs);
  } catch (error) {
    // It would go on trying, and keep the process alive with it.
    await client.disconnect();
    throw error;
  }
  return Object.assign(client as unknown as RedisConnection, {
    close: async () => {
      await client.disconnect();
    },
  });
};

/** A hash tag, so that the keys of one entity share a slot and clients spread over all. */
const tagged = (id: string): string => `{${id}}`;

/** This client fails the calls of a connection that breaks: they may simply be made again on the next one. */
const againMs = [20, 200];

type Opened = ReturnType<typeof open>;

/** On a cluster it keeps to nodes that are gone, and a transaction follows no slot that moved: there a call is made again on a new client. */
const createConnection = async (url: string) => {
  const isCluster = parseRedisUrl(url).kind === 'cluster';
  let opened: Opened = open(url);
  await opened;

  const renew = async (failed: Opened): Promise<void> => {
    if (!isCluster || failed !== opened) return;
    opened = open(url);
    opened.catch(() => undefined);
    await failed.then(connection => connection.close()).catch(() => undefined);
  };

  const call = async <T>(ask: (clients: Repository<ApiClientRecord>) => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries++) {
      const used = opened;
      try {
        return await ask(new Repository<ApiClientRecord>(apiClientSchema, await used));
      } catch (error) {
        await renew(used);
        if (tries === againMs.length) throw error;
        await setTimeout(againMs[tries]);
      }
    }
  };
  return { call, close: async () => (await opened).close() };
};

export const openRecords = async (url: string): Promise<ApiClientRegistry> => {
  const { call, close } = await createConnection(url);
  return {
    find: async id =>
      /^[A-Za-z0-9_-]{8,64}$/.test(id)
        ? present<ApiClientRecord>(await call(clients => clients.fetch(tagged(id))), 'id')
        : undefined,
    save: async record => {
      await call(clients => clients.save(tagged(record.id), record));
    },
    remove: id => call(clients => clients.remove(tagged(id))),
    close,
  };
};
