/** Starts the processes of a run: a Redis, a server, and the references when a case asks for them. */
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config/readConfig.js';
import { required } from '../../src/errors/required.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { openServices } from '../../src/services/services.js';
import { copyOrdersForReferences } from '../reference/copyOrdersForReferences.js';
import { startBenchProcess } from './BenchProcess.js';
import type { BenchEnvironment, BenchWorld, CaseData, References } from './BenchWorld.js';
import { createBenchProject } from './createBenchProject.js';
import { once } from './once.js';
import { type Build, ownRoot } from './runQuayside.js';
import { type BenchRedis, startBenchRedis } from './startBenchRedis.js';
import { startMeasuredServer } from './startMeasuredServer.js';

export interface EnvironmentOptions {
  /** Number of orders of a project with all orders. */
  readonly orders: number;
  readonly workers?: string;
  /** Settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of another checkout whose build is measured. */
  readonly root?: string;
  /** A Redis that is running already; it is stopped with the environment. */
  readonly redis?: BenchRedis;
}

/** The project that cases share which only read; its first orders are the bodies of the references. */
export const readOnlyData: CaseData = { orders: 'all', sharedAs: 'read-only' };

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const startReferences = async (redisUrl: string, { server, ...world }: BenchWorld): Promise<References> => {
  const environment = { REDIS_URL: redisUrl };
  const ids = await copyOrdersForReferences(redisUrl, { ...world, address: server.address });
  return {
    ids,
    bareRead: await startBenchProcess([here('../reference/bareRead.js')], environment),
    bareWrite: await startBenchProcess([here('../reference/bareWrite.js')], environment),
  };
};

export const createEnvironment = async ({
  orders,
  workers,
  settings = {},
  root = ownRoot,
  redis: running,
}: EnvironmentOptions): Promise<BenchEnvironment> => {
  const redis = running ?? (await startBenchRedis());
  const build: Build = { root, redisUrl: redis.url, settings };
  const { server, metricsUrls } = await startMeasuredServer(build, {
    ...(workers === undefined ? {} : { WORKERS: workers }),
    ...settings,
  }).catch(async (error: unknown) => {
    await redis.stop();
    throw error;
  });
  const shared = new Map<string, Promise<BenchWorld>>();
  const closing: (() => Promise<void>)[] = [];
  let projects = 0;
  const openNewWorld = async (data: CaseData): Promise<BenchWorld> => {
    const key = `bench-${++projects}${data.sharedAs === undefined ? '' : `-${data.sharedAs}`}`;
    const count = data.orders === 'all' ? orders : Math.min(orders, data.orders);
    return {
      ...environment,
      ...(await createBenchProject(build, server.address, key, count)),
    };
  };
  const environment: BenchEnvironment = {
    redisUrl: redis.url,
    build,
    redisNodes: redis.nodes,
    server,
    metricsUrls,
    references: once(async () => {
      const references = await startReferences(redis.url, await environment.openWorld(readOnlyData));
      closing.push(references.bareRead.stop, references.bareWrite.stop);
      return references;
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
      for (const close of [server.stop, ...closing]) await close();
      await redis.stop();
    },
  };
  return environment;
};
