import { type Cluster, Redis, type RedisOptions } from 'ioredis';
import { withTimeout } from '../lifecycle/withTimeout.js';
import { corkWrites } from './corkWrites.js';
import { BoundedCluster } from './BoundedCluster.js';
import { parseRedisUrl, type RedisAddress } from '../config/redisUrl.js';

export type RedisClient = Redis | Cluster;

const retryMsMax = 500;
/** A call fails after so many reconnections instead of waiting for ever: the client gets a 503 within a second. */
const retriesPerRequest = 2;

/** Commands of ours take milliseconds, but for those that bring many megabytes. One that was given up may yet be run: what became of a commit is open then. */
export const commandTimeoutMs = 2_500;
/** What a search module is asked to do may take long. */
const patienceMs = 30_000;

/** A process that starts gives up where there is no Redis for so long; one that runs waits for it to come back. */
const connectMs = 3_000;

const options: RedisOptions = {
  maxRetriesPerRequest: retriesPerRequest,
  retryStrategy: attempts => Math.min(25 * 2 ** attempts, retryMsMax),
  connectTimeout: 5_000,
  // One that loads its file tells how long it may take yet; by itself the library would come back up to 10 s after the end of it.
  maxLoadingRetryTime: retryMsMax,
  // A Redis that is there and says nothing, stopped or cut off, is as good as away: the client gets its 503 then.
  commandTimeout: commandTimeoutMs,
  // A replica that became read-only in a failover is left for its master.
  reconnectOnError: error => (error.message.startsWith('READONLY') ? 2 : false),
};

const connectCluster = (
  nodes: RedisAddress['nodes'],
  { lazyConnect = false, ...redisOptions }: RedisOptions,
): Cluster =>
  new BoundedCluster([...nodes], {
    redisOptions,
    lazyConnect,
    clusterRetryStrategy: options.retryStrategy!,
    slotsRefreshTimeout: 2_000,
  });

/** A client of the server, socket or cluster that a URL names; it reconnects by itself. */
export const connect = (url: string, special: RedisOptions = {}): RedisClient => {
  const { kind, path, nodes, href } = parseRedisUrl(url);
  const own = { ...options, ...special };
  const client =
    kind === 'cluster'
      ? connectCluster(nodes, own)
      : kind === 'unix'
        ? new Redis({ ...own, path })
        : new Redis(href, own);
  corkWrites(client);
  // Without a listener every failed reconnection is printed; those who wait for an answer get the error.
  client.on('error', () => undefined);
  return client;
};

/** Throws, and gives the client up, where it has no connection within seconds; a Redis that is still loading counts. */
export const assertConnects = async (client: RedisClient): Promise<void> => {
  let reason: Error | undefined;
  client.on('error', (error: Error) => {
    reason = error;
  });
  try {
    await withTimeout(new Promise(connected => client.once('connect', connected)), connectMs);
  } catch (error) {
    client.disconnect();
    throw reason ?? error;
  }
};

/** A client for commands that Redis may work on for long. */
export const connectForSlowCommands = (url: string): RedisClient =>
  connect(url, { commandTimeout: patienceMs, lazyConnect: true });

/** A client for commands that wait in Redis; a silent connection is given up after a second. */
export const connectForBlockingReads = (url: string): RedisClient => connect(url, { commandTimeout: 1_000 });

export interface QueueConnection {
  readonly client: RedisClient;
  disconnect(): void;
}

/** For the queue library, which waits for Redis by itself, on copies that it would leave behind where Redis is away when it stops. */
export const connectQueue = (url: string): QueueConnection => {
  const client = connect(url, { maxRetriesPerRequest: null, commandTimeout: patienceMs });
  const all = [client];
  const duplicate = client.duplicate.bind(client) as (...given: unknown[]) => RedisClient;
  client.duplicate = ((...given: unknown[]) => {
    const copy = duplicate(...given);
    copy.on('error', () => undefined);
    all.push(copy);
    return copy;
  }) as typeof client.duplicate;
  return { client, disconnect: () => all.forEach(each => each.disconnect()) };
};
