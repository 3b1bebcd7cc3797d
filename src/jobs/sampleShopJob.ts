import type { RedisClient } from '../base/redis/connect.js';
import { type ProjectRun, readProjectRun, requestProjectRun } from './projectRuns.js';
import { sampleShopQueueName } from './queueNames.js';
import type { Logger } from 'pino';
import { activateSearches } from '../projects/updateProject.js';
import { startOfToday } from './sampleData/choices.js';
import type { Services } from '../services/services.js';
import type { Job, JobRun } from './Job.js';

export interface SampleShopRequest {
  readonly projectKey: string;
  readonly orders: number;
}

/** The state of the sample shop of a project. */
export interface SampleShopStatus extends Pick<ProjectRun, 'state' | 'failure'> {
  /** Share of the parts that are written. */
  readonly percent: number;
}

/** Requests a sample shop, unless that of the project waits or is being written. */
export const requestSampleShop = (redis: RedisClient, request: SampleShopRequest): Promise<void> =>
  requestProjectRun(redis, sampleShopQueueName, request);

export const readSampleShopStatus = async (redis: RedisClient, projectKey: string): Promise<SampleShopStatus> => {
  const { state, progress, failure } = await readProjectRun(redis, sampleShopQueueName, projectKey);
  return { state, percent: Number(progress), ...(failure !== undefined && { failure }) };
};

export interface SampleShopJobOptions {
  readonly services: Services;
  readonly log: Logger;
}

/** All servers and the command line create the same shop by default. */
const seed = 1;

const interrupted = (projectKey: string): Error =>
  new Error(
    `The server stopped while it wrote the sample shop. The project '${projectKey}' may have a part of it, which cannot be completed: create another project for a whole one.`,
  );

/** Calls `report` once for each percent. */
const reportPercents = (report: (percent: number) => void): ((done: number, total: number) => void) => {
  let reported = 0;
  return (done, total) => {
    const percent = Math.floor((100 * done) / total);
    if (percent === reported) return;
    reported = percent;
    report(percent);
  };
};

const run = async ({ services, log }: SampleShopJobOptions, signal: AbortSignal, jobRun: JobRun): Promise<void> => {
  const { projectKey, orders } = jobRun.data as SampleShopRequest;
  if (jobRun.hasStartedBefore) throw interrupted(projectKey);
  const report = reportPercents(percent => {
    jobRun
      .progress(percent)
      .catch((error: unknown) =>
        log.debug({ err: error, projectKey }, 'reporting the progress of a sample shop failed'),
      );
  });
  // Loaded when it is needed: the samples of a shop are long.
  const { seedShop } = await import('./sampleData/shop/seedShop.js');
  await seedShop(services, {
    projectKey,
    seed,
    untilMs: startOfToday(),
    orders,
    onProgress: (done, total) => {
      if (signal.aborted) throw interrupted(projectKey);
      report(done, total);
    },
  });
  if (await services.engine.hasSearchModule(projectKey)) await activateSearches(services, projectKey);
  log.info({ projectKey, orders }, 'created a sample shop');
};

/**
 * Creates a sample shop in a project, and activates the searches. A run that stopped with its process fails, since a
 * second run cannot complete what the first one left.
 */
export const sampleShopJob = (options: SampleShopJobOptions): Job => ({
  name: sampleShopQueueName,
  run: (signal, jobRun) => run(options, signal, jobRun),
});
