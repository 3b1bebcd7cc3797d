/** The jobs of a process. */
import type { Logger } from 'pino';
import type { Services } from '../services/services.js';
import type { IndexEntry } from '../store/searchIndexes.js';
import { idleSearchJob } from './idleSearchJob.js';
import { indexingJob, runIdOf } from './indexingJob.js';
import { indexingQueueName } from './queueNames.js';
import { type RunCount, type OnJobFailed, startJobQueues } from './JobQueues.js';
import { refreshTokensJob } from './refreshTokensJob.js';
import { retentionJob } from './retentionJob.js';
import { searchRenewalJob } from './searchRenewalJob.js';

export interface JobsOptions {
  readonly services: Services;
  readonly redisUrl: string;
  readonly log: Logger;
  /** 0: nothing is deleted for its age. */
  readonly retentionMinutes: number;
  readonly searchIdleDays: number;
  readonly documentsOf: (projectKey: string, ids: readonly string[]) => Promise<readonly IndexEntry[]>;
  projectKeys(): Promise<readonly string[]>;
  readonly onJobFailed: OnJobFailed;
}

export interface Jobs {
  /** Asks for an indexing job that the state of search names. */
  requestIndexing(projectKey: string, jobId: string): Promise<void>;
  runCounts(): Promise<readonly RunCount[]>;
  stop(): Promise<void>;
}

/** Does not wait for Redis. */
export const startJobs = ({
  services,
  redisUrl,
  log,
  retentionMinutes,
  searchIdleDays,
  documentsOf,
  projectKeys,
  onJobFailed,
}: JobsOptions): Jobs => {
  const { engine, tokens, search } = services;
  const removal = { log, everyMinutes: retentionMinutes, projectKeys };
  const running = startJobQueues(
    redisUrl,
    [
      indexingJob({ search, documentsOf, log }),
      searchRenewalJob({ search, log }),
      idleSearchJob({ services, log, idleDays: searchIdleDays }),
      ...(retentionMinutes === 0
        ? []
        : [retentionJob({ engine, ...removal }), refreshTokensJob({ tokens, ...removal })]),
    ],
    log,
    onJobFailed,
  );
  return {
    requestIndexing: (projectKey, jobId) =>
      running.requestRun(indexingQueueName, runIdOf(projectKey, jobId), { projectKey, jobId }),
    runCounts: running.runCounts,
    stop: running.stop,
  };
};
