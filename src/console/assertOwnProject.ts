import { fail } from '../errors/ApiError.js';
import { readProject } from '../registry/projectSettings.js';
import type { Services } from '../services/services.js';
import { type AccountSession, hasProject } from './signedIn.js';

/** Refuses a project that the account of a session does not have, and one that does not exist. */
export const assertOwnProject = async (
  { store }: Services,
  { account }: AccountSession,
  projectKey: string,
): Promise<void> => {
  const shown = projectKey.slice(0, 100);
  if (!hasProject(account, projectKey))
    throw fail('PermissionRequired', {
      message: `The session has no access to the project '${shown}'; expected one of its own projects.`,
    });
  if ((await readProject(store, projectKey)) === undefined)
    throw fail('ResourceNotFound', { message: `The project '${shown}' was not found.` });
};
