import { seedOrders } from '../../seed/seedOrders.js';
import { createProgress } from '../createProgress.js';
import { withServices } from '../withServices.js';

interface Options {
  readonly project: string;
  readonly orders: number;
  readonly seedNumber: number;
}

export const seedOrdersCommand = async ({ project, orders, seedNumber }: Options): Promise<void> => {
  const startMs = performance.now();
  const progress = createProgress('orders');
  try {
    await withServices(services =>
      seedOrders(services, {
        projectKey: project,
        orders,
        seed: seedNumber,
        onProgress: written => progress.update(written, orders),
      }),
    );
  } finally {
    progress.stop();
  }
  const perSecond = Math.round(orders / ((performance.now() - startMs) / 1_000));
  console.log(`${orders} orders imported into ${project}, ${perSecond} orders/s`);
};
