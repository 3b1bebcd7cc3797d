/** Creates projects, and sends requests that are not measured; each function throws when it fails. */
import type { BenchProject, BenchWorld, Order } from './BenchWorld.js';
import { type Build, runQuayside } from './processes.js';

export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

/** Calls `make` once for each key, such as the world of a case. */
export const oncePer = <K extends object, T>(make: (key: K) => Promise<T>): ((key: K) => Promise<T>) => {
  const made = new WeakMap<K, Promise<T>>();
  return key => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
};

/** A project of a server with a token. */
export interface Target extends Pick<BenchWorld, 'projectKey' | 'token'> {
  readonly server: { readonly address: string };
}

export interface Resource {
  readonly id: string;
  readonly version: number;
}

/** Concurrent requests of the preparation. */
const concurrency = 32;
const pageSize = 500;
const idsPerQuery = 100;

const send = async <T>({ server, projectKey, token }: Target, path: string, body?: object): Promise<T> => {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(`${server.address}/${projectKey}${path && `/${path}`}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
};

export const get = <T>(target: Target, path: string): Promise<T> => send(target, path);

export const post = <T = Resource>(target: Target, path: string, body: object): Promise<T> => send(target, path, body);

/** Creates or reads `count` resources, a few at a time. */
export const createMany = async <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let first = 0; first < count; first += concurrency) {
    const numbers = Array.from({ length: Math.min(concurrency, count - first) }, (_, offset) => first + offset);
    made.push(...(await Promise.all(numbers.map(make))));
  }
  return made;
};

export const ordersQuery = (parameters: Readonly<Record<string, string>>): string =>
  `orders?${new URLSearchParams(parameters).toString()}`;

/** Yields pages of at most `max` orders by ascending id. Reads over HTTP, since the stored form may change. */
export const readOrders = async function* (target: Target, max: number): AsyncGenerator<Order[]> {
  let after: string | undefined;
  for (let left = max; left > 0; left -= pageSize) {
    const { results } = await get<{ results: Order[] }>(
      target,
      ordersQuery({
        withTotal: 'false',
        sort: 'id asc',
        limit: String(Math.min(left, pageSize)),
        ...(after === undefined ? {} : { where: `id > "${after}"` }),
      }),
    );
    if (results.length === 0) return;
    yield results;
    after = results.at(-1)?.id;
  }
};

export const readVersions = async (target: Target, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const versions = new Map<string, number>();
  for (let at = 0; at < ids.length; at += idsPerQuery) {
    const list = ids.slice(at, at + idsPerQuery).map(id => `"${id}"`);
    const query = { where: `id in (${list.join(',')})`, limit: String(idsPerQuery), withTotal: 'false' };
    const { results } = await get<{ results: Order[] }>(target, ordersQuery(query));
    for (const { id, version } of results) versions.set(id, version);
  }
  return versions;
};

/** Bounds the sample. It exceeds the requests in progress, so that no order is requested twice at the same time. */
const sampleMax = 5_000;

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

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
  server: { readonly address: string },
  projectKey: string,
  orderCount: number,
): Promise<BenchProject> => {
  const created = await runQuayside(build, 'project', 'create', projectKey, '--json');
  const { clientId, clientSecret } = JSON.parse(created) as Credentials;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const orders: Order[] = [];
  const token = await requestToken(server.address, basic);
  if (orderCount > 0) {
    console.error(`seeding ${orderCount} orders into ${projectKey}`);
    await runQuayside(build, 'seed', '--project', projectKey, '--orders', String(orderCount));
    for await (const page of readOrders({ server, projectKey, token }, sampleMax))
      orders.push(
        ...page.map(({ id, version, orderNumber, customerId }) => ({ id, version, orderNumber, customerId })),
      );
  }
  return { projectKey, token, basic, clientId, orderCount, orders };
};
