/** Completes accounts before a commit: the hash of the password, and the rule that an administrator is always left. */
import { hashPassword } from '../../credentials/passwords.js';
import type {
  BeforeCommit,
  BeforeCommitInput,
  BeforeCommitResult,
  CompanionUpdate,
} from '../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { Document } from '../../engine/document/Document.js';
import { required } from '../../errors/required.js';
import { fail } from '../../errors/ApiError.js';
import type { Account } from './members.js';

/** Accounts that are read to find another administrator. */
const accountsMax = 10_000;

export const isActiveAdministrator = ({ role, disabled }: Account): boolean =>
  role === 'administrator' && disabled !== true;

/**
 * Another enabled administrator, whose version the commit checks: of two administrators that disable each other at the
 * same moment one stays.
 */
const keepAnotherAdministrator = async (
  { store, resourceTypes }: ResourceAccess,
  projectKey: string,
  { id }: Account,
): Promise<CompanionUpdate> => {
  const { view } = required(resourceTypes.get('account'), 'the resource type account');
  const ids = await store.idsInRange(projectKey, 'account', { by: 'id' }, { from: 0, to: accountsMax });
  for (const body of await store.bodies(projectKey, 'account', ids)) {
    if (body === null) continue;
    const document = Document.open(body);
    const resource = view(document) as Account;
    if (resource.id !== id && isActiveAdministrator(resource))
      return { typeId: 'account', stored: { document, resource }, set: {} };
  }
  throw fail('InvalidOperation', {
    message: 'This is the last enabled account with the role administrator; expected another one to be left.',
  });
};

/** An administrator creates accounts and projects, so a list of projects would limit nothing. */
const assertProjectsFitRole = ({ role, projects }: Account): void => {
  if (role === 'administrator' && projects !== undefined)
    throw fail('InvalidOperation', {
      message: 'An administrator has all projects; expected no list of projects with this role.',
    });
};

const newPasswordOf = ({ before, draft, requestedEffects }: BeforeCommitInput<Account>): string | undefined =>
  (before === undefined ? (draft as { password: string }).password : requestedEffects.newPassword) as
    | string
    | undefined;

export const beforeCommit: BeforeCommit<Account> = async (access, input): Promise<BeforeCommitResult<Account>> => {
  const { projectKey, before, after } = input;
  assertProjectsFitRole(after);
  const isDemoted = before !== undefined && isActiveAdministrator(before) && !isActiveAdministrator(after);
  const password = newPasswordOf(input);
  return {
    updates: isDemoted ? [await keepAnotherAdministrator(access, projectKey, before)] : undefined,
    hidden: password === undefined ? undefined : { passwordHash: await hashPassword(projectKey, password) },
  };
};
