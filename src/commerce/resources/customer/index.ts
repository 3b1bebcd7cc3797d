import { loadCustomerTokenRemovals } from './tokens.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import { actions, ownActions } from './actions.js';
import { draft, ownDraft } from './draft.js';
import { emailClaims, normalizeEmail } from './email.js';
import { type Customer, CustomerMembers, GroupAssignment } from './members.js';
import { beforeCommit } from './beforeCommit.js';
import { Snapshot } from '../../../engine/define/Message.js';
import { CalendarDate, Flag, List, OneOf, Optional, Text } from '../../../engine/schema/primitives.js';
import { KeyReference, Reference } from '../../../engine/schema/reference.js';
import { Address } from '../../values/address.js';
import { customFieldMessageTable } from '../shared/customFieldActions.js';
import { Named } from '../../../engine/schema/Named.js';

const text = Optional(Text);
const address = { address: Address };
const addressRoles = List(Named('AddressRole', OneOf(['Shipping', 'Billing'])));

const messages = {
  CustomerCreated: { customer: Snapshot<Customer>('customer') },
  CustomerDeleted: { email: Text },
  CustomerEmailChanged: { email: Text, oldEmail: Text },
  CustomerEmailVerified: {},
  CustomerPasswordUpdated: { reset: Flag },
  CustomerFirstNameSet: { firstName: text },
  CustomerLastNameSet: { lastName: text },
  CustomerTitleSet: { title: text },
  CustomerCompanyNameSet: { companyName: text },
  CustomerExternalIdSet: { externalId: text },
  CustomerDateOfBirthSet: { dateOfBirth: Optional(CalendarDate) },
  CustomerAddressAdded: address,
  CustomerAddressChanged: { ...address, addressRoles },
  CustomerAddressRemoved: { ...address, addressRoles },
  CustomerShippingAddressAdded: address,
  CustomerShippingAddressRemoved: address,
  CustomerBillingAddressAdded: address,
  CustomerBillingAddressRemoved: address,
  CustomerDefaultShippingAddressSet: { address: Optional(Address) },
  CustomerDefaultBillingAddressSet: { address: Optional(Address) },
  CustomerGroupSet: { customerGroup: Optional(Reference('customer-group')) },
  CustomerGroupAssignmentAdded: { customerGroupAssignment: GroupAssignment },
  CustomerGroupAssignmentRemoved: { customerGroupAssignment: GroupAssignment },
  CustomerGroupAssignmentsSet: {
    customerGroupAssignments: List(GroupAssignment),
    oldCustomerGroupAssignments: List(GroupAssignment),
  },
  CustomerStoresSet: { stores: List(KeyReference('store')), oldStores: List(KeyReference('store')) },
  ...customFieldMessageTable('Customer', {}),
  ...customFieldMessageTable('CustomerAddress', { addressId: Text }),
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly customer: typeof messages;
  }
}

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
