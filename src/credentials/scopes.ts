/** Scopes in wire form, `view_orders:demo` or `view_orders:demo:store-1`: one table of all there are, and what they allow. */

interface ScopeRow {
  /** Names that whoever holds this one holds too, for the same project or store; `all`: every other one of the project. */
  readonly implies: readonly string[] | 'all';
  /** Whether it can be bound to one store (AUTH052). */
  readonly perStore: boolean;
  /** Implied as well, for clients that go back to when these had no scopes of their own; new ones should ask for those. */
  readonly deprecated?: readonly string[];
}

type Table = Readonly<Record<string, ScopeRow>>;

const alone = (name: string, perStore = false): Table => ({ [name]: { implies: [], perStore } });

/** `view_x`, and `manage_x` which implies it. */
const pair = (subject: string, perStore = false): Table => ({
  [`view_${subject}`]: { implies: [], perStore },
  [`manage_${subject}`]: { implies: [`view_${subject}`], perStore },
});

/**
 * All scopes (AUTH050, AUTH051), whether or not the service has routes for them yet: clients that ask for one of the
 * API's usual names are not turned away.
 */
export const scopeTable: Table = {
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
  ...pair('customers', true),
  ...pair('customer_groups'),
  ...pair('business_units'),
  ...pair('associate_roles'),
  // STATE029 to STATE031: states were once reached with the scopes of orders.
  view_orders: { implies: [], perStore: true, deprecated: ['view_states'] },
  manage_orders: { implies: ['view_orders'], perStore: true, deprecated: ['manage_states'] },
  ...pair('order_edits'),
  ...pair('payments'),
  ...pair('shopping_lists', true),
  ...pair('quotes'),
  ...pair('quote_requests'),
  ...pair('staged_quotes'),
  view_published_products: { implies: [], perStore: true },
  view_products: { implies: ['view_published_products'], perStore: false },
  manage_products: { implies: ['view_products'], perStore: false },
  ...pair('product_selections', true),
  ...pair('standalone_prices'),
  ...pair('categories'),
  ...pair('attribute_groups'),
  ...pair('cart_discounts'),
  ...pair('discount_codes'),
  ...pair('discount_groups'),
  ...pair('shipping_methods'),
  ...pair('tax_categories'),
  ...alone('view_messages'),
  ...alone('manage_sessions'),
  ...alone('manage_my_profile', true),
  ...alone('manage_my_orders', true),
  ...alone('manage_my_payments', true),
  ...alone('manage_my_shopping_lists', true),
  ...alone('manage_my_quotes'),
  ...alone('manage_my_quote_requests'),
  ...alone('manage_my_business_units'),
  ...alone('create_anonymous_token'),
  ...alone('introspect_oauth_tokens'),
};

/** A name with all that it implies, directly or through another one; `allows` knows what implies all. */
const reachOf = (name: string): string[] => {
  const { implies, deprecated = [] } = scopeTable[name]!;
  return [name, ...(implies === 'all' ? [] : [...implies, ...deprecated].flatMap(reachOf))];
};

const reaches: ReadonlyMap<string, readonly string[]> = new Map(
  Object.keys(scopeTable).map(name => [name, [...new Set(reachOf(name))]]),
);

interface Scope {
  readonly name: string;
  readonly project: string;
  readonly store?: string;
}

const pattern = /^([a-z_]+):([a-z0-9_-]+)(?::([A-Za-z0-9_-]+))?$/;

/** Undefined for a text that is none of the table's scopes. */
const parseScope = (text: string): Scope | undefined => {
  const [, name = '', project = '', store] = pattern.exec(text) ?? [];
  if (!reaches.has(name) || (store !== undefined && !scopeTable[name]!.perStore)) return undefined;
  return { name, project, store };
};

const named = (name: string, store: string | undefined): string => (store === undefined ? name : `${name}:${store}`);

/** The words of a scope text. */
export const scopeWords = (scope: string): string[] => scope.split(' ').filter(word => word !== '');

/** What a scope text grants in a project, implied names included: `view_orders`, `view_orders:store-1`. Foreign words grant nothing. */
export const grantedScopeNames = (text: string, projectKey: string): Set<string> => {
  const names = new Set<string>();
  for (const word of scopeWords(text)) {
    const scope = parseScope(word);
    if (scope?.project === projectKey) for (const name of reaches.get(scope.name)!) names.add(named(name, scope.store));
  }
  return names;
};

/** The scopes that imply every other one (AUTH034). */
const almighty = Object.keys(scopeTable).filter(name => scopeTable[name]!.implies === 'all');

/** Whether a grant holds one of the scopes; on a store's paths it must be one of the store's, or `manage_project` (ORD074). */
export const allowsScope = (granted: ReadonlySet<string>, needed: readonly string[], storeKey?: string): boolean =>
  almighty.some(name => granted.has(name)) || needed.some(name => granted.has(named(name, storeKey)));

/** Whether whoever was granted these names may hand on one scope in wire form: for the project, or for a store of it. */
export const mayDelegateScope = (granted: ReadonlySet<string>, projectKey: string, requested: string): boolean => {
  const scope = parseScope(requested);
  return (
    scope !== undefined &&
    scope.project === projectKey &&
    (allowsScope(granted, [scope.name]) || allowsScope(granted, [scope.name], scope.store))
  );
};

/** The words of a text that are scopes of the project: all that is honoured of an external token (AUTH061). */
export const scopesOfProject = (text: string, projectKey: string): string[] =>
  [...new Set(scopeWords(text))].filter(word => parseScope(word)?.project === projectKey);
