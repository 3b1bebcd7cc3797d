import { loadCustomerTokenRemovals } from './tokens.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import type { Endpoint } from '../../../engine/define/ResourceDefinition.js';
import type { WorkerVerb } from '../../../engine/define/RouteVerb.js';
import { actions, ownActions } from './actions.js';
import { draft, ownDraft } from './draft.js';
import { emailClaims, normalizeEmail } from './email.js';
import { type Customer, CustomerMembers } from './members.js';
import { beforeCommit } from './beforeCommit.js';
import { messages } from './messages.js';

/** The scopes of the merchant's endpoints; `ownScopes` are those of `/me` (AUTH071). */
const scopes = { read: ['view_customers'], write: ['manage_customers'] };
const ownScopes = ['manage_my_profile'];

const post = (path: string, verb: WorkerVerb): Endpoint => ({ method: 'POST', path, verb, scopes: scopes.write });
const ownPost = (path: string, verb: WorkerVerb): Endpoint => ({
  method: 'POST',
  path: `me/${path}`,
  verb,
  scopes: ownScopes,
  own: true,
});
const byToken = (kind: string, field: string): Endpoint => ({
  method: 'GET',
  path: `customers/${kind}={${field}}`,
  verb: 'readCustomerByToken',
  scopes: scopes.read,
  field,
});

/** Endpoints of the customer commands; each verb is a function of commands/. */
const endpoints: readonly Endpoint[] = [
  post('login', 'signIn'),
  post('customers/password', 'changePassword'),
  post('customers/password-token', 'createPasswordToken'),
  post('customers/password/reset', 'resetPassword'),
  post('customers/email-token', 'createEmailToken'),
  post('customers/email/confirm', 'confirmEmail'),
  byToken('password-token', 'passwordToken'),
  byToken('email-token', 'emailToken'),
  { method: 'POST', path: 'customers/search', verb: 'searchCustomers', scopes: scopes.read, notInStores: true },
  { method: 'HEAD', path: 'customers/search', verb: 'searchExists', scopes: scopes.read, notInStores: true },
  {
    method: 'GET',
    path: 'customers/search/indexing-status',
    verb: 'searchIndexingStatus',
    scopes: ['view_project_settings'],
    notInStores: true,
  },
  { ...ownPost('signup', 'signUp'), scopes: ['create_anonymous_token', ...ownScopes], storeScopes: ownScopes },
  ownPost('login', 'signIn'),
  ownPost('password', 'changePassword'),
  ownPost('password/reset', 'resetPassword'),
  ownPost('email/confirm', 'confirmEmail'),
];

/** A buyer, of the whole project or of some stores. */
export const customer = defineResource<Customer>({
  typeId: 'customer',
  path: 'customers',
  scopes,
  resource: CustomerMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'customerNumber'],
  claims: emailClaims,
  indexes: ['email', 'externalId', 'lastName', 'customerGroup.id', 'stores.key'],
  hashedIndexes: ['lowercaseEmail'],
  derivedFields: {
    lowercaseEmail: {
      from: ['email'],
      derive: ({ email }) => email && normalizeEmail(email),
      normalize: normalizeEmail,
    },
  },
  storeField: 'stores',
  own: { scopes: ownScopes, by: 'id', draft: ownDraft, actions: ownActions, remove: true },
  identifiers: ['externalId', 'customerNumber'],
  messages,
  beforeCommit,
  unsealedHidden: true,
  removalMessages: ({ email }) => [{ type: 'CustomerDeleted', email }],
  companionRemovals: async (access, projectKey, { id }) => ({
    removals: await loadCustomerTokenRemovals(access, projectKey, id),
    revokedTokenSubjects: [`customer:${id}`],
  }),
  verbs: { create: 'signUp', update: 'updateCustomer', remove: 'removeCustomer' },
  endpoints,
  // The law requires erasure even while resources refer to the customer.
  erasable: 'whileReferenced',
  searched: true,
});
