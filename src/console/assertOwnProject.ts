import { fail } from '../errors/ApiError.js';
import type { Account } from '../accounts/account/members.js';
import { readProject } from '../registry/projectSettings.js';
import type { Services } from '../services/services.js';
import { type AccountSession, hasProject } from './signedIn.js';

/** Refuses a project that an account does not have. */
export const assertHasProject = (account: Account, projectKey: string): void => {
  if (!hasProject(account, projectKey))
    throw fail('PermissionRequired', {
      message: `The session has no access to the project '${projectKey.slice(0, 100)}'; expected one of its own projects.`,
    });
};

/** Refuses a project that the account of a session does not have, and one that does not exist. */
export const assertOwnProject = async (
  { store }: Services,
  { account }: AccountSession,
  projectKey: string,
): Promise<void> => {
  assertHasProject(account, projectKey);
  if ((await readProject(store, projectKey)) === undefined)
    throw fail('ResourceNotFound', { message: `The project '${projectKey.slice(0, 100)}' was not found.` });
};
