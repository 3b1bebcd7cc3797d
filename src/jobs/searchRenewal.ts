/** Builds search indexes anew in which what replaced documents left behind outweighs the documents (docs/decisions/search-index.md). */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { limits } from '../config.js';
import { isAway } from '../background/apart.js';
import { layout } from '../search/layout.js';
import type { OrderSearch } from '../search/state.js';
import type { Scheduled } from './queue.js';

export interface SearchRenewalOptions {
  readonly search: OrderSearch;
  readonly log: Logger;
  /** Fewer replaced documents than that are no reason. */
  readonly replacedMin?: number;
}

const hourMs = 3_600_000;
/** A build indexes each order once: so it adds a tenth to what the updates cost. */
const timesDocuments = 10;

const isDue = async ({ search: { states, indexes }, replacedMin = limits.searchReplacedMin }: SearchRenewalOptions, projectKey: string): Promise<boolean> => {
  const state = await states.read(projectKey);
  if (state?.current === undefined || state.job !== undefined || state.stopped === layout) return false;
  const { documents, replaced } = await indexes.size(projectKey, 'order', state.current);
  return replaced >= Math.max(replacedMin, timesDocuments * documents);
};

/** One run over all projects; how many builds it asked for. */
const run = async (options: SearchRenewalOptions, signal: AbortSignal): Promise<number> => {
  const { search, log } = options;
  let count = 0;
  for (const projectKey of await search.states.expected()) {
    if (signal.aborted) break;
    try {
      if (!await isDue(options, projectKey)) continue;
      await search.states.ask(projectKey, randomUUID());
      search.tell(projectKey);
      log.info({ projectKey }, 'the search index of the orders is built anew: most of what it holds was replaced');
      count++;
    } catch (error) {
      if (isAway(error)) throw error;
      log.error({ err: error, projectKey }, 'the size of a search index was not looked at');
    }
  }
  return count;
};

export const searchRenewal = (options: SearchRenewalOptions): Scheduled => ({ name: 'search-renewal', everyMs: hourMs, run: signal => run(options, signal) });
