/** Actions of `quayside admin`. Access to Redis implies all permissions. */
import type { Account } from '../auth/accounts/account.js';
import type { Role } from '../auth/accounts/roles.js';
import { issueSetupCode } from '../auth/accounts/setupCodes.js';
import { createAccount, findAccountByEmail, queryAccounts, updateAccount } from '../operations/console/accounts.js';
import { printList, tabLine } from './output.js';
import { UsageError } from './options.js';
import { askPassword, readPassword } from './terminal.js';
import { loadAllPages, withServices } from './withServices.js';

interface EmailOption {
  readonly email: string;
}

interface PasswordOption {
  readonly passwordStdin?: boolean;
}

interface CreateOptions extends EmailOption, PasswordOption {
  readonly name?: string;
  readonly role: Role;
  readonly projects?: readonly string[];
  readonly json?: boolean;
}

export const adminCreate = async ({ json = false, passwordStdin, ...options }: CreateOptions): Promise<void> => {
  const { email, name = email.split('@')[0], role, projects } = options;
  // The password is asked for when it is known that Redis answers.
  const created = await withServices(async services => {
    const password = await passwordOf({ passwordStdin });
    const draft = { email, name, role, password, ...(projects !== undefined && { projects }) };
    return createAccount(services, draft, {});
  });
  console.log(json ? JSON.stringify(created) : describe(created));
};

export const adminList = async ({ json = false }: { readonly json?: boolean }): Promise<void> => {
  const accounts = await withServices(services =>
    loadAllPages<Account>(parameters => queryAccounts(services, parameters)),
  );
  printList(accounts, json, describe);
};

export const adminSetPassword = async ({ email, ...options }: EmailOption & PasswordOption): Promise<void> => {
  const changed = await change(email, async () => ({
    action: 'setPassword',
    password: await passwordOf(options),
  }));
  console.log(`the password of ${changed.email} is replaced`);
};

export const adminSwitch = async (action: 'disable' | 'enable', { email }: EmailOption): Promise<void> => {
  console.log(describe(await change(email, () => ({ action }))));
};

/** Codes that were printed before stay valid. */
export const adminSetupCode = async (): Promise<void> => {
  const code = await withServices(({ redis }) => issueSetupCode(redis));
  if (code === undefined)
    throw new UsageError('The server has an account already; quayside admin create creates further ones.');
  console.log(code);
};

const passwordOf = ({ passwordStdin = false }: PasswordOption): Promise<string> =>
  passwordStdin ? readPassword() : askPassword();

const describe = ({ id, email, name, role, projects, disabled }: Account): string =>
  tabLine(id, email, name, role, projects?.join(',') ?? 'all projects', ...(disabled === true ? ['disabled'] : []));

/** Changes the account of an email by one update action. */
const change = (email: string, createAction: () => object | Promise<object>): Promise<Account> =>
  withServices(async services => {
    const action = await createAction();
    const { id, version } = await findAccountByEmail(services, email);
    return (await updateAccount(services, id, { version, actions: [action] }, {})).account;
  });
