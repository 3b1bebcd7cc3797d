/** The quayside command. Each subcommand has a file of its own, loaded when it is called. */
import { Command, InvalidArgumentError } from 'commander';
import { ConfigError } from '../config.js';

const list = (text: string): string[] => text.split(',').map(item => item.trim()).filter(item => item !== '');

const count = (text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('Expected an integer from 1.');
  return number;
};

const program = new Command('quayside')
  .description('A multi-tenant commerce API on Redis')
  .showHelpAfterError('(quayside --help tells more)');

program.command('start')
  .description('start the server; settings come from environment variables')
  .action(async () => (await import('./start.js')).start());

const project = program.command('project').description('make and list projects');

project.command('create')
  .description('make a project with an API client that may do everything in it')
  .argument('<key>', "2 to 36 lower-case letters, digits, '_' and '-'")
  .option('--json', 'print one object with projectKey, clientId, clientSecret and scope')
  .option('--name <name>', 'name of the project, its key by default')
  .option('--languages <tags>', 'comma-separated IETF language tags', list)
  .option('--currencies <codes>', 'comma-separated ISO 4217 codes', list)
  .option('--countries <codes>', 'comma-separated ISO 3166-1 codes', list)
  .action(async (key: string, options) => (await import('./projectCreate.js')).projectCreate(key, options));

project.command('list')
  .description('list the projects')
  .option('--json', 'print a list of objects')
  .action(async options => (await import('./projectList.js')).projectList(options));

program.command('seed')
  .description('import realistic orders for trying out and measuring')
  .requiredOption('--project <key>', 'project that the orders go to')
  .requiredOption('--orders <n>', 'how many orders', count)
  .option('--seed <n>', 'the same number makes the same orders', count, 1)
  .action(async options => (await import('./seed.js')).seed(options));

/** Problems that the caller can solve are told in a line; anything else with its stack. */
const explain = (error: unknown): string => {
  const named = error instanceof Error && ['ConfigError', 'RedisError', 'ProjectError', 'UsageError'].includes(error.constructor.name);
  return named ? (error instanceof ConfigError ? error.problems.join('\n') : error.message) : String((error as Error)?.stack ?? error);
};

export const run = async (argv: readonly string[]): Promise<void> => {
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
};
