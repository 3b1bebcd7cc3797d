import { longPrefixes, type NamedRow, rowsOf, shortPrefixes, textPrefixes } from '../../fields/FieldTable.js';

const isReferenced = true;
const isAlwaysPresent = true;
const isDistinct = true;

export const customerFields: readonly NamedRow[] = [
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

export const customerLists = ['addresses', 'customerGroupAssignments', 'stores'];
