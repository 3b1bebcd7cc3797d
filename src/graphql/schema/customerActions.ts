/**
 * Update actions of customers, one optional member per action (CUST053 to CUST079), with the types of the declared
 * actions.
 */
import { required } from '../../errors/required.js';
import { actions, ownActions } from '../../resources/customer/actions.js';
import { fieldsSdl } from './deriveSdl.js';

/** GraphQL identifies an address by its id only. */
const byAddressId = ['addressId: String!'];

/**
 * The actions that GraphQL offers, in the order of the specification, with the fields of their inputs (see
 * `fieldsSdl`). Custom fields have other inputs than in REST (CUST077).
 */
const inputFields: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    setFirstName: ['firstName'],
    setLastName: ['lastName'],
    setMiddleName: ['middleName'],
    setTitle: ['title'],
    setSalutation: ['salutation'],
    changeEmail: ['email'],
    addAddress: ['address'],
    changeAddress: [...byAddressId, 'address'],
    removeAddress: byAddressId,
    setDefaultShippingAddress: ['addressId'],
    setDefaultBillingAddress: ['addressId'],
    addShippingAddressId: byAddressId,
    removeShippingAddressId: byAddressId,
    addBillingAddressId: byAddressId,
    removeBillingAddressId: byAddressId,
    setCustomerGroup: ['customerGroup'],
    setCustomerNumber: ['customerNumber'],
    setExternalId: ['externalId'],
    setDateOfBirth: ['dateOfBirth'],
    setCompanyName: ['companyName'],
    setVatId: ['vatId'],
    setLocale: ['locale'],
    setKey: ['key'],
    setCustomType: [
      'typeId: String',
      'typeKey: String',
      'type: ResourceIdentifierInput',
      'fields: [CustomFieldInput!]',
    ],
    setCustomField: ['name: String!', 'value: String'],
  }),
);

/** `setFirstName` as `SetCustomerFirstName`. */
const inputName = (action: string): string =>
  action === 'setCustomerNumber'
    ? 'SetCustomerNumber'
    : action.replace(/^([a-z])([a-z]+)/, (_, first: string, rest: string) => `${first.toUpperCase()}${rest}Customer`);

const actionMembers = (names: readonly string[]): string =>
  names.map(action => `${action}: ${inputName(action)}`).join('\n    ');

const actionInputs = [...inputFields].map(([action, fields]) => {
  const { schema } = required(actions[action], `the action ${action}`);
  return `input ${inputName(action)} {\n    ${fieldsSdl(schema, fields)}\n  }`;
});

const names = [...inputFields.keys()];

export default /* GraphQL */ `
  input CustomerUpdateAction {
    ${actionMembers(names)}
  }

  "The same without what customers do not choose themselves."
  input MyCustomerUpdateAction {
    ${actionMembers(names.filter(action => Object.hasOwn(ownActions, action)))}
  }

  ${actionInputs.join('\n  ')}
`;
