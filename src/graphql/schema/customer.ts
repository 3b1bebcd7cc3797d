/** Customers (CUST001 to CUST038). */
import { cartModes } from '../../resources/customer/carts/assignCarts.js';
import { OneOf } from '../../schema/primitives.js';
import { enumSdl } from './deriveSdl.js';

export default /* GraphQL */ `
  type Customer implements Versioned {
    id: String!
    version: Long!
    customerNumber: String
    email: String!
    "Always the same text, which hides it."
    password: String!
    addresses: [Address!]!
    defaultShippingAddressId: String
    defaultBillingAddressId: String
    shippingAddressIds: [String!]!
    billingAddressIds: [String!]!
    isEmailVerified: Boolean!
    customerGroupRef: Reference
    externalId: String
    key: String
    dateOfBirth: Date
    companyName: String
    vatId: String
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    lastMessageSequenceNumber: Long!
    firstName: String
    lastName: String
    middleName: String
    title: String
    salutation: String
    locale: Locale
    customerGroup: CustomerGroup
    defaultShippingAddress: Address
    defaultBillingAddress: Address
    shippingAddresses: [Address!]!
    billingAddresses: [Address!]!
    "All fields without arguments."
    customFieldsRaw(includeNames: [String!], excludeNames: [String!]): [RawCustomField!]
    customFields: Type
    customFieldList(includeNames: [String!], excludeNames: [String!]): [CustomField!]
  }

  type CustomerQueryResult {
    offset: Int!
    count: Int!
    total: Long!
    results: [Customer!]!
  }

  type CustomerToken {
    id: String!
    customerId: String!
    createdAt: DateTime!
    expiresAt: DateTime!
    value: String!
  }

  type CustomerSignInResult {
    customer: Customer!
    "The cart that became the customer's, calculated anew."
    cart: Cart
  }

  type Me {
    "Null for an anonymous session."
    customer: Customer
  }

  type CustomerGroup implements Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    key: String
    name: String!
    customFieldsRaw(includeNames: [String!], excludeNames: [String!]): [RawCustomField!]
    customFields: Type
    customFieldList(includeNames: [String!], excludeNames: [String!]): [CustomField!]
  }

  ${enumSdl('AnonymousCartSignInMode', OneOf([...cartModes].reverse()))}
`;
