/** Queries and mutations of customers (CUST081 to CUST102), and queries of orders, carts and states. */
export default /* GraphQL */ `
  type Query {
    "One of the four arguments."
    customer(id: String, key: String, emailToken: String, passwordToken: String): Customer
    customers(where: String, sort: [String!], limit: Int, offset: Int): CustomerQueryResult!
    "For tokens of customers and of anonymous sessions."
    me: Me
    order(id: String, orderNumber: String): Order
    orders(where: String, sort: [String!], limit: Int, offset: Int): OrderQueryResult!
    cart(id: String, key: String): Cart
    carts(where: String, sort: [String!], limit: Int, offset: Int): CartQueryResult!
    state(id: String, key: String): State
    states(where: String, sort: [String!], limit: Int, offset: Int): StateQueryResult!
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
    updateCustomer(id: String, key: String, version: Long!, actions: [CustomerUpdateAction!]!): Customer
    updateMyCustomer(version: Long!, actions: [MyCustomerUpdateAction!]!): Customer
    deleteCustomer(id: String, key: String, version: Long!, personalDataErasure: Boolean = false): Customer
    deleteMyCustomer(version: Long!, personalDataErasure: Boolean = false): Customer
  }
`;
