/**
 * Each endpoint requires the scopes that the hosted API documents for it, and no other ones: programs bring API
 * clients whose scopes come from that documentation.
 */
import { readFileSync } from 'node:fs';
import { allowsScope, grantedScopeNames, impliedScopeNames } from '../../../src/base/credentials/scopes.js';
import { scopeTable } from '../../../src/base/credentials/scopeTable.js';
import type { Route } from '../../../src/http/routing/Route.js';
import { routes } from '../../../src/http/routes/routes.js';
import type { HttpRequestOptions } from '../../support/http.js';
import { anonymousToken, basic, post, tokenIn } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { test } from '../../support/tap.js';

interface DocumentedEndpoint {
  readonly method: string;
  readonly path: string;
  /** The scopes, such as `view_orders` or `view_orders:{storeKey}`. */
  readonly scopes: readonly string[];
}

const words = (text = ''): string[] => text.split(' ').filter(word => word !== '');

const documented: readonly DocumentedEndpoint[] = readFileSync('test/auth/oauth/endpointScopes.tsv', 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => {
    const [method = '', path = '', scopes, deprecated] = line.split('\t');
    return { method, path, scopes: [...words(scopes), ...words(deprecated)] };
  });

const shapeOf = ({ method, path }: Pick<Route | DocumentedEndpoint, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
/** GraphQL requests are left out, since their scopes are checked field by field. */
const routesByShape = new Map(
  routes
    .filter(({ verb, scopes }) => verb.name !== 'missing' && Array.isArray(scopes))
    .map(route => [shapeOf(route), route]),
);

interface OfferedEndpoint extends DocumentedEndpoint {
  readonly route: Route;
}

/** The documented endpoints that exist here; paths of a store have only the scopes of the store (ORD074). */
const offered = documented.flatMap((endpoint): OfferedEndpoint[] => {
  const route = routesByShape.get(shapeOf(endpoint));
  if (route === undefined) return [];
  const scopes = route.path.includes('{storeKey}')
    ? endpoint.scopes.filter(name => name.endsWith(':{storeKey}'))
    : endpoint.scopes;
  return [{ ...endpoint, route, scopes }];
});

/** Scopes that open these endpoints here, but not in the hosted API. */
const ownScopes: Readonly<Record<string, string>> = {
  'view_discount_groups GET discount-groups': 'the hosted API has no scope for discount groups alone',
  'manage_discount_groups GET discount-groups': 'as above',
  'manage_discount_groups POST discount-groups': 'as above',
  'manage_discount_groups DELETE discount-groups': 'as above',
  'view_extensions GET extensions': 'the hosted API has no scope that reads API extensions and changes none',
  'view_published_products GET products': 'it is documented for the list of products, and shows published data alone',
  'create_anonymous_token POST me/signup': 'a shop without a session of the visitor signs a customer up',
  'view_project_settings HEAD orders/search': 'the specification names it (SEARCH008)',
  'manage_project_settings HEAD orders/search': 'as above',
  'view_orders GET states': 'the specification names it as deprecated (STATE031)',
  'manage_orders GET states': 'as above',
  'manage_orders POST states': 'as above',
  'manage_orders DELETE states': 'as above',
  'manage_my_orders POST me/orders/quotes': 'buyers order from their own quotes, as from their own carts',
};

/** Documented scopes that do not open their endpoint here. */
const otherwise: Readonly<Record<string, string>> = {
  'view_orders HEAD orders/search': 'the specification names view_project_settings (SEARCH008)',
  'manage_orders HEAD orders/search': 'as above',
};

const differenceOf = (name: string, { method, path }: Pick<DocumentedEndpoint, 'method' | 'path'>): string =>
  `${name} ${method} ${path.replace('/{projectKey}/', '').replace(/\/(\w+=)?\{\w+\}$/, '')}`;

test('every documented endpoint opens with its scopes and no others (AUTH004)', t => {
  const [refused, opened] = [new Set<string>(), new Set<string>()];
  for (const { route, scopes, ...endpoint } of offered) {
    const storeKey = route.path.includes('{storeKey}') ? 'store' : undefined;
    const suffix = storeKey === undefined ? '' : `:${storeKey}`;
    const expected = new Set(scopes.map(name => name.replace(':{storeKey}', '')));
    // If the store has no documented scope, that of the project counts (ORD074).
    if (storeKey !== undefined && expected.size === 0) continue;
    for (const name of scopeTable.keys()) {
      if (name === 'manage_project') continue;
      const granted = grantedScopeNames(`${name}:project${suffix}`, 'project');
      const isOpen = allowsScope(granted, route.scopes as readonly string[], storeKey);
      const isExpected = [...impliedScopeNames([name])].some(each => expected.has(each));
      if (isExpected && !isOpen) refused.add(differenceOf(name, endpoint));
      if (isOpen && !isExpected) opened.add(differenceOf(name, endpoint));
    }
  }
  t.strictSame([...refused].sort(), Object.keys(otherwise).sort());
  t.strictSame([...opened].sort(), Object.keys(ownScopes).sort());
  t.ok(offered.length > 300, `${offered.length} endpoints`);
  t.end();
});

const quayside = await startQuayside();
const credentials = await quayside.project();
const { projectKey } = credentials;
const tokens = new Map<string, Promise<string>>();
/** Returns `view_orders` or `view_orders:{storeKey}` in the form of a token. */
const scopeOf = (name: string): string =>
  name.includes(':') ? name.replace(':{storeKey}', `:${projectKey}:store`) : `${name}:${projectKey}`;
const tokenWith = (scope: string): Promise<string> => {
  const token = tokens.get(scope) ?? anonymousToken(quayside, credentials, scope);
  tokens.set(scope, token);
  return token;
};

const pathOf = ({ path }: Route): string =>
  path
    .replace('{projectKey}', projectKey)
    .replace('{storeKey}', 'store')
    .replaceAll(/\{\w+\}/g, 'none');

const bodies: Readonly<Record<string, HttpRequestOptions>> = {
  json: { body: {} },
  form: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'limit=1' },
};

