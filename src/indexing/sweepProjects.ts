import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { isRedisUnavailable } from '../redis/isRedisUnavailable.js';
import { dropUnusedIndexes, type DropUnusedIndexesOptions } from './dropUnusedIndexes.js';
import type { SearchIndexes } from '../store/SearchIndexes.js';
import { hasErasedTerms, type SearchState } from '../store/SearchStates.js';
import type { Indexer } from './Indexer.js';

export interface SweepProjectsOptions extends DropUnusedIndexesOptions {
  readonly indexes: Pick<SearchIndexes, 'drop' | 'deleteLeftKeys' | 'keepsDeletedTerms'>;
  readonly indexer: Pick<Indexer, 'notify'>;
  readonly log: Logger;
}

/** A build for erasures does not follow the last one sooner than this many times as long as that took. */
const pausePerBuild = 5;

/**
 * Whether the index is to be built anew because RediSearch 1.x keeps the terms of an order that was erased (GEN070).
 * That a job was stopped does not matter: nothing else would remove them.
 */
const needsBuild = (state: SearchState): boolean =>
  state.jobId === undefined &&
  hasErasedTerms(state) &&
  Date.now() - (state.builtAtMs ?? 0) >= pausePerBuild * state.buildMs;

const hasWork = async ({ states, indexes, log }: SweepProjectsOptions, projectKey: string): Promise<boolean> => {
  const state = await states.read(projectKey);
  if (state !== undefined && needsBuild(state) && (await indexes.keepsDeletedTerms(projectKey))) {
    await states.requestJob(projectKey, randomUUID());
    log.info({ projectKey }, 'rebuilding a search index because orders were erased');
    return true;
  }
  return state?.jobId !== undefined || (await states.markCount(projectKey)) > 0;
};

/**
 * Finds work without a notification: dirty marks that another process left behind, indexing jobs that the command line
 * requested, indexes that hold terms of erased orders, and indexes to drop.
 */
export const sweepProjects = async (options: SweepProjectsOptions): Promise<void> => {
  const { states, indexer, log } = options;
  for (const projectKey of await states.registeredProjects())
    try {
      if (await hasWork(options, projectKey)) indexer.notify(projectKey);
      await dropUnusedIndexes(options, projectKey);
    } catch (error) {
      log[isRedisUnavailable(error) ? 'debug' : 'error'](
        { err: error, projectKey },
        'search sweep of a project failed',
      );
    }
};
