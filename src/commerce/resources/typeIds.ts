/** All names of resource types, and of parts of resources that can have custom fields. */

/** Resource types that are declared here. */
type Declared =
  | 'api-client'
  | 'attribute-group'
  | 'cart'
  | 'cart-discount'
  | 'category'
  | 'category-move'
  | 'channel'
  | 'customer'
  | 'customer-email-token'
  | 'customer-group'
  | 'customer-password-token'
  | 'definition-change'
  | 'discount-code'
  | 'discount-group'
  | 'extension'
  | 'inventory-entry'
  | 'key-value-document'
  | 'message'
  | 'order'
  | 'payment'
  | 'product'
  | 'product-discount'
  | 'product-selection'
  | 'product-selection-assignment'
  | 'product-tailoring'
  | 'product-type'
  | 'project'
  | 'quote'
  | 'quote-request'
  | 'recurrence-policy'
  | 'review'
  | 'shipping-method'
  | 'shopping-list'
  | 'staged-quote'
  | 'standalone-price'
  | 'state'
  | 'store'
  | 'tax-category'
  | 'type'
  | 'zone';

/** Resource types that do not exist here; references to them are stored where they are not checked. */
type Referred = 'associate-role' | 'business-unit' | 'direct-discount';

/** Resource types, and parts of resources, with custom fields. */
type Holder =
  | 'address'
  | 'asset'
  | 'cart-discount'
  | 'category'
  | 'channel'
  | 'custom-line-item'
  | 'customer'
  | 'customer-group'
  | 'discount-code'
  | 'inventory-entry'
  | 'line-item'
  | 'order'
  | 'order-delivery'
  | 'order-parcel'
  | 'order-return-item'
  | 'payment'
  | 'payment-interface-interaction'
  | 'payment-method-info'
  | 'product-price'
  | 'product-selection'
  | 'quote'
  | 'quote-request'
  | 'review'
  | 'shipping'
  | 'shipping-method'
  | 'shopping-list'
  | 'shopping-list-text-line-item'
  | 'staged-quote'
  | 'standalone-price'
  | 'store'
  | 'transaction';

declare module '../../engine/schema/TypeId.js' {
  interface TypeIds extends Readonly<Record<Declared | Referred, true>> {}
  interface CustomFieldHolders extends Readonly<Record<Holder, true>> {}
}
