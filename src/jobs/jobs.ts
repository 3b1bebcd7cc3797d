/** The jobs of a process. */
import type { Logger } from 'pino';
import type { Services } from '../services/services.js';
import type { IndexEntry } from '../store/searchIndexes.js';
import { idleSearch } from './idleSearch.js';
import { indexing, runIdOf } from './indexing.js';
import { indexingName } from './names.js';
import { type Depth, type Failed, startQueues } from './queue.js';
import { refreshTokens } from './refreshTokens.js';
import { retention } from './retention.js';
import { searchRenewal } from './searchRenewal.js';

export interface JobsOptions {
  readonly services: Services;
  readonly redisUrl: string;
  readonly log: Logger;
  /** 0: nothing is deleted for its age. */
  readonly retentionMinutes: number;
  readonly searchIdleDays: number;
  readonly documentsOf: (projectKey: string, ids: readonly string[]) => Promise<readonly IndexEntry[]>;
  projectKeys(): Promise<readonly string[]>;
  readonly failed: Failed;
}

export interface Jobs {
  /** Asks for an indexing job that the state of search names. */
  index(projectKey: string, jobId: string): Promise<void>;
  depths(): Promise<readonly Depth[]>;
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
  failed,
}: JobsOptions): Jobs => {
  const { engine, tokens, search } = services;
  const removal = { log, everyMinutes: retentionMinutes, projectKeys };
  const running = startQueues(
    redisUrl,
    [
      indexing({ search, documentsOf, log }),
      searchRenewal({ search, log }),
      idleSearch({ services, log, idleDays: searchIdleDays }),
      ...(retentionMinutes === 0 ? [] : [retention({ engine, ...removal }), refreshTokens({ tokens, ...removal })]),
    ],
    log,
    failed,
  );
  return {
    index: (projectKey, jobId) => running.ask(indexingName, runIdOf(projectKey, jobId), { projectKey, jobId }),
    depths: running.depths,
    stop: running.stop,
  };
};
