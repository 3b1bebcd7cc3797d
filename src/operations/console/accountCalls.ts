/** The requests for accounts; only administrators may send those of other accounts. */
import type { Account } from '../../auth/accounts/account.js';
import { isPassword } from '../../base/credentials/passwords.js';
import { readVersion } from '../../engine/queryParameters.js';
import { fail, required, invalidInput, invalidOperation } from '../../base/errors/ApiError.js';
import { Shape, Text } from '../../engine/schema/primitives.js';
import type { Services } from '../../services/services.js';
import { serverKey } from '../../store/keys.js';
import {
  type AccountChange,
  type Actor,
  createAccount,
  passwordHashOf,
  queryAccounts,
  readAccount,
  removeAccount,
  searchAccountByEmail,
  updateAccount,
} from './accounts.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson, strictReader } from './ConsoleCall.js';
import { startSession } from './sessions.js';
import { type AccountSession, assertHasProject, hasProject, signedIn, signedInWith } from './signedIn.js';

const readPasswordChange = strictReader(Shape({ currentPassword: Text, newPassword: Text }));

const actorOf = ({ account: { id, email } }: AccountSession, { session: { remoteAddress } }: ConsoleCall): Actor => ({
  account: { id, email },
  remoteAddress,
});

const idOf = ({ value }: ConsoleCall): string => required(value, 'the id of the account');

/** GET /-/accounts, with the query parameters of the API's queries. */
export const queryAccountsCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  await signedInWith(services, call, 'manage_accounts');
  const { body } = await queryAccounts(services, call.query);
  return { ...respondJson(200, {}), body };
};

const emailsMax = 50;

/**
 * GET /-/account-names?projectKey={key}&email={email}&email={email}: the names of the accounts of the project, for any
 * account that has it, too. Messages name accounts by their email. An API client gets no names.
 */
export const readAccountNames = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const query = new URLSearchParams(call.query);
  const projectKey = query.get('projectKey') ?? '';
  const session = await signedIn(services, call);
  if ('account' in session) assertHasProject(session.account, projectKey);
  const emails = 'account' in session ? query.getAll('email') : [];
  if (emails.length > emailsMax)
    throw invalidInput(`The query parameter 'email' is given ${emails.length} times; expected at most ${emailsMax}.`);
  const found = await Promise.all(emails.map(email => searchAccountByEmail(services, email)));
  const results = found
    .filter(account => account !== undefined && hasProject(account, projectKey))
    .map(account => ({ email: account?.email, name: account?.name }));
  return respondJson(200, { count: results.length, results });
};

/** POST /-/accounts. */
export const createAccountCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'manage_accounts');
  return respondJson(201, await createAccount(services, readBody(call), actorOf(session, call)));
};

const respondWithChange = ({ account, revokedTokenSubjects }: AccountChange): ConsoleResponse =>
  respondJson(200, account, { revokedTokenSubjects });

/** POST /-/accounts/{id}, with version and update actions. */
export const updateAccountCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'manage_accounts');
  return respondWithChange(await updateAccount(services, idOf(call), readBody(call), actorOf(session, call)));
};

/** DELETE /-/accounts/{id}?version={version}. */
export const removeAccountCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'manage_accounts');
  const version = readVersion(new URLSearchParams(call.query));
  return respondWithChange(await removeAccount(services, idOf(call), version, actorOf(session, call)));
};

const isCurrentPassword = (services: Services, { id, email }: Account, password: string): Promise<boolean> =>
  services.accountGuesses.compare(serverKey, undefined, email, async () =>
    isPassword(serverKey, password, await passwordHashOf(services, id)),
  );

/**
 * POST /-/session/password: replaces the password of one's own account. All sessions of the account end; the browser
 * gets a new one.
 */
export const changeOwnPassword = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedIn(services, call);
  if (!('account' in session))
    throw invalidOperation('An API client has no password; expected the session of an account.');
  const { currentPassword, newPassword } = readPasswordChange(readBody(call));
  const { id, version } = required(await readAccount(services, session.account.id), 'the account of the session');
  if (!(await isCurrentPassword(services, session.account, currentPassword))) throw fail('InvalidCurrentPassword', {});
  const actions = [{ action: 'setPassword', password: newPassword }];
  const { revokedTokenSubjects } = await updateAccount(services, id, { version, actions }, actorOf(session, call));
  const response = await startSession(services, call, 200, { accountId: id });
  return { ...response, revokedTokenSubjects };
};
