/**
 * Queries and mutations that no resource type declares: those of customers (CUST081 to CUST098), paths, and those with
 * special arguments.
 */
const localeProjection = `
      "Languages whose texts are shown; a text without any of them is shown in another one. Absent: all."
      localeProjection: [Locale!]
      "Whether localeProjection concerns products behind references, too; a product shows none."
      projectExpandedProducts: Boolean`;
const productArguments = `(
      id: String
      key: String
      "The SKU of one of its variants."
      sku: String
      "The key of one of its variants."
      variantKey: String
${localeProjection}
    )`;

export default /* GraphQL */ `
  "What can be read."
  type Query {
    "A customer; null where there is none. Takes exactly one argument."
    customer(id: String, key: String, emailToken: String, passwordToken: String): Customer
    "What belongs to the customer or the anonymous session of the token."
    me: Me
    "A product; null where there is none. Takes exactly one argument."
    product${productArguments}: Product
    "A page of products."
    products(
      where: String
      sort: [String!]
      limit: Int
      offset: Int
      "Only products with one of these SKUs."
      skus: [String!]
${localeProjection}
    ): ProductQueryResult!
    "The active shipping methods of a cart, for its shipping address."
    shippingMethodsByCart(id: String!): [ShippingMethod!]!
    "The active shipping methods that ship to a place, whatever their predicates say about carts."
    shippingMethodsByLocation(
      country: Country!
      "Only rates in this currency match; without it all do."
      currency: Currency
      state: String
    ): [ShippingMethod!]!
    "What can be read of one store."
    inStore(key: KeyReferenceInput!): InStore!
    "What can be read of several stores: pages of all of them, and a single resource of the first store that has it."
    inStores(keys: [KeyReferenceInput!]!): InStore!
  }

  "What can be read of one store."
  type InStore {
    "A customer; null where there is none. Takes exactly one argument."
    customer(id: String, key: String, emailToken: String, passwordToken: String): Customer
    "What belongs to the customer or the anonymous session of the token."
    me: InStoreMe
    "A product, also one that the store does not offer; null where there is none. Takes exactly one argument."
    product${productArguments}: Product
    "The active shipping methods of a cart of the store, for its shipping address."
    shippingMethodsByCart(id: String!): [ShippingMethod!]!
  }

  "What can be changed."
  type Mutation {
    "Signs a customer up; merges the anonymous cart. The merchant's application does so."
    customerSignUp(draft: CustomerSignUpDraft!, storeKey: KeyReferenceInput): CustomerSignInResult!
    "Signs the buyer up; merges the anonymous cart."
    customerSignMeUp(draft: CustomerSignMeUpDraft!, storeKey: KeyReferenceInput): CustomerSignInResult!
    "Signs a customer in with email and password; merges the anonymous cart."
    customerSignIn(draft: CustomerSignInDraft!, storeKey: KeyReferenceInput): CustomerSignInResult!
    "Signs the buyer in with email and password; merges the anonymous cart."
    customerSignMeIn(draft: CustomerSignMeInDraft!, storeKey: KeyReferenceInput): CustomerSignInResult!
    "Changes the password of a customer. Requires the current password."
    customerChangePassword(id: String!, version: Long!, currentPassword: String!, newPassword: String!, storeKey: KeyReferenceInput): Customer
    "Changes the password of the token's customer. Requires the current password."
    customerChangeMyPassword(version: Long!, currentPassword: String!, newPassword: String!, storeKey: KeyReferenceInput): Customer
    "Creates a token that resets a password. It is valid for 10 minutes where ttlMinutes is absent."
    customerCreatePasswordResetToken(email: String!, ttlMinutes: Int, invalidateOlderTokens: Boolean, storeKey: KeyReferenceInput): CustomerToken
    "Sets a new password. Requires a password token."
    customerResetPassword(version: Long, tokenValue: String!, newPassword: String!, storeKey: KeyReferenceInput): Customer
    "Sets a new password of the buyer. Requires a password token."
    customerResetMyPassword(tokenValue: String!, newPassword: String!, storeKey: KeyReferenceInput): Customer
    "Creates a token that verifies the email of a customer."
    customerCreateEmailVerificationToken(id: String!, version: Long, ttlMinutes: Int!, invalidateOlderTokens: Boolean, storeKey: KeyReferenceInput): CustomerToken!
    "Marks the email of a customer as verified. Requires an email token."
    customerConfirmEmail(version: Long, tokenValue: String!, storeKey: KeyReferenceInput): Customer
    "Marks the email of the buyer as verified. Requires an email token."
    customerConfirmMyEmail(tokenValue: String!, storeKey: KeyReferenceInput): Customer
  }

  "A token that was made for a customer, to reset the password or to verify the email."
  type CustomerToken {
    "The value, which the customer gets by email."
    value: String!
    id: String!
    version: Long!
    customerId: String!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    "The time when it becomes invalid."
    expiresAt: DateTime!
  }

  "The customer who signed up or in."
  type CustomerSignInResult {
    customer: Customer!
    "The cart that became the customer's, calculated anew."
    cart: Cart
  }

  "What belongs to the customer or the anonymous session of the token."
  type Me {
    "Null for an anonymous session."
    customer: Customer
  }

  "What belongs to the customer or the anonymous session of the token in one store."
  type InStoreMe {
    "Null for an anonymous session, and for a customer of other stores."
    customer: Customer
  }

  "What becomes of the anonymous cart at the sign-in."
  enum AnonymousCartSignInMode {
    "It becomes the customer's active cart; the customer's own cart stays as it is."
    UseAsNewActiveCustomerCart
    "Its items are added to the customer's active cart."
    MergeWithExistingCustomerCart
  }
`;
