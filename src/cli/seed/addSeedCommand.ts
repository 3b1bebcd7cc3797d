import type { Command } from 'commander';
import { positiveInteger } from '../integerOptions.js';
import { UsageError } from '../UsageError.js';
import { pastDay } from './dayOption.js';

interface Options {
  readonly shop?: boolean;
  readonly project?: string;
  readonly orders?: number;
  readonly seedNumber: number;
  readonly until?: number;
}

/** The project that a first start creates. */
const demoProject = 'demo';

const seed = async ({ shop = false, project, orders, seedNumber, until }: Options): Promise<void> => {
  if (shop)
    return (await import('./seedShopCommand.js')).seedShopCommand({
      project: project ?? demoProject,
      orders,
      seedNumber,
      untilMs: until,
    });
  if (until !== undefined) throw new UsageError('--until belongs to --shop, which is missing.');
  if (orders === undefined)
    throw new UsageError('Expected --shop for a whole shop, or --orders with a number for orders alone.');
  if (project === undefined) throw new UsageError('Expected --project with the key of the project to fill.');
  return (await import('./seedOrdersCommand.js')).seedOrdersCommand({ project, orders, seedNumber });
};

export const addSeedCommand = (program: Command): void => {
  program
    .command('seed')
    .description(
      'Fills a project with sample data: a whole outdoor shop for demonstrations, or orders alone for measurements.',
    )
    .option(
      '--shop',
      'Create products, customers, carts, orders of two years, quotes and all that they need, in a project without products and customers.',
    )
    .option('--project <key>', 'Project to fill. Default with --shop: demo.')
    .option(
      '--orders <n>',
      'Number of orders. Default with --shop: 5000; with fewer orders the whole shop is smaller.',
      positiveInteger,
    )
    .option(
      '--seed, --seed-number <n>',
      'Number that all random choices follow from. The same number creates the same data; for a shop also the same ids and, with the same --until, the same times.',
      positiveInteger,
      1,
    )
    .option(
      '--until <day>',
      'Day before which the history of the shop ends, such as 2026-01-31. Default: today.',
      pastDay,
    )
    .action(seed);
};
