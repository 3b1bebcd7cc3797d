import { Presets, SingleBar } from 'cli-progress';
import { seedOrders } from '../../seed/seedOrders.js';
import { withServices } from '../withServices.js';

interface Options {
  readonly project: string;
  readonly orders: number;
  readonly seedNumber: number;
}

export const seedOrdersCommand = async ({ project, orders, seedNumber }: Options): Promise<void> => {
  const startMs = performance.now();
  const rate = (written: number): string => `${Math.round(written / ((performance.now() - startMs) / 1000))} orders/s`;
  const bar = new SingleBar(
    { format: '{bar} {percentage}% | {value}/{total} | {rate} | {eta_formatted} left', hideCursor: true },
    Presets.shades_classic,
  );
  const isTerminal = process.stderr.isTTY === true;
  if (isTerminal) bar.start(orders, 0, { rate: '' });
  try {
    await withServices(services =>
      seedOrders(services, {
        projectKey: project,
        orders,
        seed: seedNumber,
        onProgress: written => {
          if (isTerminal) bar.update(written, { rate: rate(written) });
        },
      }),
    );
  } finally {
    if (isTerminal) bar.stop();
  }
  console.log(`${orders} orders imported into ${project}, ${rate(orders)}`);
};
