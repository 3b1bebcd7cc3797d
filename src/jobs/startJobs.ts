import type { Logger } from 'pino';
import { deletionTimeMs } from '../base/durations.js';
import type { Services } from '../services/services.js';
import { StoredKeys } from '../store/StoredKeys.js';
import { categoryMovesJob } from './categoryMovesJob.js';
import { fieldIndexJob } from './fieldIndexJob.js';
import { indexingJob, type IndexingJobOptions, indexingRunId } from './indexingJob.js';
import { definitionChangesJob } from './definitionChangesJob.js';
import { listNotes, notedJobs, noteRunId } from './notedJobs.js';
import { fieldIndexQueueName, indexingQueueName } from './queueNames.js';
import { type JobConnection, JobQueues, type OnJobFailed, type RunCount } from './JobQueues.js';
import { projectRunId } from './openQueue.js';
import { refreshTokensJob, retentionJob } from './retentionJob.js';
import { type CreateSampleShop, sampleShopJob } from './sampleShopJob.js';
import { verificationJob } from './verificationJob.js';
import { idleSearchJob, searchRenewalJob } from './searchJobs.js';

export interface JobsOptions {
  readonly services: Services;
  readonly connection: JobConnection;
  readonly log: Logger;
  /** Interval of the jobs that delete expired data; 0 disables them. */
  readonly retentionMinutes: number;
  readonly historyDays: number;
  readonly searchIdleDays: number;
  /** Time after which an indexing run of a thread that died is taken over. */
  readonly takeOverMs: number;
  readonly documentsOf: IndexingJobOptions['documentsOf'];
  readonly createShop: CreateSampleShop;
  readonly projectKeys: () => Promise<readonly string[]>;
  readonly onJobFailed: OnJobFailed;
}

export interface Jobs {
  /** Requests a run of the indexing job that the search state names. */
  requestIndexing(projectKey: string, typeId: string, jobId: string): Promise<void>;
  /** Requests a run of the job that builds and deletes the indexes of custom fields of a project. */
  requestFieldIndexing(projectKey: string): Promise<void>;
  /** Requests a run for each note of a commit (notedJobs.ts), where a process died before it did. */
  requestNotedRuns(): Promise<void>;
  runCounts(): Promise<readonly RunCount[]>;
  stop(): Promise<void>;
}

/** Starts the jobs of this process; does not wait for Redis. */
export const startJobs = ({
  services,
  connection,
  log,
  retentionMinutes,
  historyDays,
  searchIdleDays,
  takeOverMs,
  documentsOf,
  createShop,
  projectKeys,
  onJobFailed,
}: JobsOptions): Jobs => {
  const { engine, redis, store, tokens, searches, fieldIndexes } = services;
  const expiry = { log, everyMinutes: retentionMinutes, projectKeys };
  const queues = new JobQueues(
    connection,
    [
      indexingJob({ searches, documentsOf, log, lockMs: takeOverMs }),
      fieldIndexJob({ store, storedKeys: new StoredKeys(redis), fieldIndexes, log }),
      categoryMovesJob({ engine, log }),
      definitionChangesJob({ engine, log, lockMs: takeOverMs }),
      sampleShopJob({ services, log, createShop }),
      verificationJob({ services, log }),
      searchRenewalJob({ searches, log }),
      idleSearchJob({ services, log, idleDays: searchIdleDays, now: deletionTimeMs }),
      ...(retentionMinutes === 0
        ? []
        : [
            retentionJob({ engine: { ...engine, now: () => new Date(deletionTimeMs()) }, historyDays, ...expiry }),
            refreshTokensJob({ tokens, ...expiry }),
          ]),
    ],
    log,
    onJobFailed,
  );
  return {
    requestIndexing: (projectKey, typeId, jobId) =>
      queues.requestRun(indexingQueueName, indexingRunId(projectKey, jobId), { projectKey, typeId, jobId }),
    requestFieldIndexing: projectKey =>
      queues.requestRun(fieldIndexQueueName, projectRunId(projectKey), { projectKey }),
    requestNotedRuns: async () => {
      for (const projectKey of await projectKeys())
        for (const job of notedJobs)
          for (const noteId of await listNotes(store, projectKey, job))
            await queues.requestRun(job.queueName, noteRunId({ projectKey, noteId }), { projectKey, noteId });
    },
    runCounts: () => queues.runCounts(),
    stop: () => queues.stop(),
  };
};
