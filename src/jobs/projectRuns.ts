/** Requests jobs of one project from the background thread of a server, and tells how far they are. */
import type { Job as BullJob } from 'bullmq';
import type { RedisClient } from '../redis/connect.js';
import { withQueue } from './openQueue.js';
import { projectRunId, requestRun } from './requestRun.js';

export interface ProjectRun {
  /** `none` where none was requested, or it ended long ago. */
  readonly state: 'none' | 'waiting' | 'running' | 'completed' | 'failed';
  /** What the job reports: percent, or counts. */
  readonly progress: number | Readonly<Record<string, number>>;
  readonly failure?: string;
  /** What the completed job returned, with the time of its end. */
  readonly result?: unknown;
  readonly endedAt?: string;
}

/** Does nothing while a run of the project waits or is active. */
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
