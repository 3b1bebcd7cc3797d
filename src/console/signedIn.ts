/** Finds the session of a request, with the account or API client that it belongs to. */
import type { Account } from '../accounts/account/members.js';
import { hasPermission, type ServerPermission } from '../accounts/roles.js';
import type { UsedSession } from '../accounts/Sessions.js';
import { fail } from '../errors/ApiError.js';
import { isExpired } from '../oauth/authenticateClient.js';
import type { ApiClientRecord } from '../registry/ApiClientRecord.js';
import type { Services } from '../services/services.js';
import { readAccount } from './accounts.js';
import type { ConsoleCall } from './ConsoleCall.js';

export interface AccountSession extends UsedSession {
  readonly account: Account;
}

export interface ClientSession extends UsedSession {
  readonly client: ApiClientRecord;
}

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
): Promise<AccountSession | ClientSession> => {
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

/** Whether an account has a project. */
export const hasProject = ({ projects }: Account, projectKey: string): boolean =>
  projects === undefined || projects.includes(projectKey);
