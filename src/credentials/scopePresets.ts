/** Sets of scopes for common programs, each of which opens requests of this server. */

/** What a shop in a browser needs: products as they are published, its visitor's own carts and orders, ways to ship. */
const storefront = [
  'view_published_products',
  'view_shipping_methods',
  'create_anonymous_token',
  'manage_my_profile',
  'manage_my_orders',
  'manage_my_quotes',
  'manage_my_quote_requests',
];

/** All that can be read; `view_products` includes what is published. */
const reading = [
  'view_project_settings',
  'view_api_clients',
  'view_extensions',
  'view_types',
  'view_stores',
  'view_states',
  'view_customers',
  'view_customer_groups',
  'view_orders',
  'view_payments',
  'view_quotes',
  'view_quote_requests',
  'view_staged_quotes',
  'view_products',
  'view_standalone_prices',
  'view_cart_discounts',
  'view_discount_codes',
  'view_shipping_methods',
  'view_tax_categories',
  'view_messages',
];

/** Names of scopes by the name of the preset, in the order in which they are offered. */
export const scopePresets: Readonly<Record<string, readonly string[]>> = {
  everything: ['manage_project'],
  reading,
  storefront,
};
