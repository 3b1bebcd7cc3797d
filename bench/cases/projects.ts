/** Requests of many projects, beside those of one: shows how much batches still save when projects share them. */
import { slotOf } from '../../src/base/redis/clusterNodes.js';
import { createProject } from '../../src/projects/createProject.js';
import { Random } from '../../examples/sample-shop/choices.js';
import type { LoadRequest } from '../load/runLoad.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, oncePer, post, requestToken } from '../world/prepare.js';
import { type BenchCase, ownOrders } from './BenchCase.js';
import { orderUpdate, readsOf, sampleOrderDraft, setEmail, updatesOf } from './orders.js';
import { query } from './queries.js';

const ordersMax = 3_000;

/** A project of a case, with the ids of its orders. */
interface ManyProject {
  readonly world: BenchWorld;
  readonly ids: readonly string[];
}

const createOne = async (world: BenchWorld, key: string, orders: number): Promise<ManyProject> => {
  const { clientId, clientSecret } = await createProject(await world.services(), { key });
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const own = { ...world, projectKey: key, token: await requestToken(world.server.address, basic) };
  const random = new Random(orders);
  const drafts = Array.from({ length: orders }, (_, at) => sampleOrderDraft(random, key, at, orders));
  const ids: string[] = [];
  for (const draft of drafts) ids.push((await post(own, 'orders/import', draft)).id);
  return { world: own, ids };
};

const [slots, masters] = [16_384, 3];

/** Returns keys of projects, equally many in each third of the slots, so that three masters have the same work. */
const spreadKeys = (prefix: string, count: number): string[] => {
  const [keys, counts] = [[] as string[], [0, 0, 0]];
  for (let number = 0; keys.length < count; number++) {
    const key = `${prefix}-${number}`;
    const third = Math.floor((slotOf(`{${key}}`) * masters) / slots);
    if (counts[third]! >= Math.ceil(count / masters)) continue;
    counts[third]!++;
    keys.push(key);
  }
  return keys;
};

const manyProjects = (count: number) =>
  oncePer((world: BenchWorld) => {
    const keys = spreadKeys(world.projectKey, count);
    return createMany(count, number => createOne(world, keys[number]!, Math.ceil(ordersMax / count)));
  });

/** Takes requests of each project in turn, so that the requests in progress belong to as many projects as possible. */
const inTurn = (lists: readonly (readonly LoadRequest[])[]): LoadRequest[] =>
  Array.from({ length: Math.max(...lists.map(list => list.length)) }, (_, at) =>
    lists.flatMap(list => list[at] ?? []),
  ).flat();

type RequestsOf = (project: ManyProject) => readonly LoadRequest[] | Promise<readonly LoadRequest[]>;

const casesOf = (count: number) => {
  const projects = manyProjects(count);
  return (requestsOf: RequestsOf): Pick<BenchCase, 'data' | 'setup' | 'requests'> => ({
    data: { ...ownOrders, sharedAs: `${count}-projects` },
    setup: async world => {
      await projects(world);
      return undefined;
    },
    requests: async world => {
      const all = await projects(world);
      const lists = await createMany(count, async at => {
        const headers = { authorization: `Bearer ${all[at]!.world.token}` };
        return (await requestsOf(all[at]!)).map(request => ({ ...request, headers }));
      });
      return inTurn(lists);
    },
  });
};

const updates: RequestsOf = ({ world, ids }) => updatesOf(world, ids, [setEmail]);

const updateCase = (count: number, ofProjects: ReturnType<typeof casesOf>): BenchCase => ({
  ...ofProjects(updates),
  name: `order update, ${count} projects`,
  description: 'one action on orders of many projects, beside the same updates of one project',
  redisTimesOfReadMax: 1.3,
  comparedRead: { name: 'order update', requests: orderUpdate.requests },
});

const idsPerPage = 20;

const pages: RequestsOf = ({ world, ids }) =>
  Array.from({ length: Math.ceil(ids.length / idsPerPage) }, (_, page) => {
    const list = ids.slice(page * idsPerPage, (page + 1) * idsPerPage).map(id => `"${id}"`);
    return query(world, { where: `id in (${list.join()})`, limit: String(idsPerPage), withTotal: 'false' });
  });

const sixty = casesOf(60);

const perMaster = 64;
const updatesOfSixty: BenchCase = { ...updateCase(60, sixty), capacityMin: 2.6 };
const readsOfSixty: BenchCase = {
  ...sixty(({ world, ids }) => readsOf(world, ids)),
  name: 'order by id, 60 projects',
  description: 'reads of orders of many projects',
  capacityMin: 2.4,
};

export const projectCases: readonly BenchCase[] = [
  updatesOfSixty,
  updateCase(1_000, casesOf(1_000)),
  readsOfSixty,
  {
    ...readsOfSixty,
    name: `order by id, 60 projects, ${perMaster} connections a master`,
    description: 'each master has as many clients as the one Redis, so that its wake-ups serve as many reads',
    connections: perMaster,
    areConnectionsOfMaster: true,
  },
  {
    ...sixty(pages),
    name: 'orders by ids, 60 projects',
    description: `reads of ${idsPerPage} orders of a project by their ids`,
    capacityMin: 2.4,
  },
];
