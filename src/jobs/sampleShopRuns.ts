/** Requests sample shops, and tells how far they are. */
import type { RedisClient } from '../redis/connect.js';
import { type ProjectRun, readProjectRun, requestProjectRun } from './projectRuns.js';
import { sampleShopQueueName } from './queueNames.js';

export interface SampleShopRequest {
  readonly projectKey: string;
  readonly orders: number;
}

/** The state of the sample shop of a project. */
export interface SampleShopStatus extends Pick<ProjectRun, 'state' | 'failure'> {
  /** Of the written parts. */
  readonly percent: number;
}

/** Does nothing while the sample shop of the project waits or is being written. */
export const requestSampleShop = (redis: RedisClient, request: SampleShopRequest): Promise<void> =>
  requestProjectRun(redis, sampleShopQueueName, request);

export const readSampleShopStatus = async (redis: RedisClient, projectKey: string): Promise<SampleShopStatus> => {
  const { state, progress, failure } = await readProjectRun(redis, sampleShopQueueName, projectKey);
  return { state, percent: Number(progress), ...(failure !== undefined && { failure }) };
};
