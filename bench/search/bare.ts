/** The reference of a search: the very command that the product sends to RediSearch for it, with nothing around it. */
import { parseSearchRequest } from '../../src/search/query/parseSearchRequest.js';
import { runSearch } from '../../src/search/run/runSearch.js';
import { searchedIndex, type SearchedIndex } from '../../src/search/run/SearchedIndex.js';
import { type CommandArguments, sendToKeyNodeBuffer } from '../../src/redis/sendToKeyNode.js';
import { probeSearchModule } from '../../src/redis/searchIndex/probeSearchModule.js';
import type { FindOptions } from '../../src/store/SearchIndexes.js';
import { keys } from '../../src/store/keys.js';
import type { Calls } from '../load/calls.js';
import type { World } from '../world.js';
import { indexNumber } from './open.js';

export type SearchBody = Readonly<Record<string, unknown>>;

interface Asked {
  readonly query: string;
  readonly options: FindOptions;
}

const queryTimeoutMs = 10_000;

/** What a search asks the index for: one thing, or a stretch of candidates after the other. */
const askedBy = async ({ services, projectKey }: World, number: number, body: SearchBody): Promise<Asked[]> => {
  const asked: Asked[] = [];
  const searched = searchedIndex(services, projectKey, number);
  const { languages } = await services.settings.get(projectKey);
  const recording: SearchedIndex = {
    ...searched,
    find: (query, options) => {
      asked.push({ query, options });
      return searched.find(query, options);
    },
  };
  await runSearch(recording, parseSearchRequest(body), languages, Infinity);
  return asked;
};

const commandsOf = async (world: World, bodies: readonly SearchBody[]): Promise<CommandArguments[][]> => {
  const {
    services: { redis },
    projectKey,
  } = world;
  const number = await indexNumber(world);
  const index = keys.searchIndex(projectKey, 'order', number);
  const module = await probeSearchModule(redis, queryTimeoutMs);
  const found: CommandArguments[][] = [];
  for (const body of bodies)
    found.push(
      (await askedBy(world, number, body)).map(({ query, options }) =>
        module!.generation.search(index, query, options, queryTimeoutMs),
      ),
    );
  return found;
};

const known = new Map<string, readonly CommandArguments[][]>();

/** FT.SEARCH as the bodies lead to, one after the other through one connection; answers are not looked at. */
export const bareSearches =
  (name: string, bodiesOf: (world: World) => readonly SearchBody[]) =>
  async (world: World): Promise<Calls> => {
    const {
      services: { redis },
      projectKey,
    } = world;
    const commands = known.get(name) ?? (await commandsOf(world, bodiesOf(world)));
    known.set(name, commands);
    return commands.map(all => async () => {
      for (const command of all) await sendToKeyNodeBuffer(redis, keys.ids(projectKey, 'order'), command);
    });
  };
