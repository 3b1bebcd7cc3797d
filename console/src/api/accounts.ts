/** Accounts of the server and its audit log. */
import type { AuditEntry, AuditEvent } from '../../../src/auth/accounts/AuditEntry';
import { send } from './send';
import type { Session } from './session';

export const roles = ['viewer', 'support', 'merchandiser', 'operator', 'administrator'] as const;
export type Role = (typeof roles)[number];

export interface Account {
  readonly id: string;
  readonly version: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Absent for an account that has all projects. */
  readonly projects?: readonly string[];
  readonly disabled?: boolean;
  readonly createdAt: string;
}

export interface AccountPage {
  readonly total: number;
  readonly results: readonly Account[];
}

export const accountsPerPage = 50;

export const queryAccounts = (page: number): Promise<AccountPage> =>
  send('/-/accounts', {
    query: { limit: accountsPerPage, offset: (page - 1) * accountsPerPage, withTotal: true, sort: 'email asc' },
  });

export const createAccount = (draft: object): Promise<Account> => send('/-/accounts', { method: 'POST', body: draft });

export const updateAccount = ({ id, version }: Account, actions: readonly object[]): Promise<Account> =>
  send(`/-/accounts/${encodeURIComponent(id)}`, { method: 'POST', body: { version, actions } });

export const deleteAccount = ({ id, version }: Account): Promise<Account> =>
  send(`/-/accounts/${encodeURIComponent(id)}`, { method: 'DELETE', query: { version } });

/** Ends all sessions of the account except this one. */
export const changeOwnPassword = (passwords: {
  readonly currentPassword: string;
  readonly newPassword: string;
}): Promise<Session> => send('/-/session/password', { method: 'POST', body: passwords });

export const auditEvents = [
  'signIn',
  'signInFailed',
  'signOut',
  'accountCreated',
  'accountChanged',
  'accountDeleted',
  'projectCreated',
  'sampleShopRequested',
  'resourceChanged',
] as const satisfies readonly AuditEvent[];

export interface AuditFilter {
  readonly event?: string | undefined;
  readonly email?: string | undefined;
  readonly projectKey?: string | undefined;
  readonly resourceId?: string | undefined;
}

export const readAudit = (
  filter: AuditFilter,
  before?: string,
  limit = 50,
): Promise<{ readonly results: readonly AuditEntry[]; readonly next?: string }> =>
  send('/-/audit', { query: { ...filter, limit, before } });

/** Returns the names of accounts of a project by their emails, without deleted accounts. */
export const readAccountNames = async (
  projectKey: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const query = { projectKey, email: emails };
  const { results } = await send<{ readonly results: readonly Pick<Account, 'email' | 'name'>[] }>('/-/account-names', {
    query,
  });
  return new Map(results.map(({ email, name }) => [email, name]));
};
