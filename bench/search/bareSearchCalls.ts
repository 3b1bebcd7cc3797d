/** The reference of a search: the same commands to RediSearch as the server sends, without the server. */
import { required } from '../../src/base/errors/ApiError.js';
import { parseSearchRequest } from '../../src/search/query/parseSearchRequest.js';
import { runSearch } from '../../src/search/run/runSearch.js';
import { searchedIndex, type SearchedIndex } from '../../src/search/run/findCandidates.js';
import { type CommandArguments, sendToKeyNodeBuffer } from '../../src/base/redis/sendToKeyNode.js';
import { connectedSlotNode, probeSearchModule } from '../../src/search/redisearch/probeSearchModule.js';
import type { FindOptions } from '../../src/search/SearchIndexes.js';
import { keys } from '../../src/store/keys.js';
import type { Calls } from '../load/runLoad.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/prepare.js';
import { indexNumber } from './indexing.js';

export type SearchBody = Readonly<Record<string, unknown>>;

interface IndexQuery {
  readonly query: string;
  readonly options: FindOptions;
}

const queryTimeoutMs = 10_000;

/** Records the queries that a search sends to the index. */
const queriesOf = async (
  { services: openServices, projectKey }: BenchWorld,
  number: number,
  body: SearchBody,
): Promise<IndexQuery[]> => {
  const services = await openServices();
  const queries: IndexQuery[] = [];
  const searched = searchedIndex(services, 'order', projectKey, number);
  const { languages } = await services.settings.get(projectKey);
  const recording: SearchedIndex = {
    ...searched,
    find: (query, options) => {
      queries.push({ query, options });
      return searched.find(query, options);
    },
  };
  await runSearch(recording, parseSearchRequest(services.search.type.dialect, body), languages, Infinity);
  return queries;
};

const commandsOf = async (world: BenchWorld, bodies: readonly SearchBody[]): Promise<CommandArguments[][]> => {
  const { projectKey } = world;
  const { redis } = await world.services();
  const number = await indexNumber(world);
  const index = keys.searchIndex(projectKey, 'order', number);
  const module = await probeSearchModule(await connectedSlotNode(redis, index), queryTimeoutMs);
  const found: CommandArguments[][] = [];
  for (const body of bodies)
    found.push(
      (await queriesOf(world, number, body)).map(({ query, options }) =>
        required(module, 'the search module').generation.search(index, query, options, queryTimeoutMs),
      ),
    );
  return found;
};

/** Makes calls of FT.SEARCH for the bodies on one connection; responses are not parsed. */
export const bareSearchCalls = (bodiesOf: (world: BenchWorld) => readonly SearchBody[]) => {
  const recordedCommands = oncePer((world: BenchWorld) => commandsOf(world, bodiesOf(world)));
  return async (world: BenchWorld): Promise<Calls> => {
    const { projectKey } = world;
    const { redis } = await world.services();
    return (await recordedCommands(world)).map(all => async () => {
      for (const command of all) await sendToKeyNodeBuffer(redis, keys.ids(projectKey, 'order'), command);
    });
  };
};
