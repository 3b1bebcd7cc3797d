/** Finds the session of a request, with the account or API client that it belongs to. */
import type { UsedSession } from '../../auth/accounts/Sessions.js';
import type { Account } from '../../auth/accounts/account.js';
import { hasPermission, permissionsOf, type ServerPermission } from '../../auth/accounts/roles.js';
import type { ApiClientRecord } from '../../auth/clients/ApiClientRegistry.js';
import { isExpired } from '../../auth/oauth/authenticateClient.js';
import { grantedScopeNames } from '../../base/credentials/scopes.js';
import { fail } from '../../base/errors/ApiError.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import type { Services } from '../../services/services.js';
import type { ConsoleCall } from './ConsoleCall.js';
import { readAccount } from './accounts.js';

export interface AccountSession extends UsedSession {
  readonly account: Account;
}

export interface ClientSession extends UsedSession {
  readonly client: ApiClientRecord;
}

export type ConsoleSession = AccountSession | ClientSession;

/** Returns the names of the scopes that a session has in its projects, and of its permissions on the server. */
export const permissionsIn = (session: ConsoleSession): readonly string[] =>
  'account' in session
    ? permissionsOf(session.account.role)
    : [...grantedScopeNames(session.client.scope, session.client.projectKey)];

/** The name of the challenge is no scheme that browsers ask a password for. */
export const sessionRequired = () =>
  fail('SessionRequired', { message: 'The session is missing or has ended; expected to be signed in.' }, 401, [
    ['WWW-Authenticate', 'Session realm="quayside"'],
  ]);

/** Throws SessionRequired; also for a disabled account and a deleted API client. */
export const signedIn = async (
  services: Services,
  { session: { token } }: ConsoleCall,
  projectKey?: string,
): Promise<ConsoleSession> => {
  const session = token === undefined ? undefined : await services.sessions.use(token, projectKey);
  if (session === undefined) throw sessionRequired();
  const { owner } = session;
  if ('accountId' in owner) {
    const account = await readAccount(services, owner.accountId);
    if (account === undefined || account.disabled === true) throw sessionRequired();
    return { ...session, account };
  }
  const client = await services.registry.find(owner.clientId);
  if (client === undefined || isExpired(client)) throw sessionRequired();
  return { ...session, client };
};

/** The session of an account whose role has a permission. */
export const signedInWith = async (
  services: Services,
  call: ConsoleCall,
  permission: ServerPermission,
): Promise<AccountSession> => {
  const session = await signedIn(services, call);
  if (!('account' in session) || !hasPermission(session.account.role, permission))
    throw fail('PermissionRequired', {
      message: `The session lacks the permission ${permission}; expected an account whose role has it.`,
    });
  return session;
};

export const hasProject = ({ projects }: Account, projectKey: string): boolean =>
  projects === undefined || projects.includes(projectKey);

/** The refusal of a project that a session does not have. */
export const noAccessTo = (projectKey: string) =>
  fail('PermissionRequired', {
    message: `The session has no access to the project '${projectKey.slice(0, 100)}'; expected one of its own projects.`,
  });

export const assertHasProject = (account: Account, projectKey: string): void => {
  if (!hasProject(account, projectKey)) throw noAccessTo(projectKey);
};

/** Refuses a project that the account of a session does not have, and one that does not exist. */
export const assertOwnProject = async (
  services: Services,
  { account }: AccountSession,
  projectKey: string,
): Promise<void> => {
  assertHasProject(account, projectKey);
  await assertProjectExists(services, projectKey);
};

export const assertProjectExists = async ({ store }: Services, projectKey: string): Promise<void> => {
  if ((await readProject(store, projectKey)) === undefined)
    throw fail('ResourceNotFound', { message: `The project '${projectKey.slice(0, 100)}' was not found.` });
};
