/** Requests jobs of one project from the background thread of a server, and tells how far they are. */
import type { Job as BullJob, Queue } from 'bullmq';
import type { RedisClient } from '../base/redis/connect.js';
import { withQueue, projectRunId, requestRun } from './openQueue.js';
import { keys } from '../store/keys.js';
import { projectKeyOf } from './readQueueOverviews.js';

export interface ProjectRun {
  /** `none` where none was requested, or it ended long ago. */
  readonly state: 'none' | 'waiting' | 'running' | 'completed' | 'failed';
  /** The progress that the job reports: percent, or counts. */
  readonly progress: number | Readonly<Record<string, number>>;
  readonly failure?: string;
  /** The result of the completed job, with the time of its end. */
  readonly result?: unknown;
  readonly endedAt?: string;
}

/** Requests a run, unless one of the project waits or is active. */
export const requestProjectRun = (
  redis: RedisClient,
  queueName: string,
  request: { readonly projectKey: string },
): Promise<void> => withQueue(queueName, redis, queue => requestRun(queue, projectRunId(request.projectKey), request));

const stateNames = new Map<string, ProjectRun['state']>([
  ['active', 'running'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['unknown', 'none'],
]);

export const readProjectRun = (redis: RedisClient, queueName: string, projectKey: string): Promise<ProjectRun> =>
  withQueue(queueName, redis, async queue => {
    const run = (await queue.getJob(projectRunId(projectKey))) as BullJob | undefined;
    if (run === undefined) return { state: 'none', progress: 0 };
    const state = stateNames.get(await run.getState()) ?? 'waiting';
    const { progress, failedReason, finishedOn } = run;
    return {
      state,
      progress: progress as ProjectRun['progress'],
      ...(state === 'failed' && { failure: failedReason }),
      ...(state === 'completed' && { result: run.returnvalue as unknown }),
      ...(finishedOn !== undefined && { endedAt: new Date(finishedOn).toISOString() }),
    };
  });

const removeRuns = async (queue: Queue, projectKey: string): Promise<boolean> => {
  let areRemoved = true;
  for (const run of await queue.getJobs(['waiting', 'active', 'delayed', 'completed', 'failed'])) {
    if (run === undefined || projectKeyOf(run) !== projectKey) continue;
    // A run that a worker holds cannot be removed; the caller tries again.
    await run.remove().catch(() => {
      areRemoved = false;
    });
  }
  return areRemoved;
};

/**
 * Removes the runs of a project from all queues. Resolves to false where one is active: it ends by itself once the
 * project is gone.
 */
export const removeProjectRuns = async (redis: RedisClient, projectKey: string): Promise<boolean> => {
  let areRemoved = true;
  for (const name of await redis.smembers(keys.jobNames)) {
    const wereRemoved = await withQueue(name, redis, queue => removeRuns(queue, projectKey));
    areRemoved &&= wereRemoved;
  }
  return areRemoved;
};
