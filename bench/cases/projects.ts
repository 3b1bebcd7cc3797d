/** Updates of many projects, beside those of one: how much of what a batch saves is left when the projects share it. */
import { createProject } from '../../src/projects/createProject.js';
import { Random } from '../../src/jobs/sampleData/choices.js';
import { orderDraft } from '../../src/jobs/sampleData/orderDraft.js';
import type { LoadRequest } from '../load/runLoad.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, oncePer, post, requestToken } from '../world/prepare.js';
import { type BenchCase, ownOrders } from './BenchCase.js';
import { orderUpdate, setEmail, updatesOf } from './orders.js';

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
  const drafts = Array.from({ length: orders }, (_, at) => orderDraft(random, key, at, orders));
  const ids: string[] = [];
  for (const draft of drafts) ids.push((await post(own, 'orders/import', draft)).id);
  return { world: own, ids };
};

const manyProjects = (count: number) =>
  oncePer((world: BenchWorld) =>
    createMany(count, number => createOne(world, `${world.projectKey}-${number}`, Math.ceil(ordersMax / count))),
  );

/** One after the other of each project, so that those in progress are of as many projects as possible. */
const inTurn = (lists: readonly (readonly LoadRequest[])[]): LoadRequest[] =>
  Array.from({ length: Math.max(...lists.map(list => list.length)) }, (_, at) =>
    lists.flatMap(list => list[at] ?? []),
  ).flat();

const projectsCase = (count: number): BenchCase => {
  const projects = manyProjects(count);
  return {
    name: `order update, ${count} projects`,
    description: 'one action on orders of many projects, beside the same updates of one project',
    data: ownOrders,
    redisTimesOfReadMax: 1.3,
    comparedRead: { name: 'order update', requests: orderUpdate.requests },
    setup: async world => {
      await projects(world);
      return undefined;
    },
    requests: async world => {
      const all = await projects(world);
      const lists = await createMany(count, async at => {
        const { world: own, ids } = all[at]!;
        const headers = { authorization: `Bearer ${own.token}` };
        return (await updatesOf(own, ids, [setEmail])).map(request => ({ ...request, headers }));
      });
      return inTurn(lists);
    },
  };
};

export const projectCases: readonly BenchCase[] = [60, 1_000].map(projectsCase);
