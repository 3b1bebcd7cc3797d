/** A project with staged data, and tokens of every kind. */
import { Pool } from 'undici';
import { consoleOf, startSharedConsole } from '../support/accounts.js';
import { attributeDraft, categoryDraft, money, orderDraft, productDraft, productTypeDraft } from '../support/drafts.js';
import { startExternalServer } from '../support/externalServer.js';
import { storeMany } from '../support/graphql.js';
import { addCustomer, anonymousToken, customerToken } from '../support/oauth.js';
import { changeProject, createProjectApi, type Resource } from '../support/resourceApi.js';
import { searchOf } from '../support/search.js';
import { startForgetfulServer } from '../support/startPreloaded.js';
import { t } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';

/** The keys of two stores, of which the second offers one product. */
export const [here, there] = ['here', 'there'];
/** More products than the number from which counts of facets are cached. */
const furtherProducts = 60;

export interface Sent {
  readonly method: string;
  /** The path after the project key. */
  readonly path: string;
  readonly form?: string;
  readonly json?: object;
}

export type Answer = readonly [status: number, body: string];
export type Send = (token: string, sent: Sent) => Promise<Answer>;

const senderOf = (address: string, projectKey: string): Send => {
  const pool = new Pool(address, { connections: 16 });
  t.teardown(() => pool.close());
  return async (token, { method, path, form, json }) => {
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const { statusCode, body } = await pool.request({
      method: method as 'GET',
      path: `/${projectKey}/${path}`,
      headers: { authorization: `Bearer ${token}`, ...(method === 'POST' && { 'content-type': type }) },
      body: form ?? (json && JSON.stringify(json)),
    });
    return [statusCode, await body.text()];
  };
};

const text = (name: string) => ({ en: name, de: `${name} auf Deutsch` });

const createProducts = async ({ createIn, resourcesAt }: Awaited<ReturnType<typeof createProjectApi>>) => {
  const productType = await createIn('product-types', productTypeDraft([attributeDraft('color', { name: 'text' })]));
  const category = await createIn('categories', categoryDraft({ key: 'shoes' }));
  const make = (key: string, changes: object = {}) =>
    createIn(
      'products',
      productDraft(
        { id: productType.id },
        {
          key,
          name: text(key),
          slug: { en: `${key}-slug` },
          categories: [{ typeId: 'category', id: category.id }],
          searchKeywords: { en: [{ text: `${key} word` }] },
          masterVariant: {
            sku: `${key}-sku`,
            prices: [{ value: money(100) }],
            attributes: [{ name: 'color', value: 'red' }],
          },
          publish: true,
          ...changes,
        },
      ),
    );
  const plain = await make('plain');
  const stage = async (product: Resource) =>
    resourcesAt('products').update(
      product,
      { action: 'changeName', name: text('secret') },
      { action: 'changeSlug', slug: { en: `secret-${String(product.key)}` } },
      { action: 'setPrices', variantId: 1, prices: [{ value: money(50) }] },
      { action: 'setSearchKeywords', searchKeywords: { en: [{ text: 'word of a secret' }] } },
      { action: 'setAttribute', variantId: 1, name: 'color', value: 'blue' },
    );
  const changed = await stage(await make('changed'));
  const hidden = await stage(await make('hidden', { publish: false }));
  return { productType, category, plain, changed, hidden };
};

export type Products = Awaited<ReturnType<typeof createProducts>>;

const createStores = async (
  { createIn, resourcesAt }: Awaited<ReturnType<typeof createProjectApi>>,
  { plain, changed }: Products,
): Promise<void> => {
  const selection = await createIn('product-selections', { key: 'few', name: { en: 'Few' } });
  await resourcesAt('product-selections').update(selection, {
    action: 'addProduct',
    product: { typeId: 'product', id: plain.id },
  });
  await createIn('stores', { key: here, languages: ['en'] });
  await createIn('stores', {
    key: there,
    productSelections: [{ productSelection: { typeId: 'product-selection', id: selection.id }, active: true }],
  });
  const tailoring = await createIn('product-tailoring', {
    product: { typeId: 'product', id: changed.id },
    store: { typeId: 'store', key: here },
    name: { en: 'tailored' },
    publish: true,
  });
  await resourcesAt('product-tailoring').update(tailoring, { action: 'setName', name: { en: 'secretly tailored' } });
};

const storeFurtherProducts = (
  quayside: Parameters<typeof storeMany>[0],
  projectKey: string,
  { productType }: Products,
) => {
  const dataOf = (at: number, color: string) => ({
    name: { en: `Thing ${at}` },
    slug: { en: `thing-${at}` },
    categories: [],
    searchKeywords: {},
    attributes: [],
    masterVariant: {
      id: 1,
      sku: `thing-${at}`,
      prices: [],
      attributes: [{ name: 'color', value: color }],
      images: [],
      assets: [],
    },
    variants: [],
  });
  return storeMany(
    quayside,
    projectKey,
    'product',
    Array.from({ length: furtherProducts }, (_, at) => ({
      productType: { typeId: 'product-type', id: productType.id },
      masterData: {
        published: at % 5 > 0,
        current: dataOf(at, 'green'),
        staged: dataOf(at, 'black'),
        hasStagedChanges: true,
      },
      priceMode: 'Embedded',
    })),
  );
};

