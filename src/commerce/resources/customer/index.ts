import { loadCustomerTokenRemovals } from './tokens.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import { actions, ownActions } from './actions.js';
import { draft, ownDraft } from './draft.js';
import { emailClaims, normalizeEmail } from './email.js';
import { type Customer, CustomerMembers } from './members.js';
import { beforeCommit } from './beforeCommit.js';
import { messages } from './messages.js';

/** A buyer, of the whole project or of some stores. */
export const customer = defineResource<Customer>({
  typeId: 'customer',
  path: 'customers',
  scopes: { read: ['view_customers'], write: ['manage_customers'] },
  resource: CustomerMembers,
  draft,
  actions,
  unique: ['key', 'customerNumber'],
  claims: { values: emailClaims },
  indexes: ['email', 'externalId', 'lastName', 'customerGroup.id', 'stores.key'],
  storage: { hashedIndexes: ['lowercaseEmail'], unsealedHidden: true },
  derived: {
    fields: {
      lowercaseEmail: {
        from: ['email'],
        derive: ({ email }) => email && normalizeEmail(email),
        normalize: normalizeEmail,
      },
    },
  },
  storeField: 'stores',
  own: { scopes: ['manage_my_profile'], by: 'id', draft: ownDraft, actions: ownActions, remove: true },
  messaging: { identifiers: ['externalId', 'customerNumber'] },
  messages,
  beforeCommit,
  removal: {
    messages: ({ email }) => [{ type: 'CustomerDeleted', email }],
    companions: async (access, projectKey, { id }) => ({
      removals: await loadCustomerTokenRemovals(access, projectKey, id),
      revokedTokenSubjects: [`customer:${id}`],
    }),
    // The law requires erasure even while resources refer to the customer.
    erasable: 'whileReferenced',
  },
  search: { indexed: true },
});
