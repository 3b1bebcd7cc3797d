/** Carts as they are read. */
export default /* GraphQL */ `
  type Cart implements Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    key: String
    purchaseOrderNumber: String
    customerId: String
    "Needs view_customers."
    customer: Customer
    customerEmail: String
    customerGroup: CustomerGroup
    customerGroupRef: Reference
    anonymousId: String
    businessUnitRef: KeyReference
    store: Store
    storeRef: KeyReference
    lineItems: [LineItem!]!
    customLineItems: [CustomLineItem!]!
    totalPrice: Money!
    taxedPrice: TaxedPrice
    taxedShippingPrice: TaxedPrice
    discountOnTotalPrice: DiscountOnTotalPrice
    taxMode: TaxMode!
    priceRoundingMode: RoundingMode
    taxRoundingMode: RoundingMode!
    taxCalculationMode: TaxCalculationMode!
    inventoryMode: InventoryMode!
    billingAddress: Address
    shippingAddress: Address
    shippingMode: ShippingMode!
    shippingInfo: ShippingInfo
    shippingRateInput: ShippingRateInput
    shippingCustomFields: Type
    itemShippingAddresses: [Address!]!
    discountCodes: [DiscountCodeInfo!]!
    directDiscounts: [DirectDiscount!]!
    refusedGiftsRefs: [Reference!]!
    paymentInfo: PaymentInfo
    country: Country
    locale: Locale
    origin: CartOrigin!
    totalLineItemQuantity: Int
    cartState: CartState!
    freezeStrategy: FreezeStrategy
    deleteDaysAfterLastModification: Int
    customFieldsRaw(includeNames: [String!], excludeNames: [String!]): [RawCustomField!]
    customFields: Type
    customFieldList(includeNames: [String!], excludeNames: [String!]): [CustomField!]
    custom: Type
  }

  type CartQueryResult {
    offset: Int!
    count: Int!
    total: Long!
    results: [Cart!]!
  }

  enum CartState { Active Merged Ordered Frozen }
  enum FreezeStrategy { SoftFreeze HardFreeze }
  enum CartOrigin { Customer Merchant Quote }
  enum ShippingMode { Single Multiple }
  enum TaxMode { Platform External ExternalAmount Disabled }
  enum RoundingMode { HalfEven HalfUp HalfDown }
  enum TaxCalculationMode { LineItemLevel UnitPriceLevel }
`;
