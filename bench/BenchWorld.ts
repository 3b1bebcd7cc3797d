/** The environment of all cases: a server and both references on one Redis, a project with orders, and a token. */
import { required } from '../src/errors/required.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config/readConfig.js';
import { createProject } from '../src/projects/createProject.js';
import { seedOrders } from '../src/seed/seedOrders.js';
import { openServices, type Services } from '../src/services/services.js';
import { createServiceOptions } from '../src/services/ServiceOptions.js';
import { startEmbeddedRedis } from '../src/redis/embedded/startEmbeddedRedis.js';
import { withTemporaryConnection } from '../src/redis/withTemporaryConnection.js';
import { findFreePort } from '../src/redis/embedded/findFreePort.js';
import { type BenchProcess, startBenchProcess } from './BenchProcess.js';
import { copyOrdersForReferences } from './reference/copyOrdersForReferences.js';

export interface BenchWorld {
  readonly redisUrl: string;
  readonly services: Services;
  readonly projectKey: string;
  readonly token: string;
  /** The Basic header of the project's API client. */
  readonly basic: string;
  readonly clientId: string;
  readonly server: BenchProcess;
  /** URL of the server's metrics. */
  readonly metricsUrl: string;
  /** A second server with other settings, when two are compared. */
  readonly variant?: BenchProcess;
  readonly bareRead: BenchProcess;
  readonly bareWrite: BenchProcess;
  readonly redisPid: number;
  /** Number of seeded orders. */
  readonly orderCount: number;
  /** A sample of the orders. */
  readonly orders: readonly Order[];
  /** Ids of the bodies that the references have. */
  readonly bareIds: readonly string[];
  close(): Promise<void>;
}

export interface Order {
  readonly id: string;
  readonly orderNumber: string;
  readonly customerId: string;
}

export interface WorldOptions {
  readonly orders: number;
  readonly workers?: string;
  readonly variant?: Readonly<Record<string, string>>;
  /** Additional settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Configures Redis before the server starts. */
  readonly arrange?: (redisUrl: string) => Promise<void>;
}

const projectKey = 'bench';
/** Enough orders that none is requested twice at the same time. */
const sampleMax = 10_000;
const askMsMax = 1_000;

/** The Node flags of npm start and of the container (docs/decisions/threads.md). */
const nodeOptions = ['--initial-old-space-size=256'];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const openRedis = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  const redis = await startEmbeddedRedis(folder, '');
  // No rewrite of the append-only file, which would use a core for seconds during a random case.
  await withTemporaryConnection(redis.url, askMsMax, client =>
    client.config('SET', 'auto-aof-rewrite-percentage', '0'),
  );
  return {
    url: redis.url,
    stop: async () => {
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const sampleOrders = async ({ store }: Services): Promise<Order[]> => {
  const all = await store.rankRange(projectKey, 'order', { by: 'id' }, { from: '-', to: '+' });
  // Ids are random, so a range of them is a sample.
  const ids = await store.idsInRange(projectKey, 'order', { by: 'id' }, { from: 0, to: Math.min(all.to, sampleMax) });
  const bodies = await store.bodies(projectKey, 'order', ids);
  return bodies.map(body => JSON.parse(required(body, 'the body of an order').toString()) as Order);
};

const makeProject = async (
  services: Services,
  count: number,
): Promise<Pick<BenchWorld, 'token' | 'basic' | 'clientId'>> => {
  const { clientId, clientSecret, scope } = await createProject(services, { key: projectKey });
  console.error(`seeding ${count} orders`);
  await seedOrders(services, { projectKey, orders: count, seed: 1 });
  const issued = await services.tokens.issue(projectKey, { clientId, scope }, { access: 86_400 });
  if (typeof issued === 'string') throw new Error(`no token: ${issued}`);
  return {
    token: issued.accessToken,
    basic: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    clientId,
  };
};

export const createBenchWorld = async ({
  orders: count,
  workers,
  variant: others,
  settings = {},
  arrange,
}: WorldOptions): Promise<BenchWorld> => {
  const redis = await openRedis();
  const services = await openServices(createServiceOptions(readConfig({}), redis.url, ''));
  const client = await makeProject(services, count);
  await arrange?.(redis.url);
  const metricsPort = await findFreePort();
  const environment = {
    REDIS_URL: redis.url,
    HOST: '127.0.0.1',
    PORT: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    TOKEN_REQUESTS_PER_SECOND: '0',
    ...(workers === undefined ? {} : { WORKERS: workers }),
    ...settings,
  };
  const serve = (more: Readonly<Record<string, string>> = {}): Promise<BenchProcess> =>
    startBenchProcess([...nodeOptions, here('../../bin/quayside.mjs'), 'start'], {
      ...environment,
      METRICS_PORT: String(metricsPort),
      ...more,
    });
  const server = await serve();
  const variant = others && (await serve({ METRICS_PORT: '0', ...others }));
  const bareRead = await startBenchProcess([here('./reference/bareRead.js')], environment);
  const bareWrite = await startBenchProcess([here('./reference/bareWrite.js')], environment);
  const bareIds = await copyOrdersForReferences(redis.url, { ...client, projectKey, address: server.address });
  const info = await (services.redis as unknown as { info(section: string): Promise<string> }).info('server');
  return {
    redisUrl: redis.url,
    services,
    projectKey,
    ...client,
    server,
    variant,
    bareRead,
    bareWrite,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    redisPid: Number(/process_id:(\d+)/.exec(info)?.[1]),
    orderCount: count,
    orders: await sampleOrders(services),
    bareIds,
    close: async () => {
      for (const child of [server, variant, bareRead, bareWrite]) await child?.stop();
      await services.close();
      await redis.stop();
    },
  };
};
