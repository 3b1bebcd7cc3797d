/**
 * The payloads of messages. No declaration has them, since a message is written as the action makes it; clients know each
 * as a type of its own. A line begins with the type of the message, and further lines of its fields are indented.
 */
const payloads = `
  CartCreated discountCodesRefs: [Reference!] lineItemCount: Int totalPrice: Money
  CartDiscountCreated cartDiscount: CartDiscount
  CartDiscountDeleted
  CartDiscountStoreAdded store: Store storeRef: KeyReference
  CartDiscountStoreRemoved store: Store storeRef: KeyReference
  CartDiscountStoresSet stores: [Store!] storesRef: [KeyReference!]
  CustomLineItemStateTransition
    customLineItemId: String customLineItemKey: String fromState: State fromStateRef: Reference quantity: Long
    toState: State toStateRef: Reference transitionDate: DateTime
  CustomerAddressAdded address: Address
  CustomerAddressChanged address: Address
  CustomerAddressCustomFieldAdded addressId: String name: String value: Json
  CustomerAddressCustomFieldChanged addressId: String name: String previousValue: Json value: Json
  CustomerAddressCustomFieldRemoved addressId: String name: String
  CustomerAddressCustomTypeRemoved addressId: String previousTypeId: String
  CustomerAddressCustomTypeSet addressId: String customFields: CustomFieldsType previousTypeId: String
  CustomerAddressRemoved address: Address
  CustomerCompanyNameSet companyName: String
  CustomerCreated customer: Customer
  CustomerCustomFieldAdded name: String value: Json
  CustomerCustomFieldChanged name: String previousValue: Json value: Json
  CustomerCustomFieldRemoved name: String
  CustomerCustomTypeRemoved previousTypeId: String
  CustomerCustomTypeSet customFields: CustomFieldsType previousTypeId: String
  CustomerDateOfBirthSet dateOfBirth: Date
  CustomerDeleted email: String
  CustomerEmailChanged email: String
  CustomerEmailTokenCreated customerId: String expiresAt: DateTime
  CustomerEmailVerified
  CustomerFirstNameSet firstName: String
  CustomerGroupAssignmentAdded customerGroupAssignment: CustomerGroupAssignment
  CustomerGroupAssignmentRemoved customerGroupAssignment: CustomerGroupAssignment
  CustomerGroupAssignmentsSet customerGroupAssignments: [CustomerGroupAssignment!]
  CustomerGroupCustomFieldAdded name: String value: Json
  CustomerGroupCustomFieldChanged name: String oldValue: Json value: Json
  CustomerGroupCustomFieldRemoved name: String
  CustomerGroupCustomTypeRemoved oldTypeId: String
  CustomerGroupCustomTypeSet customFields: CustomFieldsType oldTypeId: String
  CustomerGroupSet customerGroup: CustomerGroup customerGroupRef: Reference
  CustomerLastNameSet lastName: String
  CustomerPasswordTokenCreated customerId: String expiresAt: DateTime
  CustomerPasswordUpdated reset: Boolean
  CustomerTitleSet title: String
  DeliveryAdded delivery: Delivery shippingKey: String
  DeliveryAddressSet address: Address deliveryId: String oldAddress: Address shippingKey: String
  DeliveryCustomFieldAdded deliveryId: String name: String value: Json
  DeliveryCustomFieldChanged deliveryId: String name: String previousValue: Json value: Json
  DeliveryCustomFieldRemoved deliveryId: String name: String
  DeliveryCustomTypeRemoved deliveryId: String previousTypeId: String
  DeliveryCustomTypeSet customFields: CustomFieldsType deliveryId: String previousTypeId: String
  DeliveryItemsUpdated deliveryId: String items: [DeliveryItem!] oldItems: [DeliveryItem!] shippingKey: String
  DeliveryRemoved delivery: Delivery shippingKey: String
  DiscountCodeCreated discountCode: DiscountCode
  DiscountCodeDeleted
  DiscountCodeKeySet key: String oldKey: String
  InventoryEntryCreated inventoryEntry: InventoryEntry
  InventoryEntryDeleted sku: String supplyChannel: Channel supplyChannelRef: Reference
  InventoryEntryQuantitySet
    newAvailableQuantity: Long newQuantityOnStock: Long oldAvailableQuantity: Long oldQuantityOnStock: Long
    supplyChannel: Channel supplyChannelRef: Reference sku: String
  LineItemStateTransition
    fromState: State fromStateRef: Reference lineItemId: String lineItemKey: String quantity: Long toState: State
    toStateRef: Reference transitionDate: DateTime
  OrderBillingAddressSet address: Address oldAddress: Address
  OrderBusinessUnitSet
  OrderCreated order: Order
  OrderCustomFieldAdded name: String value: Json
  OrderCustomFieldChanged name: String previousValue: Json value: Json
  OrderCustomFieldRemoved name: String
  OrderCustomLineItemAdded customLineItem: CustomLineItem
  OrderCustomLineItemDiscountSet
    customLineItemId: String customLineItemKey: String
    discountedPricePerQuantity: [DiscountedLineItemPriceForQuantity!] taxedPrice: TaxedItemPrice
  OrderCustomLineItemQuantityChanged
    customLineItemId: String customLineItemKey: String oldQuantity: Long quantity: Long
  OrderCustomLineItemRemoved customLineItem: CustomLineItem customLineItemId: String customLineItemKey: String
  OrderCustomTypeRemoved previousTypeId: String
  OrderCustomTypeSet customFields: CustomFieldsType previousTypeId: String
  OrderCustomerEmailSet email: String oldEmail: String
  OrderCustomerGroupSet
    customerGroup: CustomerGroup customerGroupRef: Reference oldCustomerGroup: CustomerGroup
    oldCustomerGroupRef: Reference
  OrderCustomerSet
    customer: Customer customerGroup: CustomerGroup customerGroupRef: Reference customerRef: Reference
    oldCustomer: Customer oldCustomerGroup: CustomerGroup oldCustomerGroupRef: Reference oldCustomerRef: Reference
  OrderDeleted order: Order
  OrderDiscountCodeAdded discountCode: DiscountCode discountCodeRef: Reference
  OrderDiscountCodeRemoved discountCode: DiscountCode discountCodeRef: Reference
  OrderDiscountCodeStateSet
    discountCode: DiscountCode discountCodeRef: Reference oldState: DiscountCodeState state: DiscountCodeState
  OrderImported order: Order
  OrderLineItemAdded addedQuantity: Long lineItem: LineItem
  OrderLineItemDiscountSet
    discountedPricePerQuantity: [DiscountedLineItemPriceForQuantity!] lineItemId: String lineItemKey: String
    taxedPrice: TaxedItemPrice taxedPricePortions: [MethodTaxedPrice!] totalPrice: Money
  OrderLineItemDistributionChannelSet
    distributionChannel: Channel distributionChannelRef: Reference lineItemId: String lineItemKey: String
  OrderLineItemRemoved
    lineItemId: String lineItemKey: String newPrice: ProductPrice newQuantity: Long
    newShippingDetails: ItemShippingDetails newState: [String!] newTaxedPrice: TaxedItemPrice newTotalPrice: Money
    removedQuantity: Long
  OrderPaymentAdded paymentRef: Reference
  OrderPaymentRemoved paymentRef: Reference removedPaymentInfo: Boolean
  OrderPaymentStateChanged oldPaymentState: PaymentState paymentState: PaymentState
  OrderPurchaseOrderNumberSet oldPurchaseOrderNumber: String purchaseOrderNumber: String
  OrderReturnShipmentStateChanged returnItemId: String returnShipmentState: ReturnShipmentState
  OrderShipmentStateChanged oldShipmentState: ShipmentState shipmentState: ShipmentState
  OrderShippingAddressSet address: Address oldAddress: Address
  OrderShippingContainerSet
  OrderShippingInfoSet oldShippingInfo: ShippingInfo shippingInfo: ShippingInfo
  OrderShippingRateInputSet oldShippingRateInput: ShippingRateInput shippingRateInput: ShippingRateInput
  OrderShippingUpdated current: Shipping updated: Shipping
  OrderStateChanged oldOrderState: OrderState orderId: String orderState: OrderState
  OrderStateTransition force: Boolean oldState: State oldStateRef: Reference state: State stateRef: Reference
  OrderStoreSet oldStore: Store oldStoreRef: KeyReference store: Store storeRef: KeyReference
  ParcelAddedToDelivery delivery: Delivery parcel: Parcel shippingKey: String
  ParcelItemsUpdated
    deliveryId: String items: [DeliveryItem!] oldItems: [DeliveryItem!] parcelId: String shippingKey: String
  ParcelMeasurementsUpdated deliveryId: String measurements: ParcelMeasurements parcelId: String shippingKey: String
  ParcelRemovedFromDelivery deliveryId: String parcel: Parcel shippingKey: String
  ParcelTrackingDataUpdated deliveryId: String parcelId: String shippingKey: String trackingData: TrackingData
  PaymentCreated payment: Payment
  PaymentInteractionAdded interaction: CustomFieldsType
  PaymentStatusInterfaceCodeSet interfaceCode: String paymentId: String
  PaymentStatusStateTransition force: Boolean state: State stateRef: Reference
  PaymentTransactionAdded transaction: Transaction
  PaymentTransactionStateChanged state: TransactionState transactionId: String
  ProductCreated productProjection: ProductProjectionMessagePayload
  ProductDeleted currentProjection: ProductProjectionMessagePayload removedImageUrls: [String!]
  ProductImageAdded image: Image staged: Boolean variantId: Int
  ProductPriceAdded price: ProductPrice staged: Boolean variantId: Int
  ProductPriceChanged
    newPrice: ProductPrice oldPrice: ProductPrice oldStagedPrice: ProductPrice staged: Boolean variantId: Int
  ProductPriceCustomFieldAdded name: String priceId: String staged: Boolean value: Json variantId: Int
  ProductPriceCustomFieldChanged name: String priceId: String staged: Boolean value: Json variantId: Int
  ProductPriceCustomFieldRemoved name: String priceId: String staged: Boolean variantId: Int
  ProductPriceCustomFieldsRemoved priceId: String staged: Boolean variantId: Int
  ProductPriceCustomFieldsSet
    customField: CustomFieldsType oldTypeId: String priceId: String staged: Boolean variantId: Int
  ProductPriceDiscountsSet
  ProductPriceExternalDiscountSet
    discounted: DiscountedProductPriceValue priceId: String sku: String staged: Boolean variantId: Int
    variantKey: String
  ProductPriceKeySet key: String oldKey: String priceId: String staged: Boolean variantId: Int
  ProductPriceModeSet to: PriceMode
  ProductPriceRemoved price: ProductPrice staged: Boolean variantId: Int
  ProductPricesSet prices: [ProductPrice!] staged: Boolean variantId: Int
  ProductPublished productProjection: ProductProjectionMessagePayload removedImageUrls: [String!] scope: PublishScope
  ProductRevertedStagedChanges removedImageUrls: [String!]
  ProductSlugChanged
    oldSlug(locale: Locale, acceptLanguage: [Locale!]): String oldSlugAllLocales: [LocalizedString!]
    slug(locale: Locale, acceptLanguage: [Locale!]): String slugAllLocales: [LocalizedString!]
  ProductStateTransition force: Boolean state: State stateRef: Reference
  ProductUnpublished
  ProductVariantAdded staged: Boolean variant: ProductVariant
  ProductVariantDeleted removedImageUrls: [String!] staged: Boolean variant: ProductVariant
  PurchaseOrderNumberSet oldPurchaseOrderNumber: String purchaseOrderNumber: String
  QuoteCreated quote: Quote
  QuoteCustomerChanged
    customer: Customer customerRef: Reference previousCustomer: Customer previousCustomerRef: Reference
  QuoteDeleted
  QuoteRenegotiationRequested buyerComment: String
  QuoteRequestCreated quoteRequest: QuoteRequest
  QuoteRequestCustomerChanged
    customer: Customer customerRef: Reference previousCustomer: Customer previousCustomerRef: Reference
  QuoteRequestDeleted
  QuoteRequestStateChanged oldQuoteRequestState: QuoteRequestState quoteRequestState: QuoteRequestState
  QuoteRequestStateTransition force: Boolean oldState: State oldStateRef: Reference state: State stateRef: Reference
  QuoteStateChanged oldQuoteState: QuoteState quoteState: QuoteState
  QuoteStateTransition force: Boolean oldState: State oldStateRef: Reference state: State stateRef: Reference
  ReturnInfoAdded returnInfo: ReturnInfo
  ReturnInfoSet returnInfo: [ReturnInfo!]
  StagedQuoteCreated stagedQuote: StagedQuote
  StagedQuoteDeleted
  StagedQuoteSellerCommentSet sellerComment: String
  StagedQuoteStateChanged oldStagedQuoteState: StagedQuoteState stagedQuoteState: StagedQuoteState
  StagedQuoteStateTransition force: Boolean oldState: State oldStateRef: Reference state: State stateRef: Reference
  StagedQuoteValidToSet validTo: DateTime
  StandalonePriceActiveChanged active: Boolean oldActive: Boolean
  StandalonePriceCreated standalonePrice: StandalonePrice
  StandalonePriceDeleted sku: String
  StandalonePriceDiscountSet discounted: DiscountedProductPriceValue
  StandalonePriceExpiresAtSet expiresAt: DateTime
  StandalonePriceExternalDiscountSet discounted: DiscountedProductPriceValue
  StandalonePriceKeySet key: String oldKey: String
  StandalonePriceStagedChangesApplied stagedChanges: StagedStandalonePrice
  StandalonePriceStagedChangesRemoved stagedChanges: StagedStandalonePrice
  StandalonePriceTierAdded tier: ProductPriceTier
  StandalonePriceTierRemoved tier: ProductPriceTier
  StandalonePriceTiersSet previousTiers: [ProductPriceTier!] tiers: [ProductPriceTier!]
  StandalonePriceValidFromAndUntilSet
    previousValidFrom: DateTime previousValidUntil: DateTime validFrom: DateTime validUntil: DateTime
  StandalonePriceValidFromSet previousValidFrom: DateTime validFrom: DateTime
  StandalonePriceValidUntilSet previousValidUntil: DateTime validUntil: DateTime
  StandalonePriceValueChanged oldValue: BaseMoney staged: Boolean value: BaseMoney
  StoreCountriesChanged addedCountries: [StoreCountry!] removedCountries: [StoreCountry!]
  StoreCreated
    countries: [StoreCountry!] custom: CustomFieldsType distributionChannels: [Channel!]
    distributionChannelsRef: [Reference!] languages: [Locale!] name(locale: Locale,
    acceptLanguage: [Locale!]): String nameAllLocales: [LocalizedString!]
    productSelections: [ProductSelectionSetting!] productSelectionsRef: [Reference!] supplyChannels: [Channel!]
    supplyChannelsRef: [Reference!]
  StoreDeleted
  StoreDistributionChannelsChanged
    addedDistributionChannels: [Channel!] addedDistributionChannelsRef: [Reference!]
    removedDistributionChannels: [Channel!] removedDistributionChannelsRef: [Reference!]
  StoreLanguagesChanged addedLanguages: [Locale!] removedLanguages: [Locale!]
  StoreNameSet name(locale: Locale, acceptLanguage: [Locale!]): String nameAllLocales: [LocalizedString!]
  StoreProductSelectionsChanged
    addedProductSelections: [ProductSelectionSetting!] removedProductSelections: [ProductSelectionSetting!]
    updatedProductSelections: [ProductSelectionSetting!]
  StoreSupplyChannelsChanged
    addedSupplyChannels: [Channel!] addedSupplyChannelsRef: [Reference!] removedSupplyChannels: [Channel!]
    removedSupplyChannelsRef: [Reference!]
`;

const entries = payloads
  .split(/\n {2}(?=\S)/)
  .map(entry => entry.trim().split(/\s+/))
  .filter(([name]) => name !== '');

export const payloadTypes: ReadonlySet<string> = new Set(entries.map(([name = '']) => name));

/** Messages of one type may lack members, so that no field but the type is certain. */
export default entries
  .map(([name, ...fields]) => `type ${name} implements MessagePayload { type: String! ${fields.join(' ')} }`)
  .join('\n');