/** Starts a project with staged and published data, two stores, and customers with carts and orders. */
export const startTokenPairs = async () => {
  const quayside = await startSharedConsole({ 'vic@example.com': 'viewer' });
  const forgetting = startForgetfulServer();
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const api = await createProjectApi(quayside, credentials);
  const products = await createProducts(api);
  await createStores(api, products);
  await storeFurtherProducts(quayside, projectKey, products);
  await changeProject(
    quayside,
    credentials,
    { action: 'changeProductSearchIndexingEnabled', enabled: true, mode: 'ProductsSearch' },
    { action: 'changeOrderSearchStatus', status: 'Activated' },
  );

  const [ann, ben] = [await addCustomer(quayside, projectKey), await addCustomer(quayside, projectKey)];
  const orders = await Promise.all(
    [ann, ben].flatMap(({ id, email }) =>
      [undefined, { typeId: 'store' as const, key: here }].map(store =>
        api.createIn('orders/import', orderDraft({ customerId: id, customerEmail: email, store } as object)),
      ),
    ),
  );
  const carts = await Promise.all(
    [ann, ben].flatMap(({ id }) =>
      [undefined, { typeId: 'store' as const, key: here }].map(store =>
        api.createIn('carts', {
          currency: 'EUR',
          customerId: id,
          store,
          lineItems: [{ sku: 'plain-sku', quantity: 1 }],
        }),
      ),
    ),
  );
  const scopeOf = (...names: readonly string[]): string =>
    names.map(name => name.replace(/^(\w+)/, `$1:${projectKey}`)).join(' ');
  const token = (...names: readonly string[]) => quayside.token(credentials, scopeOf(...names));
  const ownScope = scopeOf('manage_my_orders', 'manage_my_profile', 'view_published_products');
  const viewer = await consoleOf(quayside)().signIn('vic@example.com');
  const { json } = await viewer.send('POST', '/-/session/tokens', { projectKey });
  const published = 'view_published_products';
  const tokens = new Map<string, string>([
    ['everything', await token('manage_project')],
    ['all products', await token('view_products')],
    ['published products', await token(published)],
    ['all products of a store', await token(`view_products:${here}`)],
    ['published products of a store', await token(`${published}:${here}`)],
    ['all products, and published ones of a store', await token('view_products', `${published}:${here}`)],
    ['published products, and all of a store', await token(published, `view_products:${here}`)],
    [
      'published products of a store, and all of another',
      await token(`${published}:${here}`, `view_products:${there}`),
    ],
    ['orders of a store', await token(`view_orders:${here}`)],
    ['orders and customers', await token('view_orders', 'view_customers', 'view_categories')],
    ['a customer', await customerToken(quayside, credentials, ann, { scope: ownScope })],
    [
      'another customer',
      await customerToken(quayside, credentials, ben, { scope: `${ownScope} ${scopeOf('view_products')}` }),
    ],
    ['a visitor', await anonymousToken(quayside, credentials, `${ownScope} ${scopeOf(`view_products:${here}`)}`)],
    ['a viewer in the console', (json as { access_token: string }).access_token],
  ]);
  await Promise.all([searchOf(quayside, credentials).settled(), searchOf(quayside, credentials, 'product').settled()]);
  return {
    quayside,
    credentials,
    projectKey,
    api,
    products,
    ann,
    carts,
    orders,
    tokens,
    scopeOf,
    token,
    send: senderOf(quayside.address, projectKey),
    /** Sends requests to a server that makes each response anew. */
    sendFresh: senderOf(await forgetting, projectKey),
  };
};

export type TokenPairs = Awaited<ReturnType<typeof startTokenPairs>>;

/** Adds a token of an external OAuth server. */
export const addExternalToken = async (
  { quayside, credentials, scopeOf, send }: TokenPairs,
  scope: string,
): Promise<string> => {
  const server = await startExternalServer();
  const externalOAuth = { url: server.url, authorizationHeader: 'Basic c2VydmljZTpzZWNyZXQ=' };
  await changeProject(quayside, credentials, { action: 'setExternalOAuth', externalOAuth });
  server.say({ active: true, scope: scopeOf(scope), exp: Math.floor(Date.now() / 1_000) + 3_600 });
  const external = 'token-of-another-server';
  // A busy machine may need longer than the limit of one call; once a call succeeds, the grant is in the cache.
  await waitUntil(async () => (await send(external, { method: 'GET', path: 'product-projections?limit=1' }))[0] < 500);
  return external;
};