const statusOf = async (scope: string, route: Route): Promise<number> => {
  const { status } = await quayside.http
    .as(await tokenWith(scope))
    .send(route.method, pathOf(route), bodies[route.body] ?? {});
  return status;
};
const statusWith = (name: string, route: Route): Promise<number> => statusOf(scopeOf(name), route);

/** The number of pairs of endpoint and scope when the list was made. */
const pairsMin = 566;

test('a request with one documented scope is not refused for its scope (AUTH004)', async t => {
  const asked = offered.flatMap(endpoint => endpoint.scopes.map(name => [name, endpoint] as const));
  const refused = asked.map(async ([name, { method, path, route }]) =>
    (await statusWith(name, route)) === 403 ? [differenceOf(name, { method, path })] : [],
  );
  t.strictSame((await Promise.all(refused)).flat(), ['view_orders HEAD orders/search']);
  t.ok(asked.length >= pairsMin, `${asked.length} pairs`);
});

/** One route for each set of required scopes. */
const routesByScopes = new Map(
  offered.map(endpoint => [`${endpoint.route.path.includes('{storeKey}')} ${String(endpoint.route.scopes)}`, endpoint]),
);

test('a request with any other scope is refused for its scope (AUTH004)', async t => {
  const asked = [...routesByScopes.values()].flatMap(({ route }) => {
    const isInStore = route.path.includes('{storeKey}');
    return [...scopeTable].flatMap(([name, { perStore }]) => {
      if (name === 'manage_project') return [];
      const granted = grantedScopeNames(`${name}:project${isInStore && perStore ? ':store' : ''}`, 'project');
      const isOpen = allowsScope(granted, route.scopes as readonly string[], isInStore ? 'store' : undefined);
      // Neither a scope of another store nor one of the whole project opens a path of a store (ORD074).
      const wrong = isInStore ? [`${name}:${projectKey}`, ...(perStore ? [`${name}:${projectKey}:other`] : [])] : [];
      const own = isInStore ? (perStore ? [`${name}:${projectKey}:store`] : []) : [`${name}:${projectKey}`];
      return [...wrong, ...(isOpen ? [] : own)].map(scope => ({ scope, route }));
    });
  });
  const allowed = asked.map(async ({ scope, route }) =>
    (await statusOf(scope, route)) === 403 ? [] : [`${scope} ${route.method} ${route.path}`],
  );
  t.strictSame((await Promise.all(allowed)).flat(), []);
  t.ok(asked.length > 4_000, `${asked.length} pairs`);
});

/** The documentation names these scopes for tokens and features, but for no endpoint. */
const otherScopes = ['create_anonymous_token', 'introspect_oauth_tokens', 'manage_locked_carts', 'view_audit_log'];
const names = [...new Set([...documented.flatMap(({ scopes }) => scopes), ...otherScopes])];

test('an API client can have each scope of the hosted API, also for a store (AUTH050, AUTH051, AUTH052)', async t => {
  const admin = quayside.http.as(await quayside.token(credentials));
  const grantedOf = async (scope: string): Promise<string> => {
    const { json } = await admin.send('POST', `/${projectKey}/api-clients`, {
      body: { name: scope.slice(0, 256), scope },
    });
    const { id, secret } = json as { readonly id: string; readonly secret: string };
    const client = { projectKey, clientId: id, clientSecret: secret, scope };
    const asked = tokenIn(await post(quayside, 'token', basic(client), { grant_type: 'client_credentials', scope }));
    const unasked = tokenIn(await post(quayside, 'token', basic(client), { grant_type: 'client_credentials' }));
    return asked.scope === unasked.scope ? asked.scope : `${asked.scope} / ${unasked.scope}`;
  };
  const scopes = names.map(scopeOf);
  t.strictSame(await Promise.all(scopes.map(grantedOf)), scopes);
  const all = scopes.join(' ');
  t.strictSame((await grantedOf(all)).split(' ').sort(), [...scopes].sort());
  const ofStores = scopes.filter(scope => scope.endsWith(':store'));
  t.ok(scopes.length > 100 && ofStores.length > 18, `${scopes.length} scopes, ${ofStores.length} of a store`);
});
