/** Queries and mutations that no resource type declares: those of customers (CUST081 to CUST098), and paths. */
export default /* GraphQL */ `
  type Query {
    "One of the four arguments."
    customer(id: String, key: String, emailToken: String, passwordToken: String): Customer
    "For tokens of customers and of anonymous sessions."
    me: Me
    "What a store shows."
    inStore(key: KeyReferenceInput!): InStore!
  }

  type InStore {
    "One of the four arguments."
    customer(id: String, key: String, emailToken: String, passwordToken: String): Customer
    "For tokens of customers and of anonymous sessions."
    me: Me
  }

  type Mutation {
    customerSignUp(draft: CustomerSignUpDraft!): CustomerSignInResult!
    customerSignMeUp(draft: CustomerSignMeUpDraft!): CustomerSignInResult!
    customerSignIn(draft: CustomerSignInDraft!): CustomerSignInResult!
    customerSignMeIn(draft: CustomerSignMeInDraft!): CustomerSignInResult!
    customerChangePassword(id: String!, version: Long!, currentPassword: String!, newPassword: String!): Customer
    customerChangeMyPassword(version: Long!, currentPassword: String!, newPassword: String!): Customer
    "Valid for 10 minutes where ttlMinutes is absent."
    customerCreatePasswordResetToken(email: String!, ttlMinutes: Int): CustomerToken
    customerResetPassword(version: Long, tokenValue: String!, newPassword: String!): Customer
    customerResetMyPassword(tokenValue: String!, newPassword: String!): Customer
    customerCreateEmailVerificationToken(id: String!, version: Long, ttlMinutes: Int!): CustomerToken!
    customerConfirmEmail(version: Long, tokenValue: String!): Customer
    customerConfirmMyEmail(tokenValue: String!): Customer
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

  enum AnonymousCartSignInMode { UseAsNewActiveCustomerCart MergeWithExistingCustomerCart }
`;
