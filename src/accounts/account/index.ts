import { creation, defineResource } from '../../engine/define/defineResource.js';
import { errorEntry } from '../../errors/ApiError.js';
import { normalizeEmail } from '../../resources/customer/email.js';
import { assertPassword } from '../../resources/customer/password.js';
import { actions } from './actions.js';
import { beforeCommit } from './beforeCommit.js';
import { type Account, AccountDraft, AccountMembers } from './members.js';

const draft = creation<Account, typeof AccountDraft>(AccountDraft, ({ password, ...members }) => {
  assertPassword(password);
  return { members };
});

/**
 * A person who uses the administration console. Accounts belong to the server: the list of resource types, from which
 * the API of projects is derived, does not have them.
 */
export const account = defineResource<Account>({
  typeId: 'account',
  path: 'accounts',
  scopes: { read: [], write: [] },
  resource: AccountMembers,
  draft,
  actions,
  claims: ({ email }) => [
    {
      path: 'email',
      value: normalizeEmail(email),
      refusal: errorEntry('DuplicateField', { field: 'email', duplicateValue: email }),
    },
  ],
  beforeCommit,
  hidesHashes: true,
});
