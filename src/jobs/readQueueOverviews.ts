/** What the queues hold, for who runs the deployment; what one project may see of them is projectQueue.ts. */
import type { Job as Run, Queue } from 'bullmq';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';
import { openQueue } from './JobQueues.js';

export interface RunOverview {
  readonly id: string;
  readonly projectKey?: string;
  readonly startedAt?: string;
  /** Where it tells how far it is. */
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
  /** Of the last hundred of each. */
  readonly completed: number;
  readonly failed: number;
  /** Of a job on a schedule. */
  readonly everySeconds?: number;
  readonly nextAt?: string;
  readonly last?: LastRun;
  readonly running: readonly RunOverview[];
}

const states = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
/** Runs of one state that are looked through; those that ended are a hundred at most. */
const runsMax = 10_000;

const timeOf = (ms: number): string => new Date(ms).toISOString();

const projectOf = (run: Run): string | undefined =>
  (run.data as { readonly projectKey?: string } | undefined)?.projectKey;

const runOf = (run: Run): RunOverview => ({
  id: run.id!,
  ...(projectOf(run) !== undefined && { projectKey: projectOf(run)! }),
  ...(run.processedOn !== undefined && { startedAt: timeOf(run.processedOn) }),
  ...(typeof run.progress === 'number' && projectOf(run) !== undefined && { percent: run.progress }),
});

const lastOf = (runs: readonly Run[]): LastRun | undefined => {
  const ended = runs
    .filter(({ finishedOn }) => finishedOn !== undefined)
    .sort((one, other) => other.finishedOn! - one.finishedOn!)[0];
  return (
    ended && {
      endedAt: timeOf(ended.finishedOn!),
      ...(ended.failedReason !== undefined && ended.failedReason !== '' && { failure: ended.failedReason }),
    }
  );
};

const overviewOf = async (queue: Queue, projectKey: string | undefined): Promise<QueueOverview> => {
  const isWanted = (run: Run | undefined): run is Run =>
    run !== undefined && (projectKey === undefined || projectOf(run) === projectKey);
  const [lists, [scheduler]] = await Promise.all([
    Promise.all(
      states.map(async state =>
        ((await queue.getJobs([state], 0, runsMax - 1)) as (Run | undefined)[]).filter(isWanted),
      ),
    ),
    queue.getJobSchedulers(0, 0),
  ]);
  const [waiting, active, delayed, completed, failed] = lists as [Run[], Run[], Run[], Run[], Run[]];
  const last = lastOf([...completed, ...failed]);
  return {
    name: queue.name,
    waiting: waiting.length,
    active: active.length,
    delayed: delayed.length,
    completed: completed.length,
    failed: failed.length,
    ...(scheduler?.every !== undefined && { everySeconds: Number(scheduler.every) / 1000 }),
    ...(scheduler?.next !== undefined && { nextAt: timeOf(scheduler.next) }),
    ...(last !== undefined && { last }),
    running: active.map(runOf),
  };
};

/** All queues that a process of the deployment has opened; with a project key those runs that are its own, and no schedules. */
export const readQueueOverviews = async (redis: RedisClient, projectKey?: string): Promise<QueueOverview[]> => {
  const names = (await redis.smembers(keys.jobNames)).sort();
  const all = await Promise.all(
    names.map(name =>
      overviewOf(
        openQueue(name, redis).on('error', () => undefined),
        projectKey,
      ),
    ),
  );
  return projectKey === undefined ? all : all.filter(({ everySeconds }) => everySeconds === undefined);
};
