import type { Shop } from '../../examples/sample-shop/Shop.js';
import { activateSearches } from '../projects/updateProject.js';
import type { Services } from '../services/services.js';
import { createSampleShop, importSampleOrders } from '../server/sampleShop.js';
import { searchModuleMissing } from '../commerce/resources/project/index.js';
import { UsageError } from './options.js';
import { createProgress } from './output.js';
import { enqueue } from './watchIndexing.js';
import { withServices } from './withServices.js';

interface SeedOptions {
  readonly shop?: boolean;
  readonly project?: string;
  readonly orders?: number;
  readonly seedNumber: number;
  readonly until?: number;
}

/** The project that a first start creates. */
const demoProject = 'demo';

export const seed = async ({ shop = false, ...options }: SeedOptions): Promise<void> => {
  if (shop) return seedWholeShop(options);
  const { project, orders, seedNumber, until } = options;
  if (until !== undefined) throw new UsageError('--until belongs to --shop, which is missing.');
  if (orders === undefined)
    throw new UsageError('Expected --shop for a whole shop, or --orders with a number for orders alone.');
  if (project === undefined) throw new UsageError('Expected --project with the key of the project to fill.');
  return seedOrdersAlone(project, orders, seedNumber);
};

const ordersOfShop = 5_000;

/** Creates a shop and activates its searches. */
const seedWholeShop = async ({
  project = demoProject,
  orders = ordersOfShop,
  seedNumber,
  until,
}: SeedOptions): Promise<void> => {
  const startMs = performance.now();
  const progress = createProgress('products, customers, carts, quotes, orders, reviews and lists');
  await withServices(async services => {
    const shop = await createSampleShop(services, {
      projectKey: project,
      seed: seedNumber,
      untilMs: until,
      orders,
      onProgress: progress.update,
    }).finally(progress.stop);
    console.log(summaryOf(shop, project, performance.now() - startMs));
    console.log(await activateSearch(services, project));
  });
};

/** Activates search, so that a demonstration can use it; the running server indexes the existing resources. */
const activateSearch = async (services: Services, projectKey: string): Promise<string> => {
  if (!(await services.engine.hasSearchModule(projectKey))) return searchModuleMissing;
  if (!(await activateSearches(services, projectKey)))
    return 'The searches of orders, products and customers were active already.';
  for (const [typeId, { states }] of services.searches) {
    const { jobId } = (await states.read(projectKey)) ?? {};
    if (jobId !== undefined) await enqueue(services, projectKey, jobId, typeId);
  }
  return 'The searches of orders, products and customers are activated; the server indexes them.';
};

const summaryOf = ({ size, customers, content }: Shop, projectKey: string, tookMs: number): string => {
  const { products, orders, activeCarts, quotes, reviews, shoppingLists } = size;
  const { password, customersWithPassword } = content.customers;
  const signIns = Math.min(customersWithPassword, customers.length);
  return [
    `The shop in ${projectKey} has ${products} products, ${size.customers} customers, ${orders} orders, ` +
      `${activeCarts} carts that wait for an order, ${quotes} quote requests, ${reviews} reviews and ` +
      `${shoppingLists} shopping lists; it took ${Math.round(tookMs / 1_000)} s.`,
    `${signIns} customers can sign in with the password ${password}, for example ${customers[0]?.email}.`,
  ].join('\n');
};

const seedOrdersAlone = async (project: string, orders: number, seedNumber: number): Promise<void> => {
  const startMs = performance.now();
  const progress = createProgress('orders');
  await withServices(services =>
    importSampleOrders(services, { projectKey: project, orders, seed: seedNumber, onProgress: progress.update }),
  ).finally(progress.stop);
  const perSecond = Math.round(orders / ((performance.now() - startMs) / 1_000));
  console.log(`${orders} orders imported into ${project}, ${perSecond} orders/s`);
};
