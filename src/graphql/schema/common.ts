/** Scalars, references, and what many types share. */
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
    id: String
    title: String
    salutation: String
    firstName: String
    lastName: String
    streetName: String
    streetNumber: String
    additionalStreetInfo: String
    postalCode: String
    city: String
    region: String
    state: String
    country: Country!
    company: String
    department: String
    building: String
    apartment: String
    pOBox: String
    contactInfo: AddressContactInfo!
    additionalAddressInfo: String
    externalId: String
    key: String
  }

  type AddressContactInfo {
    phone: String
    mobile: String
    email: String
    fax: String
  }

  input AddressInput {
    id: String
    title: String
    salutation: String
    firstName: String
    lastName: String
    streetName: String
    streetNumber: String
    additionalStreetInfo: String
    postalCode: String
    city: String
    region: String
    state: String
    country: Country!
    company: String
    department: String
    building: String
    apartment: String
    pOBox: String
    phone: String
    mobile: String
    email: String
    fax: String
    additionalAddressInfo: String
    externalId: String
    key: String
  }
`;
