import type { CustomFieldHolder } from '../../src/engine/schema/TypeId.js';

/** Lists every type and part with custom fields; as a record, so that the compiler reports a missing one. */
const all: Readonly<Record<CustomFieldHolder, true>> = {
  address: true,
  asset: true,
  'cart-discount': true,
  category: true,
  channel: true,
  'custom-line-item': true,
  customer: true,
  'customer-group': true,
  'discount-code': true,
  'inventory-entry': true,
  'line-item': true,
  order: true,
  'order-delivery': true,
  'order-parcel': true,
  'order-return-item': true,
  payment: true,
  'payment-interface-interaction': true,
  'payment-method-info': true,
  'product-price': true,
  'product-selection': true,
  quote: true,
  'quote-request': true,
  review: true,
  shipping: true,
  'shipping-method': true,
  'shopping-list': true,
  'shopping-list-text-line-item': true,
  'staged-quote': true,
  'standalone-price': true,
  store: true,
  transaction: true,
};

export const customFieldHolders = Object.keys(all) as readonly CustomFieldHolder[];
