/** Scopes in wire form, `view_orders:demo` or `view_orders:demo:store-1`, and what they allow. */
const scopePattern = /^([a-z_]+):([A-Za-z0-9_-]+)(?::([A-Za-z0-9_-]+))?$/;

/** Scope names that exist (AUTH050, AUTH051); a request for another one is refused. */
export const scopeNames: ReadonlySet<string> = new Set([
  'manage_project', 'view_project_settings', 'manage_project_settings', 'manage_api_clients',
  'view_orders', 'manage_orders', 'view_states', 'manage_states', 'view_messages',
  'view_stores', 'manage_stores', 'view_customers', 'manage_customers', 'view_published_products',
  'manage_my_orders', 'manage_my_profile', 'manage_quotes', 'view_quotes',
  'introspect_oauth_tokens', 'create_anonymous_token',
]);

/** The scopes of a text that belong to `projectKey`, without it: `view_orders`, `view_orders:store-1`. */
export const namesOf = (scope: string, projectKey: string): Set<string> => {
  const names = new Set<string>();
  for (const text of scope.split(' ')) {
    const [, name, project, store] = scopePattern.exec(text) ?? [];
    if (name !== undefined && project === projectKey) names.add(store === undefined ? name : `${name}:${store}`);
  }
  return names;
};

/** `manage_x` implies `view_x`; `manage_project` implies everything. */
const impliedBy = (name: string): string[] => (name.startsWith('view_') ? [name, name.replace('view_', 'manage_')] : [name]);

/** Whether a grant holds one of the scopes, or one that implies it; on a store's paths it must be one of the store's (ORD074). */
export const allows = (granted: ReadonlySet<string>, needed: readonly string[], storeKey?: string): boolean => {
  if (granted.has('manage_project')) return true;
  const suffix = storeKey === undefined ? '' : `:${storeKey}`;
  return needed.some(name => impliedBy(name).some(implying => granted.has(implying + suffix)));
};

/** Whether one scope in wire form is covered by those of a client. */
export const covers = (clientScope: string, projectKey: string, requested: string): boolean => {
  const [, name, project, store] = scopePattern.exec(requested) ?? [];
  if (name === undefined || project !== projectKey || !scopeNames.has(name)) return false;
  const granted = namesOf(clientScope, projectKey);
  return allows(granted, [name]) || (store !== undefined && allows(granted, [name], store));
};
