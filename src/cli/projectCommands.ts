import { type Command, Option } from 'commander';
import { roleNames } from '../auth/accounts/roles.js';
import { commaSeparated, positiveInteger, yesOption } from './options.js';

export const addProjectCommands = (program: Command): void => {
  const project = program.command('project').description('Creates, lists and deletes projects.');
  project
    .command('create')
    .description('Creates a project and an API client with all permissions in it.')
    .argument('<key>', "Key of the project: 2 to 36 lower-case letters, digits, '_' and '-'.")
    .option('--json', 'Print one object with projectKey, clientId, clientSecret and scope.')
    .option('--name <name>', 'Name of the project. Default: its key.')
    .option('--languages <tags>', 'Comma-separated IETF language tags.', commaSeparated)
    .option('--currencies <codes>', 'Comma-separated ISO 4217 codes.', commaSeparated)
    .option('--countries <codes>', 'Comma-separated ISO 3166-1 codes.', commaSeparated)
    .action(async (key: string, options) => (await import('./project.js')).projectCreate(key, options));
  project
    .command('list')
    .description('Lists the projects.')
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./project.js')).projectList(options));
  project
    .command('delete')
    .description(
      'Deletes a project with all its data, clients and search indexes, after a confirmation. Servers may run.',
    )
    .argument('<key>', 'Key of the project.')
    .option(...yesOption)
    .action(async (key: string, options) => (await import('./project.js')).projectDelete(key, options));
};

const projectOption = ['--project <key>', 'Project of the API clients.'] as const;

export const addApiClientCommands = (program: Command): void => {
  const apiClient = program
    .command('api-client')
    .description('Creates, lists, shows and deletes API clients of a project.');
  addClientCreation(apiClient);
  apiClient
    .command('list')
    .description('Lists the API clients of a project without their secrets.')
    .requiredOption(...projectOption)
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./apiClient.js')).apiClientList(options));
  apiClient
    .command('show')
    .description('Shows one API client.')
    .argument('<id>', 'Id of the API client.')
    .requiredOption(...projectOption)
    .action(async (id: string, options) => (await import('./apiClient.js')).apiClientShow(id, options));
  apiClient
    .command('delete')
    .description('Deletes an API client. Its tokens become invalid immediately.')
    .argument('<id>', 'Id of the API client.')
    .requiredOption(...projectOption)
    .action(async (id: string, options) => (await import('./apiClient.js')).apiClientDelete(id, options));
};

const addClientCreation = (apiClient: Command): void => {
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
    .option('--is-audited', 'The audit log records each change of the API client, as for an AI agent.')
    .option('--json', 'Print one object, equal to the response of POST /{projectKey}/api-clients.')
    .action(async options => (await import('./apiClient.js')).apiClientCreate(options));
};

const emailOption = ['--email <email>', 'Email of the account.'] as const;
const passwordOption = ['--password-stdin', 'Read the password from standard input instead of asking for it.'] as const;

export const addAdminCommands = (program: Command): void => {
  const admin = program
    .command('admin')
    .description('Creates, lists and changes accounts of the administration console.');
  addAccountCreation(admin);
  admin
    .command('list')
    .description('Lists the accounts.')
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./admin.js')).adminList(options));
  admin
    .command('set-password')
    .description('Replaces the password of an account and ends its sessions.')
    .requiredOption(...emailOption)
    .option(...passwordOption)
    .action(async options => (await import('./admin.js')).adminSetPassword(options));
  admin
    .command('setup-code')
    .description('Prints a new code for the first account, which the console asks for while there is none.')
    .action(async () => (await import('./admin.js')).adminSetupCode());
  addSwitch(admin, 'disable', 'Disables an account and ends its sessions. The last administrator cannot be disabled.');
  addSwitch(admin, 'enable', 'Lets a disabled account sign in again.');
};

const jsonOption = ['--json', 'Print the account as one object.'] as const;

const addAccountCreation = (admin: Command): void => {
  admin
    .command('create')
    .description('Creates an account and asks for its password, which is not shown.')
    .requiredOption(...emailOption)
    .option('--name <name>', 'Name of the person. Default: the email up to its @.')
    .addOption(new Option('--role <role>', 'Role of the account.').choices(roleNames).default('administrator'))
    .option('--projects <keys>', 'Comma-separated keys of its projects. Default: all.', commaSeparated)
    .option(...passwordOption)
    .option(...jsonOption)
    .action(async options => (await import('./admin.js')).adminCreate(options));
};

const addSwitch = (admin: Command, name: 'disable' | 'enable', description: string): void => {
  admin
    .command(name)
    .description(description)
    .requiredOption(...emailOption)
    .action(async options => (await import('./admin.js')).adminSwitch(name, options));
};
