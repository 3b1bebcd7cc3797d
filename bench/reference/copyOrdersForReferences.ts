import { type OrderSource, readOrders } from '../world/readOrders.js';
import { bareBodyKey } from './bareKeys.js';
import { connectBare } from './connectBare.js';

/** Enough orders that none is written twice at the same time. */
const ordersMax = 5_000;

/** Copies orders of the server to the keys of the references, so that both serve bodies of the same size. */
export const copyOrdersForReferences = async (redisUrl: string, source: OrderSource): Promise<string[]> => {
  const redis = connectBare(redisUrl);
  const ids: string[] = [];
  for await (const page of readOrders(source, ordersMax)) {
    await redis.mset(page.flatMap(order => [bareBodyKey(order.id), JSON.stringify(order)]));
    ids.push(...page.map(({ id }) => id));
  }
  redis.disconnect();
  return ids;
};
