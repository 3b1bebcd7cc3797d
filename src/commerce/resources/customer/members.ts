import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import { Address, AddressDraft } from '../../values/address.js';
import {
  CalendarDate,
  Flag,
  IntegerFrom,
  Key,
  List,
  Locale,
  OneOf,
  Optional,
  Shape,
  Text,
} from '../../../engine/schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { KeyReference, Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Email } from './email.js';
import { Named } from '../../../engine/schema/Named.js';

export const addressesMax = 500;
export const groupsMax = 500;

export const AuthenticationMode = Named('AuthenticationMode', OneOf(['Password', 'ExternalAuth']));

export const GroupAssignment = Named('CustomerGroupAssignment', Shape({ customerGroup: Reference('customer-group') }));
export const GroupAssignmentDraft = Named(
  'CustomerGroupAssignmentDraft',
  Shape({ customerGroup: ResourceIdentifier('customer-group') }),
);
export const GroupAssignmentDrafts = List(GroupAssignmentDraft, groupsMax);

export const StoreIdentifier = ResourceIdentifier('store', { load: true });
export const StoreIdentifiers = List(StoreIdentifier);

const text = Optional(Text);

const names = { firstName: text, lastName: text, middleName: text, title: text };
const person = { ...names, dateOfBirth: Optional(CalendarDate), companyName: text, vatId: text };

export const CustomerMembers = Shape({
  key: Optional(Key),
  customerNumber: text,
  externalId: text,
  email: Text,
  password: text,
  ...person,
  addresses: List(Address),
  defaultShippingAddressId: text,
  shippingAddressIds: List(Text),
  defaultBillingAddressId: text,
  billingAddressIds: List(Text),
  isEmailVerified: Flag,
  customerGroup: Optional(Reference('customer-group')),
  customerGroupAssignments: List(GroupAssignment),
  custom: Optional(CustomFields),
  locale: Optional(Locale),
  salutation: text,
  stores: List(KeyReference('store')),
  authenticationMode: AuthenticationMode,
});

export type Customer = Base & Static<typeof CustomerMembers> & Sends<'customer'>;

/** A position in `addresses` (CUST129). */
const Index = IntegerFrom(0, addressesMax - 1);
const Indexes = Optional(List(Index, addressesMax));

/** The members that customers may give of themselves (CUST046 to CUST051). */
const ownDraftMembers = {
  key: Optional(Key),
  email: Email,
  password: text,
  ...person,
  salutation: text,
  locale: Optional(Locale),
  addresses: Optional(List(AddressDraft, addressesMax)),
  defaultShippingAddress: Optional(Index),
  shippingAddresses: Indexes,
  defaultBillingAddress: Optional(Index),
  billingAddresses: Indexes,
  custom: Optional(CustomFieldsDraft),
  stores: Optional(StoreIdentifiers),
};

export const MyCustomerDraft = Shape(ownDraftMembers);

/** The draft of a customer that signs up, with the session of its token (commands/signIn.ts). */
export const OwnCustomerDraft = Shape({ ...ownDraftMembers, anonymousId: text });

/** The draft of the merchant, with members that customers may not give (CUST052). */
export const CustomerDraft = Shape({
  ...ownDraftMembers,
  customerNumber: text,
  externalId: text,
  isEmailVerified: Optional(Flag),
  customerGroup: Optional(ResourceIdentifier('customer-group')),
  customerGroupAssignments: Optional(GroupAssignmentDrafts),
  authenticationMode: Optional(AuthenticationMode),
  anonymousId: text,
  anonymousCartId: text,
  anonymousCart: Optional(ResourceIdentifier('cart')),
});

export type CustomerDraft = Static<typeof CustomerDraft>;
