/** The reference of a search: the very command that the product sends to RediSearch for it, with nothing around it. */
import { readSearchRequest } from '../../src/search/query/parse.js';
import { runSearch, type Searched } from '../../src/search/run/run.js';
import type { Command } from '../../src/store/redisearch.js';
import { sendRoutedBuffer } from '../../src/store/routed.js';
import { probeModule } from '../../src/store/searchModule.js';
import type { FindOptions } from '../../src/store/searchIndexes.js';
import { keys } from '../../src/store/keys.js';
import type { Calls } from '../load/calls.js';
import type { World } from '../world.js';
import { indexNumber } from './open.js';

export type SearchBody = Readonly<Record<string, unknown>>;

interface Asked { readonly query: string; readonly options: FindOptions }

const queryTimeoutMs = 10_000;

/** What a search asks the index for, first of all. */
const askedBy = async (body: SearchBody, languages: readonly string[]): Promise<Asked> => {
  let asked: Asked | undefined;
  const recording: Searched = {
    find: (query, options) => {
      asked ??= { query, options };
      return Promise.resolve({ total: 0, hits: [] });
    },
    contents: () => Promise.resolve([]),
    boundaries: () => Promise.resolve([]),
  };
  await runSearch(recording, readSearchRequest(body), languages, queryTimeoutMs);
  if (asked === undefined) throw new Error(`nothing is asked of the index by ${JSON.stringify(body)}`);
  return asked;
};

const commandsOf = async (world: World, bodies: readonly SearchBody[]): Promise<Command[]> => {
  const { services: { redis, settings }, projectKey } = world;
  const index = keys.searchIndex(projectKey, 'order', await indexNumber(world));
  const [module, { languages }] = await Promise.all([probeModule(redis, queryTimeoutMs), settings.of(projectKey)]);
  const asked = await Promise.all(bodies.map(body => askedBy(body, languages)));
  return asked.map(({ query, options }) => module!.generation.search(index, query, options, queryTimeoutMs));
};

/** FT.SEARCH as the bodies lead to, through one connection; contents of hits that are looked at one by one are not read. */
export const bareSearches = (bodiesOf: (world: World) => readonly SearchBody[]) => async (world: World): Promise<Calls> => {
  const { services: { redis }, projectKey } = world;
  const commands = await commandsOf(world, bodiesOf(world));
  return commands.map(command => () => sendRoutedBuffer(redis, keys.ids(projectKey, 'order'), command));
};
