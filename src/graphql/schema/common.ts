/** Scalars, references, addresses and the members that all resources have. */
import { AddressDraft } from '../../schema/address.js';
import { fieldsSdl } from './deriveSdl.js';

const addressFields = [
  'id',
  'title',
  'salutation',
  'firstName',
  'lastName',
  'streetName',
  'streetNumber',
  'additionalStreetInfo',
  'postalCode',
  'city',
  'region',
  'state',
  'country',
  'company',
  'department',
  'building',
  'apartment',
  'pOBox',
];
const contactFields = ['phone', 'mobile', 'email', 'fax'];
const furtherAddressFields = ['additionalAddressInfo', 'externalId', 'key'];

export default /* GraphQL */ `
  "An integer of up to 53 bits."
  scalar Long
  "YYYY-MM-DD"
  scalar Date
  "hh:mm:ss.sss"
  scalar Time
  "ISO 8601, UTC with milliseconds."
  scalar DateTime
  "An IETF language tag."
  scalar Locale
  "ISO 3166-1 alpha-2."
  scalar Country
  "ISO 4217."
  scalar Currency
  "Any JSON value."
  scalar Json

  interface Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
  }

  type Initiator {
    isPlatformClient: Boolean!
    clientId: String
    externalUserId: String
    anonymousId: String
    customerRef: Reference
  }

  type Reference {
    typeId: String!
    id: String!
  }

  type KeyReference {
    typeId: String!
    key: String!
  }

  "The key of a store."
  scalar KeyReferenceInput

  input ReferenceInput {
    typeId: String!
    id: String!
  }

  input LocalizedStringItemInputType {
    locale: Locale!
    value: String!
  }

  input ResourceIdentifierInput {
    typeId: String
    id: String
    key: String
  }

  type LocalizedString {
    locale: Locale!
    value: String!
  }

  type Address {
    ${fieldsSdl(AddressDraft, [...addressFields, 'contactInfo: AddressContactInfo!', ...furtherAddressFields])}
  }

  type AddressContactInfo {
    ${fieldsSdl(AddressDraft, contactFields)}
  }

  input AddressInput {
    ${fieldsSdl(AddressDraft, [...addressFields, ...contactFields, ...furtherAddressFields])}
  }
`;
