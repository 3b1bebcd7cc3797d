/** Requests sample shops from the background thread of a server, and tells how far they are. */
import type { Job as BullJob } from 'bullmq';
import type { RedisClient } from '../redis/connect.js';
import { withQueue } from './openQueue.js';
import { sampleShopQueueName } from './queueNames.js';
import { projectRunId, requestRun } from './requestRun.js';

export interface SampleShopRequest {
  readonly projectKey: string;
  readonly orders: number;
}

/** The state of the sample shop of a project; `none` where none was requested, or it ended long ago. */
export interface SampleShopStatus {
  readonly state: 'none' | 'waiting' | 'running' | 'completed' | 'failed';
  /** Of the written parts. */
  readonly percent: number;
  readonly failure?: string;
}

/** Does nothing while the sample shop of the project waits or is being written. */
export const requestSampleShop = (redis: RedisClient, request: SampleShopRequest): Promise<void> =>
  withQueue(sampleShopQueueName, redis, queue => requestRun(queue, projectRunId(request.projectKey), request));

const stateNames = new Map<string, SampleShopStatus['state']>([
  ['active', 'running'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['unknown', 'none'],
]);

export const readSampleShopStatus = (redis: RedisClient, projectKey: string): Promise<SampleShopStatus> =>
  withQueue(sampleShopQueueName, redis, async queue => {
    const run = (await queue.getJob(projectRunId(projectKey))) as BullJob | undefined;
    if (run === undefined) return { state: 'none', percent: 0 };
    const state = stateNames.get(await run.getState()) ?? 'waiting';
    return {
      state,
      percent: typeof run.progress === 'number' ? run.progress : 0,
      ...(state === 'failed' && { failure: run.failedReason }),
    };
  });
