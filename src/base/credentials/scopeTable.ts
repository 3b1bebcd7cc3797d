interface ScopeRow {
  /** Names of the scopes that this one includes, for the same project or store; `all`: every scope of the project. */
  readonly implies: readonly string[] | 'all';
  /** True if the scope can be limited to one store (AUTH052). */
  readonly perStore: boolean;
  /**
   * Scopes of other resources whose endpoints the hosted API documents as open with this one too. They do not include
   * those that they open in turn, and accounts of the console do not have them (`namedScopesOnly`).
   */
  readonly opens?: readonly string[];
}

type ScopeRows = Readonly<Record<string, ScopeRow>>;

const single = (name: string, perStore = false, opens: readonly string[] = []): ScopeRows => ({
  [name]: { implies: [], perStore, opens },
});

/** `view_x`, and `manage_x`, which implies it; each opens the same of other subjects. */
const pair = (subject: string, perStore = false, opens: readonly string[] = []): ScopeRows => ({
  [`view_${subject}`]: { implies: [], perStore, opens: opens.map(other => `view_${other}`) },
  [`manage_${subject}`]: { implies: [`view_${subject}`], perStore, opens: opens.map(other => `manage_${other}`) },
});

/** Other resources that the scopes of orders open; `view_orders` opens messages, too. */
const openWithOrders = [
  'states',
  'cart_discounts',
  'discount_codes',
  'shipping_methods',
  'zones',
  'key_value_documents',
];

const rows: ScopeRows = {
  manage_project: { implies: 'all', perStore: false },
  ...pair('project_settings'),
  ...pair('api_clients'),
  ...pair('extensions'),
  ...pair('subscriptions'),
  ...pair('types'),
  ...pair('stores'),
  ...pair('states'),
  ...pair('key_value_documents'),
  ...pair('audit_log'),
  ...pair('customers', true, ['customer_groups', 'key_value_documents']),
  ...pair('customer_groups'),
  ...pair('business_units', true),
  ...pair('associate_roles'),
  ...pair('approval_flows'),
  ...pair('approval_rules'),
  // STATE029 to STATE031
  view_orders: {
    implies: [],
    perStore: true,
    opens: ['view_messages', ...openWithOrders.map(subject => `view_${subject}`)],
  },
  manage_orders: {
    implies: ['view_orders'],
    perStore: true,
    opens: openWithOrders.map(subject => `manage_${subject}`),
  },
  ...single('manage_locked_carts'),
  ...pair('order_edits'),
  ...pair('recurring_orders'),
  ...pair('payments'),
  ...pair('payment_methods'),
  ...pair('shopping_lists', true),
  ...pair('quotes', true),
  ...pair('quote_requests', true),
  ...pair('staged_quotes', true),
  view_published_products: { implies: [], perStore: true },
  view_products: { implies: ['view_published_products'], perStore: true, opens: ['view_key_value_documents'] },
  manage_products: { implies: ['view_products'], perStore: true, opens: ['manage_key_value_documents'] },
  ...pair('product_types'),
  ...pair('product_discounts'),
  ...pair('product_selections', true),
  ...pair('standalone_prices'),
  ...pair('recurrence_policies'),
  ...pair('categories'),
  ...pair('attribute_groups'),
  ...pair('channels'),
  ...pair('cart_discounts', true, ['discount_groups']),
  ...pair('discount_codes', true),
  ...pair('discount_groups'),
  ...pair('shipping_methods'),
  ...pair('zones'),
  ...pair('tax_categories'),
  ...single('view_messages'),
  ...single('manage_sessions'),
  ...single('manage_my_profile', true),
  ...single('manage_my_orders', true, ['view_shipping_methods']),
  ...single('manage_my_payments', true),
  ...single('manage_my_shopping_lists', true),
  ...single('manage_my_quotes', true),
  ...single('manage_my_quote_requests', true),
  ...single('manage_my_business_units'),
  ...single('create_anonymous_token'),
  ...pair('mcp_servers'),
  ...single('introspect_oauth_tokens'),
};

/**
 * All scopes (AUTH050, AUTH051) by name, with or without routes that need them: a client may request any usual scope of
 * the API.
 */
export const scopeTable: ReadonlyMap<string, ScopeRow> = new Map(Object.entries(rows));

/** For a shop in a browser: published products, categories, ways to ship, and the visitor's own carts and orders. */
const storefront = [
  'view_published_products',
  'view_categories',
  'view_shipping_methods',
  'create_anonymous_token',
  'manage_my_profile',
  'manage_my_orders',
  'manage_my_payments',
  'manage_my_shopping_lists',
  'manage_my_quotes',
  'manage_my_quote_requests',
];

/** For programs that only read; `view_products` includes published products. */
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
  'view_shopping_lists',
  'view_quotes',
  'view_quote_requests',
  'view_staged_quotes',
  'view_products',
  'view_product_types',
  'view_product_discounts',
  'view_channels',
  'view_categories',
  'view_standalone_prices',
  'view_product_selections',
  'view_attribute_groups',
  'view_recurrence_policies',
  'view_cart_discounts',
  'view_discount_codes',
  'view_discount_groups',
  'view_shipping_methods',
  'view_zones',
  'view_tax_categories',
  'view_key_value_documents',
  'view_messages',
];

/** Names of scopes by the name of the preset, in the order in which they are offered. */
export const scopePresets: Readonly<Record<string, readonly string[]>> = {
  everything: ['manage_project'],
  reading,
  storefront,
};
