import type { RedisClient } from '../base/redis/connect.js';
import { type ProjectRun, readProjectRun, requestProjectRun } from './projectRuns.js';
import { sampleShopQueueName } from './queueNames.js';
import type { Logger } from 'pino';
import { activateSearches } from '../projects/updateProject.js';
import { ProjectError } from '../projects/createProject.js';
import { wholeList } from '../store/DataStore.js';
import type { Services } from '../services/services.js';
import type { Job, JobRun } from './Job.js';

export interface SampleShopRequest {
  readonly projectKey: string;
  readonly orders: number;
}

export interface SampleShopStatus extends Pick<ProjectRun, 'state' | 'failure'> {
  /** Share of the parts that are written. */
  readonly percent: number;
  /** The password of the first customers of a complete shop. */
  readonly customerPassword?: string;
}

/** The types of the shop that have unique keys; a project that has some of them cannot take a shop. */
const exclusiveTypeIds = [
  'type',
  'channel',
  'store',
  'tax-category',
  'zone',
  'product-type',
  'attribute-group',
  'category',
  'product',
  'product-selection',
  'customer',
];

/** Throws ProjectError for a project that cannot take a shop. */
export const assertNoShop = async ({ store }: Services, projectKey: string): Promise<void> => {
  for (const typeId of exclusiveTypeIds) {
    const { to: count } = await store.rankRange(projectKey, typeId, { by: 'id' }, wholeList);
    if (count > 0)
      throw new ProjectError(
        `The project '${projectKey}' already has resources of the type ${typeId} (${count}). ` +
          'A shop needs a project without any: quayside project create KEY makes one, and so does the ' +
          'administration console.',
      );
  }
};

/** Requests a sample shop, unless that of the project waits or is being written. */
export const requestSampleShop = (redis: RedisClient, request: SampleShopRequest): Promise<void> =>
  requestProjectRun(redis, sampleShopQueueName, request);

export const readSampleShopStatus = async (redis: RedisClient, projectKey: string): Promise<SampleShopStatus> => {
  const { state, progress, failure, result } = await readProjectRun(redis, sampleShopQueueName, projectKey);
  return { state, percent: Number(progress), ...(failure !== undefined && { failure }), ...(result as object) };
};

export interface SampleShopOptions {
  readonly projectKey: string;
  readonly seed: number;
  /** The end of the shop's history; the first moment of today, UTC, by default. */
  readonly untilMs?: number;
  readonly orders: number;
  /** Is called with the number of parts that are done and the number of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Creates a shop by requests of the API (src/server/sampleShop.ts). */
export type CreateSampleShop = (
  services: Services,
  options: SampleShopOptions,
) => Promise<{ readonly content: { readonly customers: { readonly password: string } } }>;

export interface SampleShopJobOptions {
  readonly services: Services;
  readonly log: Logger;
  readonly createShop: CreateSampleShop;
}

/** All servers and the command line create the same shop by default. */
const seed = 1;

const interrupted = (projectKey: string): Error =>
  new Error(
    `The server stopped while it wrote the sample shop. The project '${projectKey}' may have a part of it, ` +
      'which cannot be completed: create another project for a whole one.',
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

const run = async (
  { services, log, createShop }: SampleShopJobOptions,
  signal: AbortSignal,
  jobRun: JobRun,
): Promise<Pick<SampleShopStatus, 'customerPassword'>> => {
  const { projectKey, orders } = jobRun.data as SampleShopRequest;
  if (jobRun.hasStartedBefore) throw interrupted(projectKey);
  const report = reportPercents(percent => {
    jobRun
      .progress(percent)
      .catch((error: unknown) =>
        log.debug({ err: error, projectKey }, 'reporting the progress of a sample shop failed'),
      );
  });
  const { content } = await createShop(services, {
    projectKey,
    seed,
    orders,
    onProgress: (done, total) => {
      if (signal.aborted) throw interrupted(projectKey);
      report(done, total);
    },
  });
  if (await services.engine.hasSearchModule(projectKey)) await activateSearches(services, projectKey);
  log.info({ projectKey, orders }, 'created a sample shop');
  return { customerPassword: content.customers.password };
};

/**
 * Creates a sample shop in a project, and activates the searches. A run that stopped with its process fails, since a
 * second run cannot complete what the first one left.
 */
export const sampleShopJob = (options: SampleShopJobOptions): Job => ({
  name: sampleShopQueueName,
  run: (signal, jobRun) => run(options, signal, jobRun),
});
