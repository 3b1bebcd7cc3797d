/** The fields that the pages of a storefront select. */

const money = '{ type currencyCode centAmount fractionDigits }';
const taxed = `{ totalNet ${money} totalGross ${money} totalTax ${money} taxPortions { name rate amount ${money} } }`;
const address = `{
  id title firstName lastName streetName streetNumber additionalStreetInfo postalCode city region country company
  phone mobile email
}`;
const price = `{ id value ${money} country validFrom validUntil discounted { value ${money} discountRef { typeId id } } }`;
const variant = '{ id sku key images { url label dimensions { width height } } attributesRaw { name value } }';
const discounts = `{
  quantity
  discountedPrice { value ${money} includedDiscounts { discountRef { typeId id } discountedAmount ${money} } }
}`;
const lineItem = `{
  id key productId productKey quantity priceMode lineItemMode addedAt
  name(locale: "en") german: name(locale: "de") nameAllLocales { locale value } productSlug(locale: "en")
  productTypeRef { typeId id } variant ${variant} price ${price} totalPrice ${money}
  discountedPricePerQuantity ${discounts} taxedPrice ${taxed} taxRate { id name amount includedInPrice country }
  state { quantity stateRef { typeId id } state { key type name(locale: "en") } }
}`;
const shippingInfo = `{
  shippingMethodName price ${money} shippingRate { price ${money} freeAbove ${money} } taxedPrice ${taxed}
  taxRate { name amount } taxCategoryRef { typeId id } shippingMethodRef { typeId id } shippingMethodState
  deliveries { id items { id quantity } parcels { id trackingData { trackingId carrier } } }
}`;
const totals = `
  totalPrice ${money} taxedPrice ${taxed} taxedShippingPrice ${taxed} taxMode
  discountOnTotalPrice { discountedAmount ${money} }
`;

export const cartPage = `fragment CartPage on Cart {
  id version cartState country locale customerEmail customerId anonymousId totalLineItemQuantity inventoryMode origin
  lineItems ${lineItem} customLineItems { id } shippingInfo ${shippingInfo} ${totals}
  shippingAddress ${address} billingAddress ${address} discountCodes { discountCodeRef { typeId id } state }
  createdAt lastModifiedAt
}`;

export const accountPage = `fragment AccountPage on Customer {
  id version email isEmailVerified customerNumber salutation title firstName middleName lastName companyName
  dateOfBirth locale
  addresses ${address} defaultShippingAddressId defaultBillingAddressId shippingAddressIds billingAddressIds
  customerGroupRef { typeId id } customerGroup { id key name }
  custom { typeRef { typeId id } customFieldsRaw { name value } }
}`;

export const orderPage = `fragment OrderPage on Order {
  id version orderNumber createdAt completedAt orderState shipmentState paymentState customerEmail locale country
  stateRef { typeId id } state { id key name(locale: "en") }
  lineItems ${lineItem} shippingInfo ${shippingInfo} ${totals}
  shippingAddress ${address} billingAddress ${address} discountCodes { discountCodeRef { typeId id } state }
  returnInfo { returnTrackingId items { id quantity } }
}`;

const listedVariant = `{ id sku key prices ${price} images { url label dimensions { width height } } attributesRaw { name value } }`;

export const productList = `fragment ProductList on Product {
  id version key productTypeRef { typeId id } productType { id key name } taxCategoryRef { typeId id }
  masterData {
    published hasStagedChanges
    current {
      name(locale: "en") slug(locale: "en") nameAllLocales { locale value } description(locale: "en")
      metaTitle(locale: "en") masterVariant ${listedVariant} variants ${listedVariant}
    }
  }
}`;
