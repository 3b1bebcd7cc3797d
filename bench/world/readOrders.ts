import type { Order } from './BenchWorld.js';

const pageSize = 500;

export interface OrderSource {
  readonly address: string;
  readonly projectKey: string;
  readonly token: string;
}

/** Sends a GET request of the preparation; throws when it fails. */
export const getJson = async <T>({ address, projectKey, token }: OrderSource, path: string): Promise<T> => {
  const answer = await fetch(`${address}/${projectKey}/${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`GET ${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
};

const queryOf = (parameters: Readonly<Record<string, string>>): string =>
  `orders?${new URLSearchParams({ withTotal: 'false', ...parameters }).toString()}`;

/** Pages of at most `max` orders by ascending id. Reads over HTTP, since the stored form may change. */
export const readOrders = async function* (source: OrderSource, max: number): AsyncGenerator<Order[]> {
  let after: string | undefined;
  for (let left = max; left > 0; left -= pageSize) {
    const { results } = await getJson<{ results: Order[] }>(
      source,
      queryOf({
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

const idsAtOnce = 100;

/** The current versions of orders. */
export const readVersions = async (
  source: OrderSource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const versions = new Map<string, number>();
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const list = ids.slice(at, at + idsAtOnce);
    const where = `id in (${list.map(id => `"${id}"`).join(',')})`;
    const { results } = await getJson<{ results: Order[] }>(source, queryOf({ where, limit: String(idsAtOnce) }));
    for (const { id, version } of results) versions.set(id, version);
  }
  return versions;
};
