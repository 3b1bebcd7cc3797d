import { required, invalidOperation } from '../../../base/errors/ApiError.js';
import {
  type Action,
  type ActionTable,
  action,
  type Change,
  type MessageOf,
  set,
  unchanged,
  setFrom,
} from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { CalendarDate, Key, Locale, Optional, Text } from '../../../engine/schema/primitives.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import { capitalized } from '../../../engine/schema/words.js';
import { dateOf } from '../shared/fieldValue.js';
import { toStoreReferences } from '../shared/references.js';
import {
  addAddress,
  addAddressId,
  changeAddress,
  onCustomerAddress,
  removeAddress,
  removeAddressId,
  setDefaultAddress,
} from './addresses.js';
import { projectLocale } from './draft.js';
import { Email } from './email.js';
import {
  addCustomerGroupAssignment,
  removeCustomerGroupAssignment,
  setCustomerGroup,
  setCustomerGroupAssignments,
} from './groups.js';
import { type Customer, StoreIdentifier, StoreIdentifiers } from './members.js';
import { setAuthenticationMode } from './password.js';

const onCustomer = resourceCustomFields<Customer>('customer', 'Customer');

/** Sets a text and sends a message such as `CustomerFirstNameSet`. */
const setTextWithMessage = (
  field: 'firstName' | 'lastName' | 'title' | 'companyName' | 'externalId',
): Action<Customer> =>
  set<Customer>(
    field,
    Text,
    (_, value) => ({ type: `Customer${capitalized(field)}Set`, [field]: value }) as MessageOf<Customer>,
  );

/** The update actions that customers may apply to themselves (CUST079). */
export const ownActions: ActionTable<Customer> = {
  setFirstName: setTextWithMessage('firstName'),
  setLastName: setTextWithMessage('lastName'),
  setMiddleName: set<Customer>('middleName', Text),
  setTitle: setTextWithMessage('title'),
  setSalutation: set<Customer>('salutation', Text),
  setCompanyName: setTextWithMessage('companyName'),
  setVatId: set<Customer>('vatId', Text),
  setDateOfBirth: setFrom(
    'dateOfBirth',
    Optional(CalendarDate),
    given => dateOf(given, 'dateOfBirth'),
    (_, dateOfBirth) => ({ type: 'CustomerDateOfBirthSet', dateOfBirth }),
  ),
  setLocale: action({ locale: Optional(Locale) }, (customer: Customer, { locale }, context) =>
    locale === customer.locale ? unchanged : { set: { locale: projectLocale(locale, context) } },
  ),
  /** Changes the email, which then is unverified (CUST059). */
  changeEmail: action({ email: Email }, ({ email: oldEmail }: Customer, { email }) =>
    email === oldEmail
      ? unchanged
      : { set: { email, isEmailVerified: false }, messages: [{ type: 'CustomerEmailChanged', email, oldEmail }] },
  ),
  addAddress,
  changeAddress,
  removeAddress,
  setDefaultShippingAddress: setDefaultAddress('Shipping'),
  setDefaultBillingAddress: setDefaultAddress('Billing'),
  addShippingAddressId: addAddressId('Shipping'),
  addBillingAddressId: addAddressId('Billing'),
  removeShippingAddressId: removeAddressId('Shipping'),
  removeBillingAddressId: removeAddressId('Billing'),
  ...customFieldActions('', onCustomer),
  ...customFieldActions('Address', onCustomerAddress),
};

export const actions: ActionTable<Customer> = {
  ...ownActions,
  setCustomerGroup,
  addCustomerGroupAssignment,
  removeCustomerGroupAssignment,
  setCustomerGroupAssignments,
  setCustomerNumber: setFrom('customerNumber', Optional(Text), (given, _, { customerNumber: old }) => {
    if (old !== undefined && given !== old)
      throw invalidOperation(`The customerNumber '${old}' cannot be changed once it is set.`);
    return given;
  }),
  setExternalId: setTextWithMessage('externalId'),
  setKey: set<Customer>('key', Key),
  setStores: setFrom('stores', StoreIdentifiers, toStoreReferences, 'CustomerStoresSet'),
  addStore: action({ store: StoreIdentifier }, (customer: Customer, { store: identifier }, context) => {
    const store = context.keyReference('store', identifier);
    const storesMax = required(StoreIdentifiers.maxItems, 'the limit of stores');
    if (customer.stores.length >= storesMax)
      throw invalidOperation(`The customer has ${storesMax} stores, which is the most.`);
    return customer.stores.some(({ key }) => key === store.key)
      ? unchanged
      : withStores(customer.stores, [...customer.stores, store]);
  }),
  removeStore: action({ store: StoreIdentifier }, (customer: Customer, { store: identifier }, context) => {
    const { key } = context.keyReference('store', identifier);
    const others = customer.stores.filter(each => each.key !== key);
    if (others.length === customer.stores.length)
      throw invalidOperation(`The customer is not assigned to the store '${key}'.`);
    return withStores(customer.stores, others);
  }),
  setAuthenticationMode,
};

type Stores = Customer['stores'];

/** Changes the stores of a customer, with a message. */
const withStores = (oldStores: Stores, stores: Stores): Change<Customer> =>
  sameValue(oldStores, stores)
    ? unchanged
    : { set: { stores }, messages: [{ type: 'CustomerStoresSet', stores, oldStores }] };
