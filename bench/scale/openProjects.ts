import { createProject } from '../../src/projects/createProject.js';
import { required } from '../../src/errors/required.js';
import { seedOrders } from '../../src/seed/seedOrders.js';
import type { BenchEnvironment, BenchWorld, Order } from '../world/BenchWorld.js';
import { basicOf, requestToken } from '../world/createBenchProject.js';
import { readOrders } from '../world/readOrders.js';

const openProject = async (
  environment: BenchEnvironment,
  projectKey: string,
  orderCount: number,
): Promise<BenchWorld> => {
  const services = await environment.services();
  const credentials = await createProject(services, { key: projectKey });
  await seedOrders(services, { projectKey, orders: orderCount, seed: 1 });
  const basic = basicOf(credentials);
  const { address } = environment.server;
  const token = await requestToken(address, basic);
  const orders: Order[] = [];
  for await (const page of readOrders({ address, projectKey, token }, orderCount)) orders.push(...page);
  return { ...environment, projectKey, token, basic, clientId: credentials.clientId, orderCount, orders };
};

/** Creates projects that have the orders together, in this process: a thousand commands would take minutes. */
export const openProjects = async (
  environment: BenchEnvironment,
  count: number,
  orders: number,
): Promise<[BenchWorld, ...BenchWorld[]]> => {
  const worlds: BenchWorld[] = [];
  const ordersEach = Math.max(1, Math.floor(orders / count));
  console.error(`creating ${count} projects with ${ordersEach} orders each`);
  while (worlds.length < count)
    worlds.push(await openProject(environment, `scale-${worlds.length}-${process.pid}`, ordersEach));
  const [first, ...others] = worlds;
  return [required(first, 'a project'), ...others];
};
