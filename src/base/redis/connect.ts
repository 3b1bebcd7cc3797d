import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { SharedCounts } from '../memory/SharedCounts.js';
import { addressOf } from './clusterNodes.js';
import { corkSocketWrites, allocateCommandsYoung, dropArguments, observeDuplicates } from './ioredisInternals.js';
import { type RedisAddress, parseRedisUrl } from '../config/redisUrl.js';
import type { RedisTls } from '../config/redisTls.js';
import { withTimeout } from '../lifecycle/timeouts.js';
import { BoundedCluster, BoundedRedis } from './BoundedCluster.js';
import { countRefusal, refusalReasonOf } from './redisErrors.js';

/** Connections to Redis that all threads of the process have opened again after they broke. */
export const reconnectionCounts = new SharedCounts(['reconnections']);

/** Counts each connection of a client that is ready after an earlier one to the same server. */
const countReconnections = (client: Redis | Cluster): void => {
  const servers = new Set<string>();
  const observe = (node: Redis): void => {
    node.on('ready', () => {
      if (servers.has(addressOf(node))) reconnectionCounts.add('reconnections');
      servers.add(addressOf(node));
    });
  };
  // The client of a cluster makes a new connection object for each connection.
  if (client instanceof Cluster) client.on('+node', observe);
  else observe(client);
};

const corkNode = (node: Redis): void => {
  node.on('connect', () => corkSocketWrites(node));
};

/**
 * Sends the commands of one turn of the event loop to each server in one write to its socket; a long command is sent at
 * once, with those before it.
 *
 * The client's automatic pipelines would do that too, but each pipeline refers to the one before it, so that the
 * garbage collector, once it promoted the first, keeps all later ones with their answers (docs/decisions/garbage.md).
 * In a cluster they also combine commands of several slots, by the hash of the first argument, and fail as a whole
 * while slots are being migrated. Here each command stays on its own, and can be sent to another node, or again,
 * without the others.
 */
const corkWrites = (client: Redis | Cluster): void => {
  if (client instanceof Cluster) client.on('+node', corkNode);
  else corkNode(client);
};

/** Options of an address: place, credentials and TLS; a cluster has no place of its own. */
export const serverOptions = (
  { kind, isTls, path, nodes, username, password }: RedisAddress,
  tls: RedisOptions['tls'] = {},
): RedisOptions => ({
  username,
  password,
  ...(isTls && { tls }),
  ...(kind === 'unix' && { path }),
  ...(kind === 'server' && nodes[0]),
});

export type RedisClient = Redis | Cluster;

const reconnectDelayMsMax = 500;

/** A call fails after this many reconnections instead of waiting without end: the client gets a 503 within a second. */
const reconnectsPerCallMax = 2;

/**
 * Commands of this program take milliseconds, apart from those that transfer many megabytes. A request gets its 503
 * within 2.5 s, of which this process needs the rest. A command that timed out may still run: then it is unknown
 * whether a commit was written.
 */
export const commandTimeoutMs = 2_200;

/** Commands of the search module may take long. */
const slowCommandTimeoutMs = 30_000;

/**
 * A thread that starts gives up after this time without Redis; a running one waits until Redis is back. The cause is
 * told by redis/diagnosis.
 */
const startupConnectTimeoutMs = 4_000;

const blockingReadTimeoutMs = 1_000;

allocateCommandsYoung();

const reconnectDelayMs = (attempts: number): number => Math.min(25 * 2 ** attempts, reconnectDelayMsMax);

/** Within this time of a failure no command has been sent on the next connection. */
const oldConnectionMs = reconnectDelayMs(1);
/** A server that is still a replica after a reconnection stays one for a while, and reads need the connection. */
const readOnlyPauseMs = 2_000;

const isReadOnly = (error: Error): boolean => refusalReasonOf(error) === 'READONLY';

/** Observes each error that a server answers, also those of commands that the library sends itself, such as AUTH. */
const observeReply = (error: Error): void => {
  countRefusal(error);
  dropArguments(error);
};

/**
 * After a failover the old master is read-only: a client reconnects, and sends the refused commands again. If the
 * server refuses a command after that, the command fails.
 */
const createReconnectCheck = (): RedisOptions['reconnectOnError'] => {
  let reconnectedMs = -Infinity;
  return error => {
    observeReply(error);
    if (!isReadOnly(error)) return false;
    const passedMs = performance.now() - reconnectedMs;
    if (passedMs < oldConnectionMs) return 2;
    if (passedMs < readOnlyPauseMs) return false;
    reconnectedMs = performance.now();
    return 2;
  };
};

