/** What searches ask of a project's state, through a cache, and how the state follows the project's setting. */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SearchIndexes } from '../store/searchIndexes.js';
import { documentLayout } from './documentLayout.js';
import type { Followed, SearchState, SearchStates } from '../store/searchStates.js';

/** A search may go by a state this old: an index that was replaced stays longer than that. */
const freshMs = 1_000;
/** A process notes searches of one project once in that time. */
const noteMs = 60_000;
const projectsMax = 10_000;

export interface OrderSearch {
  readonly states: SearchStates;
  readonly indexes: SearchIndexes;
  /** Number of the index to search, as it was a second ago at most; undefined: there is none (SEARCH009). */
  currentIndex(projectKey: string): Promise<number | undefined>;
  /** Called with every search; SEARCH059 counts from it. Never fails. */
  recordSearch(projectKey: string): void;
  /** Makes the state what the project's setting says (SEARCH010, SEARCH011), and tells who works on it. */
  applySetting(projectKey: string): Promise<Followed>;
  /** Called where the index to search is not there: where Redis has lost it, it is built anew. False where there is to be none. */
  rebuildMissingIndex(projectKey: string): Promise<boolean>;
  /** Indexes all orders anew: what their documents are made with has changed. */
  rebuildIndex(projectKey: string): Promise<void>;
  /** Tells this process' background that a project has work to do. */
  notifyIndexer(projectKey: string): void;
}

export interface OrderSearchOptions {
  readonly states: SearchStates;
  readonly indexes: SearchIndexes;
  notifyIndexer(projectKey: string): void;
}

type Known = { readonly state: SearchState | undefined };

export const createOrderSearch = ({ states, indexes, notifyIndexer }: OrderSearchOptions): OrderSearch => {
  const known = new LRUCache<string, Promise<Known>>({ max: projectsMax, ttl: freshMs });
  const noted = new LRUCache<string, true>({ max: projectsMax, ttl: noteMs });

  const read = (projectKey: string): Promise<Known> => {
    const cached = known.get(projectKey);
    if (cached !== undefined) return cached;
    const reading = states.read(projectKey).then(state => ({ state }));
    known.set(projectKey, reading);
    reading.catch(() => known.delete(projectKey));
    return reading;
  };

  return {
    states,
    indexes,
    notifyIndexer,
    currentIndex: async projectKey => (await read(projectKey)).state?.current,
    recordSearch: projectKey => {
      if (noted.has(projectKey)) return;
      noted.set(projectKey, true);
      states.noteSearched(projectKey).catch(() => noted.delete(projectKey));
    },
    rebuildMissingIndex: async projectKey => {
      known.delete(projectKey);
      const state = await states.read(projectKey);
      if (state === undefined || state.stopped === documentLayout) return false;
      await states.ask(projectKey, randomUUID());
      notifyIndexer(projectKey);
      return true;
    },
    rebuildIndex: async projectKey => {
      if ((await states.askAnew(projectKey, randomUUID())) !== undefined) notifyIndexer(projectKey);
    },
    applySetting: async projectKey => {
      await states.expect(projectKey);
      if (!(await indexes.available())) return 'OFF';
      const followed = await states.follow(projectKey, randomUUID());
      known.delete(projectKey);
      if (followed !== 'OFF') notifyIndexer(projectKey);
      return followed;
    },
  };
};
