import { isoTime } from '../base/durations.js';
import type { Job as BullJob, Queue } from 'bullmq';
import type { RedisClient } from '../base/redis/connect.js';
import { keys } from '../store/keys.js';
import { withQueue } from './openQueue.js';
import { runStates } from './queueNames.js';

export interface RunOverview {
  readonly id: string;
  readonly projectKey?: string;
  readonly startedAt?: string;
  /** Present when the job reports its progress. */
  readonly percent?: number;
}

export interface LastRun {
  readonly endedAt: string;
  readonly failure?: string;
}

export interface QueueOverview {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  /** Counts among the last hundred runs, as `failed` does. */
  readonly completed: number;
  readonly failed: number;
  /** Interval of a scheduled job. */
  readonly everySeconds?: number;
  readonly nextAt?: string;
  readonly last?: LastRun;
  readonly running: readonly RunOverview[];
}

/** Runs of one state that are read; Redis keeps at most a hundred ended runs. */
const overviewRunsMax = 10_000;

/** The project of a run; scheduled jobs run for all projects. */
export const projectKeyOf = (run: BullJob): string | undefined =>
  (run.data as { readonly projectKey?: string } | undefined)?.projectKey;

const runOverviewOf = (run: BullJob): RunOverview => {
  const projectKey = projectKeyOf(run);
  return {
    id: run.id ?? '',
    ...(projectKey !== undefined && { projectKey }),
    ...(run.processedOn !== undefined && { startedAt: isoTime(run.processedOn) }),
    ...(typeof run.progress === 'number' && projectKey !== undefined && { percent: run.progress }),
  };
};

const lastRunOf = (runs: readonly BullJob[]): LastRun | undefined => {
  const [last] = runs
    .flatMap(({ finishedOn, failedReason }) => (finishedOn === undefined ? [] : [{ finishedOn, failedReason }]))
    .sort((one, other) => other.finishedOn - one.finishedOn);
  return (
    last && {
      endedAt: isoTime(last.finishedOn),
      ...(last.failedReason !== undefined && last.failedReason !== '' && { failure: last.failedReason }),
    }
  );
};

/** Reads a queue; with a project key only that project's runs count. */
export const readQueueOverview = async (
  queue: Queue,
  { projectKey, runsMax = overviewRunsMax }: { readonly projectKey?: string | undefined; readonly runsMax?: number },
): Promise<QueueOverview> => {
  const isWanted = (run: BullJob | undefined): run is BullJob =>
    run !== undefined && (projectKey === undefined || projectKeyOf(run) === projectKey);
  const [lists, [scheduler]] = await Promise.all([
    Promise.all(
      runStates.map(async state =>
        ((await queue.getJobs([state], 0, runsMax - 1)) as (BullJob | undefined)[]).filter(isWanted),
      ),
    ),
    queue.getJobSchedulers(0, 0),
  ]);
  const [waiting, active, delayed, completed, failed] = lists as [
    BullJob[],
    BullJob[],
    BullJob[],
    BullJob[],
    BullJob[],
  ];
  const last = lastRunOf([...completed, ...failed]);
  return {
    name: queue.name,
    waiting: waiting.length,
    active: active.length,
    delayed: delayed.length,
    completed: completed.length,
    failed: failed.length,
    ...(scheduler?.every !== undefined && { everySeconds: Number(scheduler.every) / 1000 }),
    ...(scheduler?.next !== undefined && { nextAt: isoTime(scheduler.next) }),
    ...(last !== undefined && { last }),
    running: active.map(runOverviewOf),
  };
};

/** Reads all queues of the deployment; with a project key only that project's runs, without the scheduled queues. */
export const readQueueOverviews = async (redis: RedisClient, projectKey?: string): Promise<QueueOverview[]> => {
  const names = (await redis.smembers(keys.jobNames)).sort();
  const all = await Promise.all(
    names.map(name => withQueue(name, redis, queue => readQueueOverview(queue, { projectKey }))),
  );
  return projectKey === undefined ? all : all.filter(({ everySeconds }) => everySeconds === undefined);
};
