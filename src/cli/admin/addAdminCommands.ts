import { type Command, Option } from 'commander';
import { roleNames } from '../../accounts/roles.js';
import { commaSeparated } from '../commaSeparated.js';

const emailOption = ['--email <email>', 'Email of the account.'] as const;
const passwordOption = ['--password-stdin', 'Read the password from standard input instead of asking for it.'] as const;
const jsonOption = ['--json', 'Print the account as one object.'] as const;

const addCreate = (admin: Command): void => {
  admin
    .command('create')
    .description('Creates an account and asks for its password, which is not shown.')
    .requiredOption(...emailOption)
    .option('--name <name>', 'Name of the person. Default: the email up to its @.')
    .addOption(new Option('--role <role>', 'Role of the account.').choices(roleNames).default('administrator'))
    .option('--projects <keys>', 'Comma-separated keys of its projects. Default: all.', commaSeparated)
    .option(...passwordOption)
    .option(...jsonOption)
    .action(async options => (await import('./adminActions.js')).adminCreate(options));
};

const addSwitch = (admin: Command, name: 'disable' | 'enable', description: string): void => {
  admin
    .command(name)
    .description(description)
    .requiredOption(...emailOption)
    .action(async options => (await import('./adminActions.js')).adminSwitch(name, options));
};

/** Adds `quayside admin …`. */
export const addAdminCommands = (program: Command): void => {
  const admin = program
    .command('admin')
    .description('Creates, lists and changes accounts of the administration console.');
  addCreate(admin);
  admin
    .command('list')
    .description('Lists the accounts.')
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./adminActions.js')).adminList(options));
  admin
    .command('set-password')
    .description('Replaces the password of an account and ends its sessions.')
    .requiredOption(...emailOption)
    .option(...passwordOption)
    .action(async options => (await import('./adminActions.js')).adminSetPassword(options));
  admin
    .command('setup-code')
    .description('Prints a new code for the first account, which the console asks for while there is none.')
    .action(async () => (await import('./adminActions.js')).adminSetupCode());
  addSwitch(admin, 'disable', 'Disables an account and ends its sessions. The last administrator cannot be disabled.');
  addSwitch(admin, 'enable', 'Lets a disabled account sign in again.');
};
