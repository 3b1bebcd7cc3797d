import { changeOrderSearch } from '../../projects/changeOrderSearch.js';
import { customerPassword, passwordsMax } from '../../seed/shop/customers.js';
import { seedShop } from '../../seed/shop/seedShop.js';
import type { Shop } from '../../seed/shop/Shop.js';
import { startOfToday } from '../../seed/shop/time.js';
import type { Services } from '../../services/services.js';
import { searchModuleMissing } from '../../store/SearchIndexes.js';
import { createProgress } from '../createProgress.js';
import { enqueue } from '../watchIndexing.js';
import { withServices } from '../withServices.js';

interface Options {
  readonly project: string;
  readonly orders?: number;
  readonly seedNumber: number;
  readonly untilMs?: number;
}

const ordersOfShop = 5_000;

/** Activates order search, so that a demonstration can use it; the running server indexes the orders. */
const activateSearch = async (services: Services, projectKey: string): Promise<string> => {
  if (!(await services.indexes.available(projectKey))) return searchModuleMissing;
  if (!(await changeOrderSearch(services, projectKey, 'Activated'))) return 'Order search was active already.';
  const { jobId } = (await services.search.states.read(projectKey)) ?? {};
  if (jobId !== undefined) await enqueue(services, projectKey, jobId);
  return 'Order search is activated; the server indexes the orders.';
};

const summaryOf = ({ size, customers }: Shop, projectKey: string, tookMs: number): string => {
  const { products, orders, activeCarts, quotes } = size;
  const signIns = Math.min(passwordsMax, customers.length);
  return [
    `The shop in ${projectKey} has ${products} products, ${size.customers} customers, ${orders} orders, ${activeCarts} carts that wait for an order and ${quotes} quote requests; it took ${Math.round(tookMs / 1_000)} s.`,
    `${signIns} customers can sign in with the password ${customerPassword}, for example ${customers[0]?.email}.`,
  ].join('\n');
};

/** Creates a shop and activates order search. */
export const seedShopCommand = async ({
  project,
  orders = ordersOfShop,
  seedNumber,
  untilMs = startOfToday(),
}: Options): Promise<void> => {
  const startMs = performance.now();
  const progress = createProgress('products, customers, carts, quotes and orders');
  await withServices(async services => {
    const shop = await seedShop(services, {
      projectKey: project,
      seed: seedNumber,
      untilMs,
      orders,
      onProgress: progress.update,
    }).finally(progress.stop);
    console.log(summaryOf(shop, project, performance.now() - startMs));
    console.log(await activateSearch(services, project));
  });
};
