import { Snapshot } from '../../../engine/define/Message.js';
import { CalendarDate, Flag, List, OneOf, Optional, Text } from '../../../engine/schema/primitives.js';
import { KeyReference, Reference } from '../../../engine/schema/reference.js';
import { Address } from '../../values/address.js';
import { customFieldMessageTable } from '../shared/customFieldActions.js';
import { type Customer, GroupAssignment } from './members.js';
import { Named } from '../../../engine/schema/Named.js';

const text = Optional(Text);
const address = { address: Address };
const addressRoles = List(Named('AddressRole', OneOf(['Shipping', 'Billing'])));

export const messages = {
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
