import type { BenchProject, Order } from './BenchWorld.js';
import { readOrders } from './readOrders.js';
import { type Build, runQuayside } from './runQuayside.js';

/** Enough orders that none is requested twice at the same time. */
const sampleMax = 5_000;

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export const basicOf = ({ clientId, clientSecret }: Credentials): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

export const requestToken = async (address: string, basic: string): Promise<string> => {
  const answer = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  if (!answer.ok) throw new Error(`no token: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
};

/** Creates a project with orders by the command line of the measured build. */
export const createBenchProject = async (
  build: Build,
  address: string,
  projectKey: string,
  orderCount: number,
): Promise<BenchProject> => {
  const credentials = JSON.parse(await runQuayside(build, 'project', 'create', projectKey, '--json')) as Credentials;
  const basic = basicOf(credentials);
  const orders: Order[] = [];
  const token = await requestToken(address, basic);
  if (orderCount > 0) {
    console.error(`seeding ${orderCount} orders into ${projectKey}`);
    await runQuayside(build, 'seed', '--project', projectKey, '--orders', String(orderCount));
    for await (const page of readOrders({ address, projectKey, token }, sampleMax))
      orders.push(
        ...page.map(({ id, version, orderNumber, customerId }) => ({ id, version, orderNumber, customerId })),
      );
  }
  return { projectKey, token, basic, clientId: credentials.clientId, orderCount, orders };
};
