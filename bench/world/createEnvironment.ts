/** Starts the processes of a run: a Redis, a server, and the references when a case asks for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/base/config/readConfig.js';
import { required } from '../../src/base/errors/ApiError.js';
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';
import { startEmbeddedRedis } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { openServices } from '../../src/services/services.js';
import { keys } from '../../src/store/keys.js';
import { startCluster } from '../../test/support/startCluster.js';
import { startPeers } from '../peers/startPeers.js';
import { bareBodyKey, connectBare } from '../reference/bare.js';
import type { BenchEnvironment, BenchWorld, CaseData, RedisNode, References } from './BenchWorld.js';
import { createBenchProject, once, readOrders } from './prepare.js';
import { type Build, ownRoot, startBenchProcess, startServer } from './processes.js';

interface BenchRedis {
  readonly url: string;
  readonly masters: readonly [RedisNode, ...RedisNode[]];
  readonly stop: () => Promise<void>;
}

/** Opens a connection to one Redis process, for INFO and CONFIG. */
const openNode = async (url: string): Promise<RedisNode> => {
  const redis = connectBare(url);
  return { redis, pid: Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]) };
};

/** Opens the Redis of REDIS_URL; refuses one with projects, because the bench fills it and changes its settings. */
export const openExisting = async (url: string): Promise<BenchRedis> => {
  const node = await openNode(url);
  const projects = await node.redis.scard(keys.projects);
  if (projects > 0) {
    node.redis.disconnect();
    throw new Error(
      `The Redis of REDIS_URL holds ${projects} projects. The bench writes to it, so it takes only one without ` +
        'projects. Without REDIS_URL it starts a Redis of its own.',
    );
  }
  return { url, masters: [node], stop: async () => node.redis.disconnect() };
};

/** Starts the masters of a cluster, with the settings of the embedded Redis (launchRedis.ts). */
const startMasters = async (count: number): Promise<BenchRedis> => {
  const args = ['--hash-max-ziplist-value', '1024', '--auto-aof-rewrite-percentage', '0'];
  const cluster = await startCluster({ masters: count, args });
  const [first, ...others] = await Promise.all(cluster.nodes.map(({ port }) => openNode(`redis://127.0.0.1:${port}`)));
  const masters = [required(first, 'a master'), ...others] as const;
  const stop = async (): Promise<void> => {
    for (const { redis } of masters) redis.disconnect();
    await cluster.stop();
  };
  return { url: cluster.url, masters: [...masters], stop };
};

/** Starts a Redis for the run, or connects to that of REDIS_URL. */
const startBenchRedis = async ({
  masters,
  listensOnPort,
  settings,
}: Omit<EnvironmentOptions, 'orders'>): Promise<BenchRedis> => {
  if (masters !== undefined) return startMasters(masters);
  if (process.env.REDIS_URL && listensOnPort !== true) return openExisting(process.env.REDIS_URL);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  const url = listensOnPort === true ? `redis://127.0.0.1:${await findFreePort()}` : undefined;
  const redis = await startEmbeddedRedis(folder, '', { url });
  const node = await openNode(redis.url);
  // No rewrite of the append-only file, which would use a core for seconds during a random case.
  await node.redis.config('SET', 'auto-aof-rewrite-percentage', '0');
  if (settings?.DURABILITY === 'always') await node.redis.config('SET', 'appendfsync', 'always');
  return {
    url: redis.url,
    masters: [node],
    stop: async () => {
      node.redis.disconnect();
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** More orders than requests in progress, so that none is written twice at the same time. */
const ordersMax = 5_000;

const programOf = (name: string): string => fileURLToPath(new URL(`../reference/${name}.js`, import.meta.url));

/** Copies orders of the server to the keys of the references, so that both serve bodies of the same size. */
const copyOrders = async (world: BenchWorld): Promise<string[]> => {
  const redis = connectBare(world.redisUrl);
  const ids: string[] = [];
  for await (const page of readOrders(world, ordersMax)) {
    await redis.mset(page.flatMap(order => [bareBodyKey(order.id), JSON.stringify(order)]));
    ids.push(...page.map(({ id }) => id));
  }
  redis.disconnect();
  return ids;
};

const startReferences = async (world: BenchWorld): Promise<References> => {
  const environment = { REDIS_URL: world.redisUrl };
  return {
    ids: await copyOrders(world),
    bareRead: await startBenchProcess([programOf('bareRead')], environment),
    bareWrite: await startBenchProcess([programOf('bareWrite')], environment),
  };
};

export interface EnvironmentOptions {
  /** Number of orders of a project with all orders. */
  readonly orders: number;
  readonly workers?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Number of masters to start instead of one Redis. */
  readonly masters?: number;
  /** True if Redis listens on a port, as the masters of a cluster do, and not on a socket, which costs it less. */
  readonly listensOnPort?: boolean;
  /** Folder of another checkout whose build is measured. */
  readonly root?: string;
}

/** The project that cases share which only read; its first orders are the bodies of the references. */
export const readOnlyData: CaseData = { orders: 'all', sharedAs: 'read-only' };

export const createEnvironment = async ({
  orders,
  workers,
  root = ownRoot,
  ...options
}: EnvironmentOptions): Promise<BenchEnvironment> => {
  const settings: Readonly<Record<string, string>> = {
    ...(workers !== undefined && { WORKERS: workers }),
    ...options.settings,
  };
  const redis = await startBenchRedis(options);
  const build: Build = { root, redisUrl: redis.url, settings };
  const { server, metricsUrls } = await startServer(build).catch(async (error: unknown) => {
    await redis.stop();
    throw error;
  });
  const shared = new Map<string, Promise<BenchWorld>>();
  const closing: (() => Promise<void>)[] = [server.stop];
  let projects = 0;
  const openNewWorld = async (data: CaseData): Promise<BenchWorld> => {
    const key = `bench-${++projects}${data.sharedAs === undefined ? '' : `-${data.sharedAs}`}`;
    const count = data.orders === 'all' ? orders : Math.min(orders, data.orders);
    return { ...environment, ...(await createBenchProject(build, server, key, count)) };
  };
  const environment: BenchEnvironment = {
    redisUrl: redis.url,
    build,
    redisNode: redis.masters[0],
    masters: redis.masters,
    server,
    metricsUrls,
    references: once(async () => {
      const references = await startReferences(await environment.openWorld(readOnlyData));
      closing.push(references.bareRead.stop, references.bareWrite.stop);
      return references;
    }),
    peers: once(async () => {
      const peers = await startPeers();
      closing.push(peers.stop);
      return peers.list;
    }),
    services: once(async () => {
      const services = await openServices(createServiceOptions(readConfig({}), redis.url, ''));
      closing.push(() => services.close());
      return services;
    }),
    openWorld: data => {
      if (data.sharedAs === undefined) return openNewWorld(data);
      if (!shared.has(data.sharedAs)) shared.set(data.sharedAs, openNewWorld(data));
      return required(shared.get(data.sharedAs), 'the shared project');
    },
    close: async () => {
      for (const close of closing) await close();
      await redis.stop();
    },
  };
  return environment;
};
