/** The live figures of a server process, which the console shows. Counts are those since the start of the process. */
import { sumOf } from '../../base/lists.js';
import type { PoolCounters } from '../../base/observe/metrics/ProcessMetrics.js';
import { hostname } from 'node:os';
import type { Config } from '../../base/config/settings.js';
import { version } from '../../base/config/packageFile.js';
import { withTimeout } from '../../base/lifecycle/timeouts.js';
import {
  type CommitCounts,
  type CommitResult,
  type ThreadWork,
  workOf,
} from '../../base/observe/metrics/ThreadMetrics.js';
import type { RequestTotals } from '../../base/observe/metrics/RequestMetrics.js';
import type { ThreadSurvey } from '../../base/observe/metrics/ThreadSurvey.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { masterNodes } from '../../base/redis/clusterNodes.js';
import { fieldOf } from '../../base/redis/serverChecks.js';
import { required } from '../../base/errors/ApiError.js';
import type { SearchStates } from '../../search/SearchStates.js';
import type { Figures, RedisFigures, SlowRequestFigures } from '../../base/observe/metrics/Figures.js';

export interface FigureSources {
  readonly config: Config;
  readonly redis: RedisClient;
  readonly states: SearchStates;
  readonly survey: Pick<ThreadSurvey, 'ask'>;
  /** The last counts of each thread, also of one that has ended, so that sums of counts never fall. */
  readonly works: Map<number, ThreadWork>;
  /** Counts the commits of the main thread. */
  readonly commitCounts: CommitCounts;
  readonly requests: { totals(): RequestTotals };
  readonly slowRequests: { list(): readonly SlowRequestFigures[] };
  readonly pool: Pick<
    PoolCounters,
    'threads' | 'pendingCalls' | 'shedCount' | 'expiredCalls' | 'replacedWorkers' | 'heavy'
  >;
  readonly reads: { readonly shedCount: number };
  /** Returns undefined while the background thread does not run. */
  readonly background: () => unknown;
  readonly connections: () => number;
}

/** A thread that computes for longer has the counts of its last answer. */
const surveyTimeoutMs = 500;
const redisTimeoutMs = 1_000;

const addCommits = (works: readonly ThreadWork[]): Record<CommitResult, number> => {
  const total = { done: 0, conflict: 0, stale: 0, refused: 0, failed: 0 };
  for (const { commits } of works)
    for (const result of Object.keys(total) as CommitResult[]) total[result] += commits[result];
  return total;
};

const readRedisFigures = async (redis: RedisClient): Promise<RedisFigures> => {
  const infos = await Promise.all(masterNodes(redis).map(node => node.info()));
  const numbers = (name: string): number[] => infos.map(info => Number(required(fieldOf(info, name), name)));
  return {
    masters: infos.length,
    usedBytes: sumOf(numbers('used_memory')),
    maxBytes: sumOf(numbers('maxmemory')),
    replicas: Math.min(...numbers('connected_slaves')),
    appendOnly: infos.every(info => fieldOf(info, 'aof_enabled') === '1'),
    lastWriteSucceeded: infos.every(info => fieldOf(info, 'aof_last_write_status') !== 'err'),
  };
};

const searchFigures = async (states: SearchStates): Promise<Figures['search']> => {
  const projects = await states.registeredProjects();
  const [counts, oldest] = await Promise.all([
    Promise.all(projects.map(projectKey => states.markCount(projectKey))),
    Promise.all(projects.map(projectKey => states.oldestMarks(projectKey, 1))),
  ]);
  const oldestMs = Math.min(...oldest.flat().map(({ atMs }) => atMs));
  return {
    waiting: sumOf(counts),
    oldestSeconds: oldestMs === Infinity ? 0 : Math.max(0, Date.now() - oldestMs) / 1_000,
  };
};

const orAbsent = <T>(reading: Promise<T>): Promise<T | undefined> =>
  // The page shows that a figure is absent.
  withTimeout(reading, redisTimeoutMs).catch(() => undefined);

const processFigures = ({ pool, connections }: FigureSources): Figures['process'] => {
  const { user, system } = process.cpuUsage();
  return {
    host: hostname(),
    pid: process.pid,
    version,
    uptimeSeconds: Math.round(process.uptime()),
    residentBytes: process.memoryUsage.rss(),
    cpuMs: Math.round((user + system) / 1_000),
    connections: connections(),
    workers: pool.threads.length,
    replacedWorkers: pool.replacedWorkers,
    waitingCalls: pool.pendingCalls + pool.heavy.waitingCalls + pool.heavy.runningCalls,
  };
};

const limitsOf = (config: Config): Figures['limits'] => ({
  CONNECTIONS_MAX: config.connectionsMax,
  QUERY_TIMEOUT_MS: config.queryTimeoutMs,
  SLOW_REQUEST_MS: config.slowRequestMs,
  WORK_TIMEOUT_MS: config.workTimeoutMs,
});

export const collectFigures = async (sources: FigureSources): Promise<Figures> => {
  const { config, redis, states, survey, works, commitCounts, requests, slowRequests, pool, reads } = sources;
  const workerIds = [...pool.threads, ...pool.heavy.workers].map(({ threadId }) => threadId);
  const threads = workerIds.length + (sources.background() === undefined ? 0 : 1);
  const [answers, redisFigures, search] = await Promise.all([
    survey.ask('work', threads, surveyTimeoutMs),
    orAbsent(readRedisFigures(redis)),
    orAbsent(searchFigures(states)),
  ]);
  for (const { threadId, value } of answers) works.set(threadId, value as ThreadWork);
  const workers = workerIds.flatMap(threadId => works.get(threadId) ?? []);
  const withAddress = (slow: SlowRequestFigures): SlowRequestFigures =>
    slow.traceId === undefined || config.traceUrl === ''
      ? slow
      : { ...slow, traceUrl: config.traceUrl.replaceAll('{traceId}', slow.traceId) };
  return {
    at: new Date().toISOString(),
    process: processFigures(sources),
    requests: requests.totals(),
    shed: { workers: pool.shedCount + pool.heavy.shedCount, redis: reads.shedCount, deadline: pool.expiredCalls },
    commits: addCommits([...works.values(), workOf(commitCounts)]),
    workersBusyMs: sumOf(workers.map(({ busyMs }) => busyMs)),
    redis: redisFigures && { ...redisFigures, durability: config.durability },
    search,
    limits: limitsOf(config),
    slowRequests: slowRequests.list().map(withAddress),
  };
};
