import { connectBare } from './connectBare.js';
import { bareBodyKey } from './bareKeys.js';

/** Enough orders that none is written twice at the same time. */
const ordersMax = 5_000;
const pageSize = 500;

interface Source {
  readonly address: string;
  readonly projectKey: string;
  readonly token: string;
}

const readPage = async ({ address, projectKey, token }: Source, after: string): Promise<{ id: string }[]> => {
  const query = new URLSearchParams({
    sort: 'id asc',
    limit: String(pageSize),
    withTotal: 'false',
    ...(after === '' ? {} : { where: `id > "${after}"` }),
  });
  const answer = await fetch(`${address}/${projectKey}/orders?${query.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`copying orders for the references: ${await answer.text()}`);
  return ((await answer.json()) as { results: { id: string }[] }).results;
};

/**
 * Copies orders of the server to the keys of the references, so that both serve bodies of the same size. Reads over
 * HTTP, since the stored form may change. Returns the ids.
 */
export const copyOrdersForReferences = async (redisUrl: string, source: Source): Promise<string[]> => {
  const redis = connectBare(redisUrl);
  const ids: string[] = [];
  for (let page = await readPage(source, ''); page.length > 0; page = await readPage(source, ids.at(-1) ?? '')) {
    await redis.mset(page.flatMap(order => [bareBodyKey(order.id), JSON.stringify(order)]));
    ids.push(...page.map(({ id }) => id));
    if (page.length < pageSize || ids.length >= ordersMax) break;
  }
  redis.disconnect();
  return ids;
};
