/** Creates the projects that a round loads: one, or several on each master of a cluster. */
import { randomBytes } from 'node:crypto';
import { createApiClient } from '../src/auth/oauth/apiClients.js';
import { createProject } from '../src/projects/createProject.js';
import { slotOf } from '../src/base/redis/clusterNodes.js';
import { apiClientKey } from '../src/auth/clients/ApiClientRegistry.js';
import type { Services } from '../src/services/services.js';
import { keys } from '../src/store/keys.js';
import { basicOf } from '../test/support/oauth.js';
import { slotRanges, type SlotRange } from '../test/support/startCluster.js';
import { waitForSearches } from './checkRound.js';
import { createClient } from './createClient.js';
import type { World } from './createWorld.js';
import type { Shop, Shown } from './kinds.js';
import { Ledger } from './Ledger.js';
import { openShop } from './openShop.js';

export interface LoadedProject {
  readonly projectKey: string;
  readonly token: string;
  /** The `Authorization` header of token requests. */
  readonly authorization: string;
  readonly shop: Shop;
  /** The port of the project's master; undefined unless it is on a cluster. */
  readonly master?: number;
  /** True if its slot is one of the first of its master, which a rebalance moves. */
  readonly isLow: boolean;
}

/** Number of slots that each master gives away in a rebalance. */
export const rebalancedSlots = 300;

/** Maximum number of writers of orders that have their own stock. */
const orderWritersMax = 16;

const randomKey = (): string => `f-${randomBytes(6).toString('hex')}`;

/**
 * Finds a project key whose data and order index lie in a range of slots, and its product index on the same master: a
 * search needs the masters of data and index.
 */
const keyWithin = ({ from, to }: SlotRange, master: SlotRange): string => {
  for (;;) {
    const key = randomKey();
    const slots = [keys.hashTag(key), keys.searchIndex(key, 'order', 1)].map(slotOf);
    const products = slotOf(keys.searchIndex(key, 'product', 1));
    const isNear = master.from <= products && products <= master.to;
    if (isNear && slots.every(slot => from <= slot && slot <= to)) return key;
  }
};

/**
 * Creates a client whose record lies on the master of the project: a token request needs both, and the projects of
 * healthy masters must be independent of the others.
 */
const createNearClient = async (services: Services, projectKey: string, ranges: readonly SlotRange[]) => {
  const draft = { name: 'faults', scope: `manage_project:${projectKey}` };
  const masterOf = (key: string) => ranges.find(({ from, to }) => from <= slotOf(key) && slotOf(key) <= to)?.port;
  for (;;) {
    const client = await createApiClient(services, projectKey, draft, new Set(['manage_project']), {});
    if (masterOf(apiClientKey(client.id)) === masterOf(`{${projectKey}}`)) return client;
  }
};

const productSearches = ['ProductsSearch', 'ProductProjectionsSearch'];
const searchActions = [
  { action: 'changeOrderSearchStatus', status: 'Activated' },
  ...productSearches.map(mode => ({ action: 'changeProductSearchIndexingEnabled', enabled: true, mode })),
];

/** Creates the shop of the project, and activates its searches. */
export const setUpProject = async (
  { services, address }: Pick<World, 'services' | 'address'>,
  projectKey: string,
  token: string,
  search: boolean,
): Promise<Shop> => {
  const client = createClient({ address, token, ledger: new Ledger(), allowed: [] });
  const post = async (path: string, body: object): Promise<Shown> => {
    const answer = await client.send('POST', `/${projectKey}${path}`, body);
    if (answer === undefined || answer.status >= 300)
      throw new Error(`the project could not be set up: ${path}: ${answer?.text}`);
    return answer.json as Shown;
  };
  const shop = await openShop((path, draft) => post(`/${path}`, draft), orderWritersMax);
  if (search) {
    await post('', { version: 1, actions: searchActions });
    await waitForSearches({ services, projectKey });
  }
  client.close();
  return shop;
};

const openProject = async (world: World, key: string, search: boolean, ranges: readonly SlotRange[]) => {
  const { services } = world;
  const { projectKey, scope } = await createProject(services, { key });
  const { id, secret } = await createNearClient(services, projectKey, ranges);
  const issued = await services.tokens.issue(projectKey, { clientId: id, scope }, { access: 86_400 });
  if (typeof issued === 'string') throw new Error(`no token: ${issued}`);
  const shop = await setUpProject(world, projectKey, issued.accessToken, search);
  return { projectKey, token: issued.accessToken, authorization: basicOf(id, secret), shop };
};

/**
 * Opens two projects on each master of a cluster, one of them in the first slots of the master, which a rebalance moves;
 * with `isOnePerMaster` only the other one.
 */
export const openProjects = async (world: World, search: boolean, isOnePerMaster = false): Promise<LoadedProject[]> => {
  if (world.cluster === undefined) return [{ ...(await openProject(world, randomKey(), search, [])), isLow: false }];
  const ranges = await slotRanges(world.cluster.nodes[0]!);
  if (ranges.some(({ from, to }) => to - from < 2 * rebalancedSlots))
    throw new Error('the slots of a master are not in one piece');
  return Promise.all(
    ranges.flatMap(({ from, to, port }) => {
      const low = { from, to: from + rebalancedSlots - 1, port };
      const high = { from: from + rebalancedSlots, to, port };
      return (isOnePerMaster ? [high] : [low, high]).map(async range => ({
        ...(await openProject(world, keyWithin(range, { from, to, port }), search, ranges)),
        master: port,
        isLow: range === low,
      }));
    }),
  );
};
