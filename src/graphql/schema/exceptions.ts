/**
 * Fields that no declaration has, or that GraphQL gives another type than their declaration: those that the
 * specification prescribes, and those that clients know. Each row takes precedence over what is derived.
 */
export default /* GraphQL */ `
  type Customer {
    email: String!
    "Always the same text, which hides the password."
    password: String!
    "The address of \`defaultShippingAddressId\`."
    defaultShippingAddress: Address
    "The address of \`defaultBillingAddressId\`."
    defaultBillingAddress: Address
    "The addresses of \`shippingAddressIds\`."
    shippingAddresses: [Address!]!
    "The addresses of \`billingAddressIds\`."
    billingAddresses: [Address!]!
  }

  type Address {
    contactInfo: AddressContactInfo!
  }
  "The members of an address by which a person can be reached."
  type AddressContactInfo {
    phone: String
    mobile: String
    email: String
    fax: String
  }

  type Order {
    "The customer of \`customerId\`. Needs view_customers."
    customer: Customer
  }
  type Cart {
    "The customer of \`customerId\`. Needs view_customers."
    customer: Customer
  }

  type LineItem {
    "A copy of the product's variant."
    variant: ProductVariant
  }
  type Dimensions { width: Int! height: Int! }
  type AssetDimensions { width: Int! height: Int! }
  input DimensionsInput { width: Int! height: Int! }
  input AssetDimensionsInput { width: Int! height: Int! }

  type NestedAttributeDefinitionType {
    "The product type whose attributes the values have."
    typeRef: Reference!
  }

  type ApiClientWithSecret {
    "The secret, which only this response contains."
    secret: String!
  }

  type DiscountedLineItemPrice { value: BaseMoney! }
  type DiscountedLineItemPortion { discountedAmount: BaseMoney! }
  type DiscountedTotalPricePortion { discountedAmount: BaseMoney! }
  type DiscountOnTotalPrice { discountedAmount: BaseMoney! }
  type DiscountedProductPriceValue { value: BaseMoney! }
  type StandalonePrice { value: BaseMoney! }
  type StagedStandalonePrice { value: BaseMoney! }

  input CustomerSignUpDraft {
    "A customer that the HTTP API creates may have no password; a customer that signs up has one."
    password: String!
    addresses: [AddressInput!] = []
    shippingAddresses: [Int!] = []
    billingAddresses: [Int!] = []
  }
  input CustomerSignMeUpDraft {
    password: String!
    addresses: [AddressInput!] = []
    shippingAddresses: [Int!] = []
    billingAddresses: [Int!] = []
  }
  input CustomerSignInDraft {
    anonymousCartSignInMode: AnonymousCartSignInMode = MergeWithExistingCustomerCart
    updateProductData: Boolean = false
  }
  input CustomerSignMeInDraft {
    activeCartSignInMode: AnonymousCartSignInMode = MergeWithExistingCustomerCart
    updateProductData: Boolean = false
  }

  input ChangeCustomerAddress {
    "The id of the address, also where \`addressKey\` is given."
    addressId: String!
  }
  input RemoveCustomerAddress { addressId: String! }
  input AddCustomerShippingAddressId { addressId: String! }
  input RemoveCustomerShippingAddressId { addressId: String! }
  input AddCustomerBillingAddressId { addressId: String! }
  input RemoveCustomerBillingAddressId { addressId: String! }
`;
