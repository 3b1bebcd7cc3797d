/** What all cases share: a server and both references on one Redis, a project full of orders, a token. */
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
import { type Child, startChild } from './child.js';

export interface World {
  readonly redisUrl: string;
  readonly services: Services;
  readonly projectKey: string;
  readonly token: string;
  /** The project's client as HTTP Basic. */
  readonly basic: string;
  readonly clientId: string;
  readonly server: Child;
  /** What the server measured, in Prometheus' text format. */
  readonly metricsUrl: string;
  /** The same server with other settings, where two are compared. */
  readonly variant?: Child;
  readonly bareRead: Child;
  readonly bareWrite: Child;
  readonly redisPid: number;
  /** Orders that were seeded. */
  readonly orderCount: number;
  /** Some orders, spread over the project. */
  readonly orders: readonly Order[];
  /** Others, for the references, which do not see what the server writes. */
  readonly bareOrders: readonly Order[];
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
  /** Of the server, beside those that all cases have. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What is done with Redis before the server starts. */
  readonly arrange?: (redisUrl: string) => Promise<void>;
}

const projectKey = 'bench';
/** Enough that no order is asked for twice at once. */
const sampleMax = 10_000;
const askMsMax = 1_000;

/** As npm start and the container run it; see docs/decisions/threads.md. */
const nodeOptions = ['--initial-old-space-size=256'];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const openRedis = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  const redis = await startEmbeddedRedis(folder, '');
  // Its file is rewritten after so many writes, by a process that takes a core for seconds: who would meet that is chance.
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
  // Ids are random, so a stretch of them is a sample.
  const ids = await store.idsInRange(projectKey, 'order', { by: 'id' }, { from: 0, to: Math.min(all.to, sampleMax) });
  const bodies = await store.bodies(projectKey, 'order', ids);
  return bodies.map(body => JSON.parse(body!.toString()) as Order);
};

const makeProject = async (services: Services, count: number): Promise<Pick<World, 'token' | 'basic' | 'clientId'>> => {
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

export const createWorld = async ({
  orders: count,
  workers,
  variant: others,
  settings = {},
  arrange,
}: WorldOptions): Promise<World> => {
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
  const serve = (more: Readonly<Record<string, string>> = {}): Promise<Child> =>
    startChild([...nodeOptions, here('../../bin/quayside.mjs'), 'start'], {
      ...environment,
      METRICS_PORT: String(metricsPort),
      ...more,
    });
  const server = await serve();
  const variant = others && (await serve({ METRICS_PORT: '0', ...others }));
  const bareRead = await startChild([here('./reference/bareRead.js')], environment);
  const bareWrite = await startChild([here('./reference/bareWrite.js')], environment);
  const sample = await sampleOrders(services);
  const half = Math.ceil(sample.length / 2);
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
    redisPid: Number(/process_id:(\d+)/.exec(info)![1]),
    orderCount: count,
    orders: sample.slice(0, half),
    bareOrders: sample.slice(half),
    close: async () => {
      for (const child of [server, variant, bareRead, bareWrite]) await child?.stop();
      await services.close();
      await redis.stop();
    },
  };
};