const defaultOptions: RedisOptions = {
  maxRetriesPerRequest: reconnectsPerCallMax,
  retryStrategy: reconnectDelayMs,
  connectTimeout: 5_000,
  // A Redis that loads its file estimates how long that takes; without this limit the client comes back up to 10 s too
  // late.
  maxLoadingRetryTime: reconnectDelayMsMax,
  // A Redis that is reachable and does not answer counts as unavailable: the client gets a 503.
  commandTimeout: commandTimeoutMs,
};

const connectCluster = (
  { nodes, isTls }: RedisAddress,
  { lazyConnect = false, ...redisOptions }: RedisOptions,
): Cluster =>
  new BoundedCluster([...nodes], {
    redisOptions,
    lazyConnect,
    // The check asks any node, and would wait for one that is silent; the others serve their slots.
    enableReadyCheck: false,
    clusterRetryStrategy: reconnectDelayMs,
    slotsRefreshTimeout: 2_000,
    // The certificate of a node has its name, which the library would replace by an address.
    ...(isTls && { dnsLookup: (name, done) => done(null, name) }),
  });

const createClient = (address: RedisAddress, { tls, ...options }: RedisOptions): RedisClient => {
  const allOptions = { ...options, ...serverOptions(address, tls) };
  if (address.kind === 'cluster') return connectCluster(address, allOptions);
  // The queue library waits for Redis by itself.
  return options.maxRetriesPerRequest === null ? new Redis(allOptions) : new BoundedRedis(allOptions);
};

const ignoreErrors = (client: RedisClient): void => {
  // Without a listener the library prints every failed reconnection; callers get the error from their call.
  client.on('error', () => undefined);
};

/** Connects to the server, socket or cluster of a URL, with `tls` where it says so; the client reconnects by itself. */
export const connect = (url: string, options: RedisOptions = {}): RedisClient => {
  const reconnectOnError = createReconnectCheck();
  const client = createClient(parseRedisUrl(url), { ...defaultOptions, reconnectOnError, ...options });
  corkWrites(client);
  countReconnections(client);
  ignoreErrors(client);
  return client;
};

/** Connects once more to a server that a client knows, for `DirectConnection`. */
export const connectToNode = (node: Redis): Redis => {
  const client = node.duplicate({
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // A command whose connection broke is rejected at once.
    maxRetriesPerRequest: 0,
    retryStrategy: reconnectDelayMs,
    reconnectOnError: error => {
      observeReply(error);
      return isReadOnly(error);
    },
    readOnly: false,
    lazyConnect: false,
  });
  corkWrites(client);
  countReconnections(client);
  ignoreErrors(client);
  return client;
};

/**
 * Throws, and closes the client, when it has no connection within seconds; a Redis that loads its file counts as
 * connected.
 */
export const assertConnects = async (client: RedisClient): Promise<void> => {
  let lastError: Error | undefined;
  client.on('error', (error: Error) => {
    lastError = error;
  });
  try {
    await withTimeout(new Promise(resolve => client.once('connect', resolve)), startupConnectTimeoutMs);
  } catch (error) {
    client.disconnect();
    throw lastError ?? error;
  }
};

/** Connects a client for commands that may take long in Redis. */
export const connectForSlowCommands = (url: string, tls?: RedisTls): RedisClient =>
  connect(url, { tls, commandTimeout: slowCommandTimeoutMs, lazyConnect: true });

/** Connects a client for commands that block in Redis; a connection without an answer is closed after a second. */
export const connectForBlockingReads = (url: string, tls?: RedisTls): RedisClient =>
  connect(url, { tls, commandTimeout: blockingReadTimeoutMs });

interface QueueConnection {
  readonly client: RedisClient;
  disconnect(): void;
}

/**
 * Connects a client for the queue library, which waits for Redis by itself. The library works on copies of the client,
 * and would leave them connected when it stops while Redis is away.
 */
export const connectQueue = (url: string, tls?: RedisTls): QueueConnection => {
  const client = connect(url, { tls, maxRetriesPerRequest: null, commandTimeout: slowCommandTimeoutMs });
  const clients = [client];
  observeDuplicates(client, copy => {
    ignoreErrors(copy);
    clients.push(copy);
  });
  return { client, disconnect: () => clients.forEach(each => each.disconnect()) };
};
