/** Finds what nobody told of: marks that a process left behind, indexes that nobody needs any more. */
import type { Logger } from 'pino';
import type { SearchIndexes } from '../store/searchIndexes.js';
import type { SearchStates } from '../store/searchStates.js';
import { isRedisUnavailable } from '../search/bisectFailures.js';
import type { Indexer } from './Indexer.js';

export interface SweepOptions {
  readonly states: SearchStates;
  readonly indexes: Pick<SearchIndexes, 'drop'>;
  readonly indexer: Pick<Indexer, 'tell'>;
  readonly log: Logger;
}

/** Drops the indexes of a project that may go by now. */
export const dropUnusedIndexes = async (
  { states, indexes }: Pick<SweepOptions, 'states' | 'indexes'>,
  projectKey: string,
): Promise<void> => {
  for (const number of await states.drops(projectKey)) {
    await indexes.drop(projectKey, 'order', number);
    await states.dropped(projectKey, number);
  }
};

/** One round over all projects that may have something of search. */
export const sweepProjects = async (options: SweepOptions): Promise<void> => {
  const { states, indexer, log } = options;
  for (const projectKey of await states.expected())
    try {
      if ((await states.waiting(projectKey)) > 0) indexer.notify(projectKey);
      await dropUnusedIndexes(options, projectKey);
    } catch (error) {
      log[isRedisUnavailable(error) ? 'debug' : 'error'](
        { err: error, projectKey },
        'what is left of search was not looked after',
      );
    }
};
