/** `quayside search …` */
import type { Command } from 'commander';
import { positiveInteger, nonNegativeInteger } from '../integerOptions.js';

const projectOption = ['--project <key>', 'project whose orders are searched'] as const;
const waitOption = ['--wait', 'wait until all orders are indexed, and show how far it is'] as const;

const addSetting = (search: Command): void => {
  search
    .command('activate')
    .description('activate order search: a running server indexes all orders')
    .requiredOption(...projectOption)
    .option(...waitOption)
    .action(async options => (await import('./searchSetting.js')).searchActivate(options));
  search
    .command('deactivate')
    .description('deactivate order search; its index goes')
    .requiredOption(...projectOption)
    .action(async options => (await import('./searchSetting.js')).searchDeactivate(options));
};

const addIndexing = (search: Command): void => {
  search
    .command('reindex')
    .description('have a running server make a new index beside the one that is searched, and put it in its place')
    .requiredOption(...projectOption)
    .option(...waitOption)
    .action(async options => (await import('./searchIndexing.js')).searchReindex(options));
  search
    .command('stop')
    .description('end the indexing job under way; the index that is searched stays')
    .requiredOption(...projectOption)
    .action(async options => (await import('./searchIndexing.js')).searchStop(options));
};

export const addSearch = (program: Command): void => {
  const search = program
    .command('search')
    .description('order search of a project: its state, its index, and whether that is right');
  search
    .command('status')
    .description('tell how order search of a project stands')
    .requiredOption(...projectOption)
    .option('--json', 'print one object')
    .action(async options => (await import('./searchStatus.js')).searchStatus(options));
  addSetting(search);
  addIndexing(search);
  search
    .command('verify')
    .description(
      'compare every order with its index entry, while servers run too; ends with 1 where there are differences',
    )
    .requiredOption(...projectOption)
    .option(
      '--references',
      'compare values of states, payments and the like too, which stay as they were when the order was indexed',
    )
    .option('--wait <seconds>', 'how long to wait in all for orders that changed just now', nonNegativeInteger, 10)
    .option('--list <n>', 'how many differences to list; all are counted', positiveInteger, 100)
    .option('--json', 'print one object')
    .action(async options => (await import('./searchVerify.js')).searchVerify(options));
};
