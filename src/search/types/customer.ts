import type { Type } from '../../commerce/resources/type.js';
import type { CustomFields } from '../../engine/schema/customFields.js';
import type { Fields, SearchDocumentContext } from '../document/contentOf.js';
import { type TypedDefinition, typedFields, typedValuesOf } from './typedFields.js';
import {
  longPrefixes,
  type NamedRow,
  rowsOf,
  shortPrefixes,
  textPrefixes,
  compileFields,
} from '../fields/FieldTable.js';
import type { Base } from '../../engine/define/Base.js';
import type { Customer as CustomerResource } from '../../commerce/resources/customer/members.js';
import { laterLanguage } from '../query/Dialect.js';
import { defineSearchedType, loadSearched, numbersOf } from '../SearchedType.js';

// Custom fields in the later searches, where their types have the names of attribute types.

const typedCustomFields = typedFields('custom.', 'ct', 'custom field');

type FieldType = Type['fieldDefinitions'][number]['type'];

/** The names of types of custom fields in queries; others are not searched. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['Boolean', 'boolean'],
  ['String', 'text'],
  ['LocalizedString', 'ltext'],
  ['Enum', 'enum'],
  ['LocalizedEnum', 'lenum'],
  ['Number', 'number'],
  ['Money', 'money'],
  ['Date', 'date'],
  ['Time', 'time'],
  ['DateTime', 'datetime'],
  ['Reference', 'reference'],
]);

const definitionOf = ({ name, elementType }: FieldType): TypedDefinition | undefined => {
  const kind = kinds.get((name === 'Set' ? elementType?.name : name) ?? '');
  return kind === undefined ? undefined : { kind, isSet: name === 'Set' };
};

/** Adds the labels of the Type to enum values, which are stored as keys. */
const labelled = ({ name, elementType, values = [] }: FieldType, value: unknown): unknown => {
  if (name === 'Set') return (value as readonly unknown[]).map(each => labelled(elementType as FieldType, each));
  if (name !== 'Enum' && name !== 'LocalizedEnum') return value;
  return { key: value, label: values.find(({ key }) => key === value)?.label };
};

/** Returns the searchable values of custom fields, as their Type declares them; undefined where there are none. */
const typedCustomValuesOf = (custom: CustomFields | undefined, context: SearchDocumentContext): Fields | undefined => {
  const { fieldDefinitions = [] } = (custom && (context.resolve(custom.type) as Type | undefined)) ?? {};
  const types = new Map(fieldDefinitions.map(({ name, type }) => [name, type]));
  return typedValuesOf(
    Object.entries(custom?.fields ?? {}).flatMap(([name, value]) => {
      const type = types.get(name);
      const definition = type && definitionOf(type);
      return type === undefined || definition === undefined || value === null
        ? []
        : [{ name, value: labelled(type, value), definition }];
    }),
    context,
  );
};

const isReferenced = true;
const isAlwaysPresent = true;
const isDistinct = true;

const customerFields: readonly NamedRow[] = [
  ...rowsOf('text', {
    all: { code: 'all', isAll: true },
    email: { code: 'em', prefixes: textPrefixes, isAlwaysPresent },
    fullName: { code: 'fu', prefixes: shortPrefixes },
    firstName: { code: 'fi', prefixes: textPrefixes },
    lastName: { code: 'la', prefixes: textPrefixes },
    middleName: { code: 'mi' },
    title: { code: 'ti' },
    salutation: { code: 'sa' },
    companyName: { code: 'co', prefixes: textPrefixes },
    'customerGroup.name': { code: 'gn', isReferenced },
    'addresses.additionalAddressInfo': { code: 'ai' },
    'addresses.additionalStreetInfo': { code: 'as' },
    'addresses.apartment': { code: 'aa' },
    'addresses.building': { code: 'ab' },
    'addresses.city': { code: 'ac', prefixes: shortPrefixes },
    'addresses.company': { code: 'ao', prefixes: shortPrefixes },
    'addresses.department': { code: 'ad' },
    'addresses.email': { code: 'ae' },
    'addresses.firstName': { code: 'af', prefixes: shortPrefixes },
    'addresses.lastName': { code: 'al', prefixes: shortPrefixes },
    'addresses.region': { code: 'ar' },
    'addresses.state': { code: 'at' },
    'addresses.streetName': { code: 'an', prefixes: shortPrefixes },
    'addresses.streetNumber': { code: 'au' },
  }),
  ...rowsOf('phone', {
    'addresses.fax': { code: 'ax' },
    'addresses.mobile': { code: 'am' },
    'addresses.phone': { code: 'ah' },
  }),
  ...rowsOf('keyword', {
    id: { code: 'id', prefixes: shortPrefixes, isDistinct, isAlwaysPresent },
    key: { code: 'k', prefixes: longPrefixes, isDistinct },
    customerNumber: { code: 'cn', prefixes: longPrefixes, isDistinct },
    externalId: { code: 'ei', prefixes: longPrefixes, isDistinct },
    vatId: { code: 'va', prefixes: longPrefixes, isDistinct },
    authenticationMode: { code: 'am2', isAlwaysPresent },
    locale: { code: 'lo' },
    'customerGroup.id': { code: 'gi' },
    'customerGroup.key': { code: 'gk', isReferenced },
    'customerGroupAssignments.customerGroup.id': { code: 'ga' },
    'stores.key': { code: 'st' },
    defaultBillingAddressId: { code: 'db' },
    defaultShippingAddressId: { code: 'ds' },
    'addresses.country': { code: 'ay' },
    'addresses.externalId': { code: 'ag' },
    'addresses.id': { code: 'aj' },
    'addresses.key': { code: 'ak' },
    'addresses.pOBox': { code: 'ap' },
    'addresses.postalCode': { code: 'az', prefixes: shortPrefixes },
  }),
  ...rowsOf('boolean', { isEmailVerified: { code: 'iv', isAlwaysPresent } }),
  ...rowsOf('date', { dateOfBirth: { code: 'bi' } }),
  ...rowsOf('dateTime', {
    createdAt: { code: 'dc', column: 'created', isAlwaysPresent },
    lastModifiedAt: { code: 'dm', column: 'modified', isAlwaysPresent },
  }),
  ...rowsOf('long', { version: { code: 've', column: 'version', isAlwaysPresent } }),
];

const customerLists = ['addresses', 'customerGroupAssignments', 'stores'];

type Customer = CustomerResource & Base;

/** Types of the resources whose values are searched with the customer that references them. */
const referencedTypeIds = ['customer-group', 'type'];

const fullNameOf = ({ firstName, middleName, lastName }: Customer): string | undefined =>
  [firstName, middleName, lastName].filter(name => name !== undefined && name !== '').join(' ') || undefined;

export const searchedCustomer = defineSearchedType({
  typeId: 'customer',
  noun: 'customer',
  plural: 'customers',
  activationHint: () =>
    'Activate customer search by the update action changeCustomerSearchStatus of the project, ' +
    "with the status 'Activated'.",
  missingIndexCode: 'SearchNotReady',
  documentLayout: 3,
  table: compileFields(customerFields, customerLists, [typedCustomFields]),
  language: laterLanguage,
  load: (engine, projectKey, ids) =>
    loadSearched<Customer>(engine, projectKey, { typeId: 'customer', ids, referencedTypeIds }, (customer, context) => ({
      members: { ...customer, fullName: fullNameOf(customer), custom: typedCustomValuesOf(customer.custom, context) },
      numbers: numbersOf(customer),
    })),
});
