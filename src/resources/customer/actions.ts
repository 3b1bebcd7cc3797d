import { action, set } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { CalendarDate, Key, Locale, Optional, Text } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { dateOf } from '../shared/fieldValue.js';
import {
  addAddress,
  addAddressId,
  changeAddress,
  onCustomerAddress,
  removeAddress,
  removeAddressId,
  setDefaultAddress,
} from './addresses.js';
import { localeOf } from './draft.js';
import { Email } from './email.js';
import {
  addCustomerGroupAssignment,
  removeCustomerGroupAssignment,
  setCustomerGroup,
  setCustomerGroupAssignments,
} from './groups.js';
import { AuthenticationMode, type Customer } from './members.js';
import { assertPassword, maskedPassword } from './password.js';
import { addStore, removeStore, setStores } from './stores.js';

const onCustomer = ownCustom<Customer>('customer', 'Customer');

/** A text that a message tells about: `CustomerFirstNameSet`. */
const told = (field: 'firstName' | 'lastName' | 'title' | 'companyName' | 'externalId'): Action<Customer> =>
  set<Customer>(field, Text, (_, value) => ({
    type: `Customer${field[0]!.toUpperCase()}${field.slice(1)}Set`,
    [field]: value,
  }));

/** CUST059: a new email has not been verified. */
const changeEmail: Action<Customer> = action({ email: Email }, ({ email: oldEmail }: Customer, { email }) =>
  email === oldEmail
    ? unchanged
    : { set: { email, isEmailVerified: false }, messages: [{ type: 'CustomerEmailChanged', email, oldEmail }] },
);

const setCustomerNumber: Action<Customer> = action(
  { customerNumber: Optional(Text) },
  (customer: Customer, { customerNumber }) => {
    if (customerNumber === customer.customerNumber) return unchanged;
    if (customer.customerNumber !== undefined)
      throw fail('InvalidOperation', {
        message: `The customerNumber '${customer.customerNumber}' cannot be changed: once set, it stays.`,
      });
    return { set: { customerNumber } };
  },
);

const setDateOfBirth: Action<Customer> = action(
  { dateOfBirth: Optional(CalendarDate) },
  (customer: Customer, payload) => {
    const dateOfBirth = dateOf(payload.dateOfBirth, 'dateOfBirth');
    return dateOfBirth === customer.dateOfBirth
      ? unchanged
      : { set: { dateOfBirth }, messages: [{ type: 'CustomerDateOfBirthSet', dateOfBirth }] };
  },
);

const setLocale: Action<Customer> = action({ locale: Optional(Locale) }, (customer: Customer, { locale }, context) =>
  locale === customer.locale ? unchanged : { set: { locale: localeOf(locale, context) } },
);

/** The password is hashed, and sessions are ended, in settle.ts. */
const setAuthenticationMode: Action<Customer> = action(
  { authMode: AuthenticationMode, password: Optional(Text) },
  (customer: Customer, { authMode, password }) => {
    if (authMode === 'ExternalAuth')
      return customer.authenticationMode === authMode
        ? unchanged
        : { set: { authenticationMode: authMode, password: undefined }, requestedEffects: { newPassword: {} } };
    if (password === undefined)
      throw fail('RequiredField', { field: 'password', expected: 'a password for the authMode Password' });
    assertPassword(password);
    return {
      set: { authenticationMode: authMode, password: maskedPassword },
      requestedEffects: { newPassword: { password } },
    };
  },
);

/** MyCustomerUpdateAction (CUST079): what customers may change of themselves. */
export const ownActions: ActionTable<Customer> = {
  setFirstName: told('firstName'),
  setLastName: told('lastName'),
  setMiddleName: set<Customer>('middleName', Text),
  setTitle: told('title'),
  setSalutation: set<Customer>('salutation', Text),
  setCompanyName: told('companyName'),
  setVatId: set<Customer>('vatId', Text),
  setDateOfBirth,
  setLocale,
  changeEmail,
  addAddress,
  changeAddress,
  removeAddress,
  setDefaultShippingAddress: setDefaultAddress('Shipping'),
  setDefaultBillingAddress: setDefaultAddress('Billing'),
  addShippingAddressId: addAddressId('Shipping'),
  addBillingAddressId: addAddressId('Billing'),
  removeShippingAddressId: removeAddressId('Shipping'),
  removeBillingAddressId: removeAddressId('Billing'),
  setCustomType: setCustomType(onCustomer),
  setCustomField: setCustomField(onCustomer),
};

export const actions: ActionTable<Customer> = {
  ...ownActions,
  setCustomerGroup,
  addCustomerGroupAssignment,
  removeCustomerGroupAssignment,
  setCustomerGroupAssignments,
  setCustomerNumber,
  setExternalId: told('externalId'),
  setKey: set<Customer>('key', Key),
  setStores,
  addStore,
  removeStore,
  setAddressCustomType: setCustomType(onCustomerAddress),
  setAddressCustomField: setCustomField(onCustomerAddress),
  setAuthenticationMode,
};
