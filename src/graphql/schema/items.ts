/** The parts of carts and orders: line items, shipping, deliveries. */
import { InventoryMode } from '../../resources/shared/basketEnums.js';
import { PriceMode } from '../../resources/shared/customLineItem.js';
import { LineItem } from '../../resources/shared/lineItem.js';
import { ShippingMethodState } from '../../resources/shared/shippingInfo.js';
import { enumSdl } from './deriveSdl.js';

export default /* GraphQL */ `
  type LineItem {
    id: String!
    key: String
    productId: String
    productKey: String
    name(locale: Locale, acceptLanguage: [Locale!]): String
    nameAllLocales: [LocalizedString!]!
    productSlug(locale: Locale, acceptLanguage: [Locale!]): String
    productSlugAllLocales: [LocalizedString!]
    productTypeRef: Reference
    variant: ProductVariant
    price: ProductPrice!
    quantity: Long!
    totalPrice: Money
    discountedPricePerQuantity: [DiscountedPricePerQuantity!]!
    taxedPrice: TaxedPrice
    taxRate: TaxRate
    state: [ItemState!]!
    supplyChannel: Channel
    supplyChannelRef: Reference
    distributionChannel: Channel
    distributionChannelRef: Reference
    priceMode: LineItemPriceMode!
    lineItemMode: LineItemMode!
    inventoryMode: InventoryMode
    shippingDetails: ItemShippingDetails
    custom: Type
    addedAt: DateTime
    lastModifiedAt: DateTime
  }
  ${enumSdl('LineItemPriceMode', LineItem.properties.priceMode)}
  ${enumSdl('LineItemMode', LineItem.properties.lineItemMode)}
  ${enumSdl('InventoryMode', InventoryMode)}

  type ProductVariant {
    id: Int!
    sku: String
    prices: [ProductPrice!]
    images: [Image!]!
    attributesRaw: [RawProductAttribute!]!
  }
  type RawProductAttribute { name: String! value: Json }
  type Image { url: String! dimensions: Dimensions! label: String }
  type Dimensions { width: Int! height: Int! }

  type CustomLineItem {
    id: String!
    key: String
    name(locale: Locale, acceptLanguage: [Locale!]): String
    nameAllLocales: [LocalizedString!]!
    money: BaseMoney!
    slug: String!
    quantity: Long!
    totalPrice: Money!
    taxedPrice: TaxedPrice
    taxCategoryRef: Reference
    taxRate: TaxRate
    state: [ItemState!]!
    discountedPricePerQuantity: [DiscountedPricePerQuantity!]!
    shippingDetails: ItemShippingDetails
    priceMode: CustomLineItemPriceMode!
    custom: Type
  }
  ${enumSdl('CustomLineItemPriceMode', PriceMode)}

  type ItemState { quantity: Long! state: State stateRef: Reference }
  type ItemShippingDetails { targets: [ItemShippingTarget!]! valid: Boolean! }
  type ItemShippingTarget { addressKey: String! quantity: Long! shippingMethodKey: String }

  type ShippingInfo {
    shippingMethodName: String!
    price: Money!
    shippingRate: ShippingRate!
    taxedPrice: TaxedPrice
    taxRate: TaxRate
    taxCategoryRef: Reference
    shippingMethodRef: Reference
    deliveries: [Delivery!]!
    discountedPrice: DiscountedPrice
    shippingMethodState: ShippingMethodState!
  }
  ${enumSdl('ShippingMethodState', ShippingMethodState)}
  type ShippingRate { price: Money! freeAbove: Money tiers: [Json!]! }

  interface ShippingRateInput { type: String! }
  type ClassificationShippingRateInput implements ShippingRateInput {
    type: String!
    key: String!
    label(locale: Locale, acceptLanguage: [Locale!]): String
    labelAllLocales: [LocalizedString!]
  }
  type ScoreShippingRateInput implements ShippingRateInput { type: String! score: Int! }

  type Delivery {
    id: String!
    key: String
    createdAt: DateTime!
    items: [DeliveryItem!]!
    parcels: [Parcel!]!
    address: Address
    custom: Type
  }
  type DeliveryItem { id: String! quantity: Long! }
  type Parcel {
    id: String!
    key: String
    createdAt: DateTime!
    measurements: ParcelMeasurements
    trackingData: TrackingData
    items: [DeliveryItem!]
    custom: Type
  }
  type ParcelMeasurements { heightInMillimeter: Int lengthInMillimeter: Int widthInMillimeter: Int weightInGram: Int }
  type TrackingData { trackingId: String carrier: String provider: String providerTransaction: String isReturn: Boolean }

  type PaymentInfo { paymentRefs: [Reference!]! }
  type DiscountCodeInfo { discountCodeRef: Reference! state: String }
  type DirectDiscount { id: String! value: Json! target: Json }
`;
