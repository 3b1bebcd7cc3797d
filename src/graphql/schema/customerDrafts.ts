/** Sign-up and sign-in: CUST039 to CUST052. */
export default /* GraphQL */ `
  input CustomerSignInDraft {
    email: String!
    password: String!
    anonymousCartId: String
    anonymousCartSignInMode: AnonymousCartSignInMode = MergeWithExistingCustomerCart
    anonymousId: String
    updateProductData: Boolean = false
  }

  input CustomerSignMeInDraft {
    email: String!
    password: String!
    activeCartSignInMode: AnonymousCartSignInMode = MergeWithExistingCustomerCart
    updateProductData: Boolean = false
  }

  input CustomerSignMeUpDraft {
    email: String!
    password: String!
    firstName: String
    lastName: String
    middleName: String
    title: String
    dateOfBirth: Date
    companyName: String
    vatId: String
    addresses: [AddressInput!] = []
    "A position in addresses, as are the three that follow."
    defaultBillingAddress: Int
    defaultShippingAddress: Int
    shippingAddresses: [Int!] = []
    billingAddresses: [Int!] = []
    custom: CustomFieldsDraft
    locale: Locale
    salutation: String
    key: String
  }

  input CustomerSignUpDraft {
    email: String!
    password: String!
    firstName: String
    lastName: String
    middleName: String
    title: String
    dateOfBirth: Date
    companyName: String
    vatId: String
    addresses: [AddressInput!] = []
    defaultBillingAddress: Int
    defaultShippingAddress: Int
    shippingAddresses: [Int!] = []
    billingAddresses: [Int!] = []
    custom: CustomFieldsDraft
    locale: Locale
    salutation: String
    key: String
    customerNumber: String
    anonymousCartId: String
    externalId: String
    customerGroup: ResourceIdentifierInput
    isEmailVerified: Boolean
    anonymousId: String
  }
`;
