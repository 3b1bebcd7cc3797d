/**
 * Fields that no declaration has, or that have another type in GraphQL than in their declaration. Each row takes
 * precedence over derived fields, and a comment before it gives the reason: mostly the specification (CUST), or the
 * form of the hosted API.
 */
export default /* GraphQL */ `
  type Customer {
    # The HTTP API may have customers without one; the specification has none (CUST004).
    email: String!
    # The specification has a field that must not show the password (CUST005).
    "Always the same text, which hides the password."
    password: String!
    # Resources beside their ids (CUST019, CUST020).
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
    # The specification has these members together, too (CUST029).
    contactInfo: AddressContactInfo!
  }
  "The members of an address by which a person can be reached."
  type AddressContactInfo {
    phone: String
    mobile: String
    email: String
    fax: String
  }

  # An order and a cart name their customer by id only, so no reference yields the field. What several shipping methods
  # would have is declared as any values, since it is always empty.
  type Order {
    "The customer of \`customerId\`. Needs view_customers."
    customer: Customer
    shipping: [Shipping!]!
  }
  type Cart {
    "The customer of \`customerId\`. Needs view_customers."
    customer: Customer
    shipping: [Shipping!]!
  }
  "One of several shipping methods of a cart; there are none."
  type Shipping {
    shippingKey: String
    shippingInfo: ShippingInfo
    shippingAddress: Address
    shippingRateInput: ShippingRateInput
    shippingCustomFields: CustomFieldsType
  }
  "The tax rate of an item with one of several shipping methods; there are none."
  type MethodTaxRate { shippingMethodKey: String! taxRate: TaxRate }
  "The taxed price of an item with one of several shipping methods; there are none."
  type MethodTaxedPrice { shippingMethodKey: String! taxedPrice: TaxedItemPrice }

  type LineItem {
    # The declaration of a copy has no name that products share.
    "A copy of the product's variant."
    variant: ProductVariant
    # Always empty, and declared as any values.
    perMethodTaxRate: [MethodTaxRate!]!
    taxedPricePortions: [MethodTaxedPrice!]!
  }
  type CustomLineItem {
    # Always empty, and declared as any values.
    perMethodTaxRate: [MethodTaxRate!]!
    taxedPricePortions: [MethodTaxedPrice!]!
  }

  # Declared without the limit of Int.
  type Dimensions { width: Int! height: Int! }
  type AssetDimensions { width: Int! height: Int! }
  input DimensionsInput { width: Int! height: Int! }
  input AssetDimensionsInput { width: Int! height: Int! }

  # HTTP shows no flag where it is false.
  type TrackingData { isReturn: Boolean! }
  # HTTP shows no hint where it is the default.
  type FieldDefinition { inputHint: TextInputHint! }

  # Clients pick some of the definitions by name.
  type ProductTypeDefinition {
    "The attributes, of which the arguments pick some."
    attributeDefinitions(
      includeNames: [String!]
      excludeNames: [String!]
      limit: Int
      offset: Int
      "Such as name desc; without it in the order of the product type."
      sort: [String!]
    ): AttributeDefinitionResult!
  }
  "Some of the attributes of a product type."
  type AttributeDefinitionResult { limit: Int offset: Int total: Int! results: [AttributeDefinition!]! }

  # Clients read the interactions in pages, since a payment may have many.
  type Payment {
    interfaceInteractionsRaw(limit: Int, offset: Int): InterfaceInteractionsRawResult!
  }
  "Some of the interactions of a payment."
  type InterfaceInteractionsRawResult { limit: Int offset: Int total: Int! results: [InterfaceInteractionsRaw!]! }
  "An interaction of a payment with its interface, as custom fields."
  type InterfaceInteractionsRaw {
    typeRef: Reference!
    type: TypeDefinition
    fields(includeNames: [String!], excludeNames: [String!]): [RawCustomField!]!
  }

  # Clients read the values of an enumeration in pages, since it may have many.
  type EnumAttributeDefinitionType {
    values(includeKeys: [String!], excludeKeys: [String!], limit: Int, offset: Int,
    sort: [String!]): PlainEnumValueResult!
  }
  type LocalizableEnumAttributeDefinitionType {
    values(includeKeys: [String!], excludeKeys: [String!], limit: Int, offset: Int,
    sort: [String!]): LocalizableEnumValueTypeResult!
  }
  "Some of the values of an enumeration."
  type PlainEnumValueResult { limit: Int offset: Int total: Int! results: [PlainEnumValue!]! }
  "Some of the values of an enumeration."
  type LocalizableEnumValueTypeResult { limit: Int offset: Int total: Int! results: [LocalizableEnumValueType!]! }
  type PlainEnumValue { key: String! label: String! }
  type LocalizableEnumValueType {
    key: String!
    label(locale: Locale, acceptLanguage: [Locale!]): String
    labelAllLocales: [LocalizedString!]!
  }

  # Clients know the flag, and the type of variants in messages, under other names.
  type ProductTailoringCreated { publish: Boolean! }
  type ProductVariantTailoringAdded { variant: VariantTailoring! }
  type ProductVariantTailoringRemoved { variant: VariantTailoring! }
  "A tailored variant in a message."
  type VariantTailoring { id: Int! images: [Image!] assets: [Asset!] attributesRaw: [RawProductAttribute!]! }

  type DiscountCode {
    # Uses are counted beside the code, which does not change with them.
    "How often orders used the code."
    applicationCount: Long!
    # Declared as any values.
    referenceRefs: [Reference!]!
  }

  type NestedAttributeDefinitionType {
    # The member of HTTP is called typeReference.
    "The product type whose attributes the values have."
    typeRef: Reference!
  }

  type ApiClientWithSecret {
    # No stored member: only the response to the creation has it.
    "The secret, which only this response contains."
    secret: String!
  }

  # The rates of a category have an id, those of carts may have none; clients know one type.
  type TaxCategory { rates: [TaxRate!]! }

  # Declared as any value, since projects store it as it was.
  type OrderSearchConfiguration { lastModifiedBy: Initiator }
  type CustomerSearchConfiguration { lastModifiedBy: Initiator }
  type BusinessUnitSearchConfiguration { lastModifiedBy: Initiator }
  type ProductsSearchConfiguration { lastModifiedBy: Initiator }
  type SearchIndexingConfigurationValues { lastModifiedBy: Initiator }
  # Clients know one value more; an index is never in the making here.
  enum SearchIndexingStatus { Activated Deactivated Indexing }

  # Facts about this server, which no request changes.
  type CartsConfiguration {
    "Whether carts take products that are not published; always false."
    allowAddingUnpublishedProducts: Boolean!
    "Always false: a discount on the total price reduces all taxes."
    totalPriceDiscountDoesNotReduceExternalTax: Boolean!
  }
  type DiscountsConfiguration {
    "The same as discountCombinationMode, under its older name."
    productVsCartDiscountCombination: DiscountCombinationMode
  }
  type ProjectProjection {
    "Always null: no project ends with a trial."
    trialUntil: YearMonth
  }

  # The reference may be to resources of several types.
  type Review { target: ReviewTarget }
  type ReviewRatingSet { target: ReviewTarget }
  type ReviewStateTransition { target: ReviewTarget }

  type CartDiscount {
    "The number of discount codes that lead to the discount. Needs view_discount_codes or manage_discount_codes."
    discountCodesTotal: Long!
    # Declared as any values.
    referenceRefs: [Reference!]!
  }

  # Clients name the references in the value, which HTTP shows as they are stored.
  type CustomObject {
    "The resources that the value refers to at some paths, such as value.items[*].product."
    referencedResources(expand: [String!]): [ReferencedResource!]
  }
  "The resources that the value of a custom object refers to at one path."
  type ReferencedResource { path: String! objs: [ReferenceExpandable!] }

  # Keys alone, where HTTP has references.
  type OrderBusinessUnitSet { businessUnit: KeyReferenceInput oldBusinessUnit: KeyReferenceInput }
  # The id of the resource that the message is about.
  type DiscountGroupDeleted { discountGroupId: String! }
  type DiscountGroupIsActiveSet { discountGroupId: String! }
  type DiscountGroupKeySet { discountGroupId: String! }
  type DiscountGroupSortOrderSet { discountGroupId: String! }

  # Declared as money without fractions of a cent; clients select the fields of either kind.
  type DiscountedLineItemPortion {
    discountedAmount: BaseMoney!
    # The reference may be to a direct discount, which is no resource: then the field is null.
    discount: CartDiscount
  }
  type DiscountedTotalPricePortion {
    discountedAmount: BaseMoney!
    # The reference may be to a direct discount, which is no resource: then the field is null.
    discount: CartDiscount
  }
  type
  DiscountOnTotalPrice {
    discountedAmount: BaseMoney! discountedNetAmount: BaseMoney discountedGrossAmount: BaseMoney
  }
  type ProductDiscount {
    # Clients of the hosted API know the field; a predicate that cannot be evaluated is refused here.
    "Whether the predicate can be evaluated; always true."
    isValid: Boolean!
    # Declared as references to several types, which have no type in common here.
    "References to the resources that the predicate names by their ids."
    referenceRefs: [Reference!]!
  }
  type StandalonePrice { value: BaseMoney! }

  # The HTTP API also creates customers without a password; who signs up has one (CUST046 to CUST052).
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
  # The defaults are those of the specification (CUST041 to CUST045).
  input CustomerSignInDraft {
    anonymousCartSignInMode: AnonymousCartSignInMode = MergeWithExistingCustomerCart
    updateProductData: Boolean = false
  }
  input CustomerSignMeInDraft {
    activeCartSignInMode: AnonymousCartSignInMode = MergeWithExistingCustomerCart
    updateProductData: Boolean = false
  }

  # The specification requires the id, where HTTP takes the key instead (CUST061 to CUST068).
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
