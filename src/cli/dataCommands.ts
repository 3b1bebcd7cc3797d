import { type Command, Option } from 'commander';
import { searchedTypeIds } from '../commerce/resources/project/members.js';
import { nonNegativeInteger, pastDay, positiveInteger, yesOption } from './options.js';

export const addSeedCommand = (program: Command): void => {
  program
    .command('seed')
    .description(
      'Fills a project with sample data: a whole outdoor shop for demonstrations, or orders alone for measurements.',
    )
    .option(
      '--shop',
      'Create categories, products, product selections, customers, carts, orders of two years, ' +
        'quotes and all that they need, in a project without products and customers.',
    )
    .option('--project <key>', 'Project to fill. Default with --shop: demo.')
    .option(
      '--orders <n>',
      'Number of orders. Default with --shop: 5000; with fewer orders the whole shop is smaller.',
      positiveInteger,
    )
    .option(
      '--seed, --seed-number <n>',
      'Number that all random choices follow from. The same number creates the same data; ' +
        'for a shop also the same ids and, with the same --until, the same times.',
      positiveInteger,
      1,
    )
    .option(
      '--until <day>',
      'Day before which the history of the shop ends, such as 2026-01-31. Default: today.',
      pastDay,
    )
    .action(async options => (await import('./seed.js')).seed(options));
};

/** Adds a command about one search of a project. */
const searchCommand = (search: Command, name: string, description: string): Command =>
  search
    .command(name)
    .description(description)
    .requiredOption('--project <key>', 'Project whose resources are searched.')
    .addOption(
      new Option('--type <typeId>', 'Type of the searched resources.').choices(searchedTypeIds).default('order'),
    );

export const addSearchCommands = (program: Command): void => {
  const search = program
    .command('search')
    .description('Manages a search of a project, by default that of orders, and verifies its index.');
  searchCommand(search, 'status', 'Shows the state of a search of a project.')
    .option('--json', 'Print one object.')
    .action(async options => (await import('./search.js')).searchStatus(options));
  addSettingCommands(search);
  addIndexingCommands(search);
  addVerifyCommand(search);
};

const waitOption = ['--wait', 'Wait until all resources are indexed, and show the progress.'] as const;

const addSettingCommands = (search: Command): void => {
  searchCommand(search, 'activate', 'Activates a search. A running server indexes all its resources.')
    .option(...waitOption)
    .action(async options => (await import('./search.js')).searchActivate(options));
  searchCommand(search, 'deactivate', 'Deactivates a search and deletes its index.')
    .option(...yesOption)
    .action(async options => (await import('./search.js')).searchDeactivate(options));
};

const addIndexingCommands = (search: Command): void => {
  searchCommand(search, 'reindex', 'Lets a running server build a new index, which then replaces the searched index.')
    .option(...waitOption)
    .action(async options => (await import('./search.js')).searchReindex(options));
  searchCommand(search, 'stop', 'Stops the running indexing job. The searched index stays.').action(async options =>
    (await import('./search.js')).searchStop(options),
  );
};

const addVerifyCommand = (search: Command): void => {
  searchCommand(
    search,
    'verify',
    'Compares every resource with its document in the index, also while servers run. Exits with 1 on differences.',
  )
    .option(
      '--references',
      'Also compare values of referenced resources, such as states and payments, which are not updated after indexing.',
    )
    .option('--wait <seconds>', 'Total time to wait for resources that changed recently.', nonNegativeInteger, 10)
    .option('--list <n>', 'Number of differences to list; all are counted.', positiveInteger, 100)
    .option('--json', 'Print one object.')
    .action(async options => (await import('./search.js')).searchVerify(options));
};

const resourcesProject = ['--project <key>', 'Project of the resources.'] as const;
const typeOption = ['--type <typeId>', 'Resource type of the field: order, cart, customer and so on.'] as const;
const fieldOption = ['--field <name>', 'Name of the custom field.'] as const;

export const addFieldsCommands = (program: Command): void => {
  const fields = program
    .command('fields')
    .description('Manages the indexes of custom fields, which speed up queries by their values.');
  fields
    .command('list')
    .description('Lists the indexed custom fields of a project.')
    .requiredOption(...resourcesProject)
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./fields.js')).fieldsList(options));
  fields
    .command('index')
    .description('Adds an index of a custom field. A running server builds it; queries use it when it is complete.')
    .requiredOption(...resourcesProject)
    .requiredOption(...typeOption)
    .requiredOption(...fieldOption)
    .option('--wait', 'Wait until the index is complete.')
    .action(async options => (await import('./fields.js')).fieldsIndex(options));
  fields
    .command('unindex')
    .description('Removes the index of a custom field. A running server deletes it.')
    .requiredOption(...resourcesProject)
    .requiredOption(...typeOption)
    .requiredOption(...fieldOption)
    .action(async options => (await import('./fields.js')).fieldsUnindex(options));
};

export const addJobsCommands = (program: Command): void => {
  const jobs = program.command('jobs').description('Shows the background jobs of the servers.');
  jobs
    .command('list')
    .description('Lists the job queues with their schedules and running jobs.')
    .option('--project <key>', 'Show only the jobs of this project.')
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./jobs.js')).jobsList(options));
  jobs
    .command('watch')
    .description('Shows the progress of the indexing job of a project until it ends.')
    .requiredOption('--project <key>', 'Project whose orders are indexed.')
    .action(async options => (await import('./jobs.js')).jobsWatch(options));
};
