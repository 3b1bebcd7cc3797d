import type { Logger } from 'pino';
import { isRedisUnavailable } from '../redis/isRedisUnavailable.js';
import { dropUnusedIndexes, type DropUnusedIndexesOptions } from './dropUnusedIndexes.js';
import type { Indexer } from './Indexer.js';

export interface SweepProjectsOptions extends DropUnusedIndexesOptions {
  readonly indexer: Pick<Indexer, 'notify'>;
  readonly log: Logger;
}

const hasWork = async ({ states }: SweepProjectsOptions, projectKey: string): Promise<boolean> =>
  (await states.markCount(projectKey)) > 0 || (await states.read(projectKey))?.jobId !== undefined;

/**
 * Finds work without a notification: dirty marks that another process left behind, indexing jobs that the command line
 * requested, and indexes to drop.
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
