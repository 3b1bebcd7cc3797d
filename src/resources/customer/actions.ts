import type { Action, ActionTable } from '../../engine/define/Action.js';
import { capitalize } from '../shared/capitalize.js';
import { set } from '../../engine/define/actions.js';
import { Key, Text } from '../../schema/primitives.js';
import { changeEmail } from './actions/changeEmail.js';
import { setAuthenticationMode } from './actions/setAuthenticationMode.js';
import { setCustomerNumber } from './actions/setCustomerNumber.js';
import { setDateOfBirth } from './actions/setDateOfBirth.js';
import { setLocale } from './actions/setLocale.js';
import { onCustomerAddress } from './addresses.js';
import { addAddress } from './actions/addAddress.js';
import { addAddressId } from './actions/addAddressId.js';
import { changeAddress } from './actions/changeAddress.js';
import { removeAddress } from './actions/removeAddress.js';
import { removeAddressId } from './actions/removeAddressId.js';
import { setDefaultAddress } from './actions/setDefaultAddress.js';
import { addCustomerGroupAssignment } from './actions/addCustomerGroupAssignment.js';
import { removeCustomerGroupAssignment } from './actions/removeCustomerGroupAssignment.js';
import { setCustomerGroup } from './actions/setCustomerGroup.js';
import { setCustomerGroupAssignments } from './actions/setCustomerGroupAssignments.js';
import type { Customer } from './members.js';
import { addStore } from './actions/addStore.js';
import { removeStore } from './actions/removeStore.js';
import { setStores } from './actions/setStores.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

const onCustomer = resourceCustomFields<Customer>('customer', 'Customer');

/** Sets a text and sends a message such as `CustomerFirstNameSet`. */
const setTextWithMessage = (
  field: 'firstName' | 'lastName' | 'title' | 'companyName' | 'externalId',
): Action<Customer> =>
  set<Customer>(field, Text, (_, value) => ({
    type: `Customer${capitalize(field)}Set`,
    [field]: value,
  }));
/** The update actions that customers may apply to themselves (CUST079). */
export const ownActions: ActionTable<Customer> = {
  setFirstName: setTextWithMessage('firstName'),
  setLastName: setTextWithMessage('lastName'),
  setMiddleName: set<Customer>('middleName', Text),
  setTitle: setTextWithMessage('title'),
  setSalutation: set<Customer>('salutation', Text),
  setCompanyName: setTextWithMessage('companyName'),
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
  setAddressCustomType: setCustomType(onCustomerAddress),
  setAddressCustomField: setCustomField(onCustomerAddress),
};

export const actions: ActionTable<Customer> = {
  ...ownActions,
  setCustomerGroup,
  addCustomerGroupAssignment,
  removeCustomerGroupAssignment,
  setCustomerGroupAssignments,
  setCustomerNumber,
  setExternalId: setTextWithMessage('externalId'),
  setKey: set<Customer>('key', Key),
  setStores,
  addStore,
  removeStore,
  setAuthenticationMode,
};
