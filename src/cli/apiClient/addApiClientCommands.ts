import type { Command } from 'commander';
import { positiveInteger } from '../integerOptions.js';

const projectOption = ['--project <key>', 'Project of the API clients.'] as const;

const addCreate = (apiClient: Command): void => {
  apiClient
    .command('create')
    .description('Creates an API client. Its secret is shown once.')
    .requiredOption('--project <key>', 'Project of the API client.')
    .requiredOption('--name <name>', 'Name of the API client.')
    .requiredOption('--scope <scopes>', "Space-separated scopes, such as 'view_orders:demo manage_states:demo'.")
    .option('--delete-days-after-creation <days>', 'Days after which the API client is deleted.', positiveInteger)
    .option(
      '--access-token-validity-seconds <n>',
      'Lifetime of its access tokens in seconds. Default: two days.',
      positiveInteger,
    )
    .option(
      '--refresh-token-validity-seconds <n>',
      'Lifetime of its refresh tokens in seconds after their last use. Default: 200 days.',
      positiveInteger,
    )
    .option('--json', 'Print one object, equal to the response of POST /{projectKey}/api-clients.')
    .action(async options => (await import('./apiClientActions.js')).apiClientCreate(options));
};

/** Adds `quayside api-client …`. */
export const addApiClientCommands = (program: Command): void => {
  const apiClient = program
    .command('api-client')
    .description('Creates, lists, shows and deletes API clients of a project.');
  addCreate(apiClient);
  apiClient
    .command('list')
    .description('Lists the API clients of a project without their secrets.')
    .requiredOption(...projectOption)
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./apiClientActions.js')).apiClientList(options));
  apiClient
    .command('show')
    .description('Shows one API client.')
    .argument('<id>', 'Id of the API client.')
    .requiredOption(...projectOption)
    .action(async (id: string, options) => (await import('./apiClientActions.js')).apiClientShow(id, options));
  apiClient
    .command('delete')
    .description('Deletes an API client. Its tokens become invalid immediately.')
    .argument('<id>', 'Id of the API client.')
    .requiredOption(...projectOption)
    .action(async (id: string, options) => (await import('./apiClientActions.js')).apiClientDelete(id, options));
};
