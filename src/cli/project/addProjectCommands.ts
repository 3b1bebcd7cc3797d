import type { Command } from 'commander';
import { commaSeparated } from '../commaSeparated.js';
import { yesOption } from '../yesOption.js';

/** Adds `quayside project …`. */
export const addProjectCommands = (program: Command): void => {
  const project = program.command('project').description('Creates, lists, compresses and deletes projects.');
  project
    .command('create')
    .description('Creates a project and an API client with all permissions in it.')
    .argument('<key>', "Key of the project: 2 to 36 lower-case letters, digits, '_' and '-'.")
    .option('--json', 'Print one object with projectKey, clientId, clientSecret and scope.')
    .option('--name <name>', 'Name of the project. Default: its key.')
    .option('--languages <tags>', 'Comma-separated IETF language tags.', commaSeparated)
    .option('--currencies <codes>', 'Comma-separated ISO 4217 codes.', commaSeparated)
    .option('--countries <codes>', 'Comma-separated ISO 3166-1 codes.', commaSeparated)
    .action(async (key: string, options) => (await import('./projectCreate.js')).projectCreate(key, options));
  project
    .command('list')
    .description('Lists the projects.')
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./projectList.js')).projectList(options));
  project
    .command('compress')
    .description(
      'Stores the carts and orders of 1 to 48 KiB compressed that were written before, or while COMPRESS_BODIES was false. Servers may run.',
    )
    .argument('<key>', 'Key of the project.')
    .option('--undo', 'Store them plain again.')
    .action(async (key: string, options) => (await import('./projectCompress.js')).projectCompress(key, options));
  project
    .command('delete')
    .description(
      'Deletes a project with all its data, clients and search indexes, after a confirmation. Servers may run.',
    )
    .argument('<key>', 'Key of the project.')
    .option(...yesOption)
    .action(async (key: string, options) => (await import('./projectDelete.js')).projectDelete(key, options));
};
