import type { Command } from 'commander';
import { nonNegativeInteger, positiveInteger } from '../integerOptions.js';
import { yesOption } from '../yesOption.js';

const projectOption = ['--project <key>', 'Project whose orders are searched.'] as const;
const waitOption = ['--wait', 'Wait until all orders are indexed, and show the progress.'] as const;

const addSettingCommands = (search: Command): void => {
  search
    .command('activate')
    .description('Activates order search. A running server indexes all orders.')
    .requiredOption(...projectOption)
    .option(...waitOption)
    .action(async options => (await import('./searchActivate.js')).searchActivate(options));
  search
    .command('deactivate')
    .description('Deactivates order search and deletes its index.')
    .requiredOption(...projectOption)
    .option(...yesOption)
    .action(async options => (await import('./searchDeactivate.js')).searchDeactivate(options));
};

const addIndexingCommands = (search: Command): void => {
  search
    .command('reindex')
    .description('Lets a running server build a new index, which then replaces the searched index.')
    .requiredOption(...projectOption)
    .option(...waitOption)
    .action(async options => (await import('./searchReindex.js')).searchReindex(options));
  search
    .command('stop')
    .description('Stops the running indexing job. The searched index stays.')
    .requiredOption(...projectOption)
    .action(async options => (await import('./searchStop.js')).searchStop(options));
};

const addVerifyCommand = (search: Command): void => {
  search
    .command('verify')
    .description(
      'Compares every order with its document in the index, also while servers run. Exits with 1 on differences.',
    )
    .requiredOption(...projectOption)
    .option(
      '--references',
      'Also compare values of referenced resources, such as states and payments, which are not updated after indexing.',
    )
    .option('--wait <seconds>', 'Total time to wait for orders that changed recently.', nonNegativeInteger, 10)
    .option('--list <n>', 'Number of differences to list; all are counted.', positiveInteger, 100)
    .option('--json', 'Print one object.')
    .action(async options => (await import('./searchVerify.js')).searchVerify(options));
};

/** Adds `quayside search …`. */
export const addSearchCommands = (program: Command): void => {
  const search = program.command('search').description('Manages the order search of a project and verifies its index.');
  search
    .command('status')
    .description('Shows the state of order search of a project.')
    .requiredOption(...projectOption)
    .option('--json', 'Print one object.')
    .action(async options => (await import('./searchStatus.js')).searchStatus(options));
  addSettingCommands(search);
  addIndexingCommands(search);
  addVerifyCommand(search);
};
