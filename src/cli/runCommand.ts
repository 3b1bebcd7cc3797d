import { Command } from 'commander';
import { settingsHelp } from '../base/config/readConfig.js';
import { version } from '../base/config/packageFile.js';
import { addAdminCommands, addApiClientCommands, addProjectCommands } from './projectCommands.js';
import { addFieldsCommands, addJobsCommands, addSearchCommands, addSeedCommand } from './dataCommands.js';
import { ConfigError } from '../base/config/valueKinds.js';
import { ApiError } from '../base/errors/ApiError.js';
import { toRefusedWriteError } from '../base/redis/redisErrors.js';

/**
 * Creates the quayside command. The action of each subcommand is in a file of its own, which is loaded when it runs.
 */
export const createProgram = (): Command => {
  const program = new Command('quayside')
    .description('A multi-tenant commerce API on Redis.')
    .version(version, '--version', 'Prints the version.')
    .showHelpAfterError('(quayside --help lists all commands)');
  program
    .command('start')
    .description('Starts the server. Settings come from environment variables.')
    .addHelpText('after', settingsHelp())
    .action(async () => (await import('./startServer.js')).startServer());
  addProjectCommands(program);
  addApiClientCommands(program);
  addAdminCommands(program);
  addSeedCommand(program);
  addSearchCommands(program);
  addFieldsCommands(program);
  addJobsCommands(program);
  program
    .command('verify')
    .description(
      'Checks that all stored data of a project and its search indexes agree, and mends what differs with ' +
        '--repair. The server may run.',
    )
    .option('--project <key>', 'Project to check; all of them by default.')
    .option(
      '--repair',
      'Mend lists, indexes, unique values, counts, sums, keys that belong to nothing, and search indexes. ' +
        'No resource and no message is changed or deleted.',
    )
    .option(
      '--json',
      'Print one object with resources, counts, differences, search and isEqual, a line for each project; ' +
        'a repair adds repaired.',
    )
    .action(async options => (await import('./verifyCommand.js')).verifyCommand(options));
  program
    .command('migrate')
    .description(
      'Converts the data of an older version to the format of this one. All servers must be stopped. ' +
        'A run that was interrupted goes on where it ended.',
    )
    .option(
      '--servers-are-stopped',
      'Skip the check that no server is running, for a Redis that refuses CLIENT LIST or that other programs use.',
    )
    .action(async options => (await import('./migrateCommand.js')).migrateCommand(options));
  return program;
};

/**
 * Errors that the caller can correct; their messages need no stack trace. The names of the classes are compared,
 * because most commands load few of the classes.
 */
const expectedErrors = new Set(['EmbeddedRedisError', 'ProjectError', 'StoredFormatError', 'UsageError']);

/** Tells whether the class of an error, or one that it extends, is expected. */
const isExpected = (error: object): boolean => {
  const parent: unknown = Object.getPrototypeOf(error);
  if (parent === null || parent === undefined) return false;
  return expectedErrors.has(parent.constructor.name) || isExpected(parent);
};

const explain = (error: unknown): string => {
  // A 500 is a defect, and an answer of another status says what is wrong.
  if (error instanceof ApiError && error.status !== 500) return error.entries.map(({ message }) => message).join('\n');
  if (error instanceof ConfigError) return error.problems.join('\n');
  const refused = toRefusedWriteError(error);
  if (refused !== undefined) return refused.message;
  if (error instanceof Error && isExpected(error)) return error.message;
  return String((error as Error)?.stack ?? error);
};

/** Runs the quayside command. An error is printed and sets the exit code to 1. */
export const runCommand = async (argv: readonly string[]): Promise<void> => {
  try {
    await createProgram().parseAsync([...argv]);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
};
