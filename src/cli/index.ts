/** The quayside command. Each subcommand has a file of its own, loaded when it is called. */
import { Command } from 'commander';
import { ConfigError } from '../config/ConfigError.js';
import { ApiError } from '../errors/ApiError.js';
import { addJobs } from './jobs/addJobsCommands.js';
import { positiveInteger } from './integerOptions.js';
import { addSearch } from './search/addSearchCommands.js';

const list = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');

const program = new Command('quayside')
  .description('A multi-tenant commerce API on Redis')
  .showHelpAfterError('(quayside --help tells more)');

program
  .command('start')
  .description('start the server; settings come from environment variables')
  .action(async () => (await import('./startServer.js')).startServer());

const project = program.command('project').description('make and list projects');

project
  .command('create')
  .description('make a project with an API client that may do everything in it')
  .argument('<key>', "2 to 36 lower-case letters, digits, '_' and '-'")
  .option('--json', 'print one object with projectKey, clientId, clientSecret and scope')
  .option('--name <name>', 'name of the project, its key by default')
  .option('--languages <tags>', 'comma-separated IETF language tags', list)
  .option('--currencies <codes>', 'comma-separated ISO 4217 codes', list)
  .option('--countries <codes>', 'comma-separated ISO 3166-1 codes', list)
  .action(async (key: string, options) => (await import('./projectCreate.js')).projectCreate(key, options));

project
  .command('list')
  .description('list the projects')
  .option('--json', 'print a list of objects')
  .action(async options => (await import('./projectList.js')).projectList(options));

const apiClient = program.command('api-client').description('make, list, show and delete API clients of a project');

apiClient
  .command('create')
  .description('make an API client; its secret is shown once')
  .requiredOption('--project <key>', 'project that it belongs to')
  .requiredOption('--name <name>', 'what people call it')
  .requiredOption('--scope <scopes>', "space-separated scopes such as 'view_orders:demo manage_states:demo'")
  .option('--delete-days-after-creation <days>', 'delete it by itself after so many days', positiveInteger)
  .option(
    '--access-token-validity-seconds <n>',
    'how long its access tokens live; two days by default',
    positiveInteger,
  )
  .option(
    '--refresh-token-validity-seconds <n>',
    'how long its refresh tokens live after their last use; 200 days by default',
    positiveInteger,
  )
  .option('--json', 'print one object as POST /{projectKey}/api-clients answers with')
  .action(async options => (await import('./apiClientCommands.js')).apiClientCreate(options));

apiClient
  .command('list')
  .description('list the API clients of a project, without secrets')
  .requiredOption('--project <key>', 'project that they belong to')
  .option('--json', 'print a list of objects')
  .action(async options => (await import('./apiClientCommands.js')).apiClientList(options));

apiClient
  .command('show')
  .description('show one API client')
  .argument('<id>', 'its client id')
  .requiredOption('--project <key>', 'project that it belongs to')
  .action(async (id: string, options) => (await import('./apiClientCommands.js')).apiClientShow(id, options));

apiClient
  .command('delete')
  .description('delete an API client; its tokens stop working at once')
  .argument('<id>', 'its client id')
  .requiredOption('--project <key>', 'project that it belongs to')
  .action(async (id: string, options) => (await import('./apiClientCommands.js')).apiClientDelete(id, options));

program
  .command('seed')
  .description('import realistic orders for trying out and measuring')
  .requiredOption('--project <key>', 'project that the orders go to')
  .requiredOption('--orders <n>', 'how many orders', positiveInteger)
  .option('--seed <n>', 'the same number makes the same orders', positiveInteger, 1)
  .action(async options => (await import('./seedProject.js')).seedProject(options));

addSearch(program);
addJobs(program);
program
  .command('verify')
  .description('compare all that a project stores with each other and with search; the server may run')
  .requiredOption('--project <key>', 'project that is compared')
  .option('--json', 'print one object with resources, counts, differences, search and isEqual')
  .action(async options => (await import('./verifyProject.js')).verifyProject(options));

/** Problems that the caller can solve are told in a line each; anything else with its stack. */
const explain = (error: unknown): string => {
  if (error instanceof ApiError && error.status < 500) return error.entries.map(({ message }) => message).join('\n');
  const named =
    error instanceof Error &&
    ['ConfigError', 'EmbeddedRedisError', 'ProjectError', 'UsageError'].includes(error.constructor.name);
  return named
    ? error instanceof ConfigError
      ? error.problems.join('\n')
      : error.message
    : String((error as Error)?.stack ?? error);
};

export const run = async (argv: readonly string[]): Promise<void> => {
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
};
