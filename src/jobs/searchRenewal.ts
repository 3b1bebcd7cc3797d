/** Builds search indexes anew in which documents that were replaced or deleted left much behind, or anything for long (docs/decisions/search-index.md). */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { limits } from '../config/limits.js';
import { isAway } from '../indexing/apart.js';
import { layout } from '../search/layout.js';
import type { OrderSearch } from '../search/state.js';
import { scheduledNames } from './names.js';
import type { Scheduled } from './queue.js';

export interface SearchRenewalOptions {
  readonly search: OrderSearch;
  readonly log: Logger;
  /** Fewer replaced documents than that are no reason. */
  readonly replacedMin?: number;
  now?(): number;
}

const everyMs = 300_000;
/** A build indexes each order once: so it adds a fifth to what the updates cost. */
const timesDocuments = 5;
/** Terms of documents that are gone hold what was erased, encoded: no longer than that. */
const oldMs = 86_400_000;

const isDue = async (
  { search: { states, indexes }, replacedMin = limits.searchReplacedMin, now = Date.now }: SearchRenewalOptions,
  projectKey: string,
): Promise<boolean> => {
  const state = await states.read(projectKey);
  if (state?.current === undefined || state.job !== undefined || state.stopped === layout) return false;
  const { documents, replaced } = await indexes.size(projectKey, 'order', state.current);
  const isOld = now() - (state.builtAtMs ?? 0) > oldMs;
  return (isOld && replaced > 0) || replaced >= Math.max(replacedMin, timesDocuments * documents);
};

/** One run over all projects; how many builds it asked for. */
const run = async (options: SearchRenewalOptions, signal: AbortSignal): Promise<number> => {
  const { search, log } = options;
  let count = 0;
  for (const projectKey of await search.states.expected()) {
    if (signal.aborted) break;
    try {
      if (!(await isDue(options, projectKey))) continue;
      await search.states.ask(projectKey, randomUUID());
      search.tell(projectKey);
      log.info({ projectKey }, 'the search index of the orders is built anew: much of what it holds was replaced');
      count++;
    } catch (error) {
      if (isAway(error)) throw error;
      log.error({ err: error, projectKey }, 'the size of a search index was not looked at');
    }
  }
  return count;
};

export const searchRenewal = (options: SearchRenewalOptions): Scheduled => ({
  name: scheduledNames.searchRenewal,
  everyMs,
  run: signal => run(options, signal),
});
