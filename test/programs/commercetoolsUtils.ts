/** Every function of `@gradientedge/commercetools-utils` that sends a request gets the expected response. */
import { createSample, sampleDraft, type SampleProject } from '../support/createSample.js';
import { money, newKey, productDraft, productTypeDraft, referenceTo } from '../support/drafts.js';
import { createBuyerCart } from '../support/quotes.js';
import { changeProject, createProjectApi, type Resource } from '../support/resourceApi.js';
import { type Sample, samples } from '../support/samples.js';
import { waitUntil } from '../support/waitUntil.js';
import { load } from './support/packages.js';
import { startProgram } from './support/startProgram.js';

const { address, credentials, exchanges, projectKey, quayside, expectRefusals, test } = await startProgram(
  'commercetoolsUtils',
  { project: { currencies: ['EUR'], countries: ['DE'], languages: ['en'] } },
);
const { createIn, http } = await createProjectApi(quayside, credentials);
const project: SampleProject = { quayside, http, projectKey };

type Options = Readonly<Record<string, unknown>>;
type Functions = Readonly<Record<string, (options: Options) => Promise<unknown>>>;
type Class = (new (config: object) => Functions) & { readonly prototype: object };

const { CommercetoolsApi, CommercetoolsAuth } = load<Readonly<Record<string, Class>>>(
  '@gradientedge/commercetools-utils',
);
const buyerScopes = ['manage_my_profile', 'manage_my_orders', 'manage_my_payments'];
const config = {
  projectKey,
  clientId: credentials.clientId,
  clientSecret: credentials.clientSecret,
  clientScopes: ['manage_project'],
  customerScopes: buyerScopes,
  anonymousScopes: buyerScopes,
  region: 'europe_gcp',
  authUrl: address,
  apiUrl: address,
  retry: { maxRetries: 0, delayMs: 0 },
};
const api = new CommercetoolsApi!(config);
const auth = new CommercetoolsAuth!(config);

/** Functions that send nothing by themselves. */
const helpers = ['applyStore', 'constructor', 'extractCommonRequestOptions', 'getRequestOptions', 'request'];

/** Parts that are not offered, by a word in the names of functions. */
const missing = ['OrderEdit', 'RecurringOrder', 'Subscription'];

/** Functions whose requests differ from those of the API, with the reason. */
const faulty: Readonly<Record<string, string>> = {
  deleteProductSelectionByKey: 'the version is sent as a part of the key',
  getCustomObjectById: 'the path is that of a container',
};

const typeIdOf = (noun: string): string =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '')
    .replace(/(?<!^)(?=[A-Z])/g, '-')
    .toLowerCase();

const anonymous = async (): Promise<string> => {
  const grant = (await auth.getAnonymousGrant!({})) as { readonly accessToken: string };
  return grant.accessToken;
};
const customer = async () => {
  const draft = { email: `${newKey('jo')}@example.com`, password: 'secret-123' };
  await createIn('customers', draft);
  const grant = (await auth.login!({ username: draft.email, password: draft.password })) as {
    readonly accessToken: string;
    readonly refreshToken: string;
  };
  return { ...draft, accessToken: grant.accessToken, refreshToken: grant.refreshToken };
};

const taxCategory = await createIn('tax-categories', {
  name: 'Standard',
  rates: [{ name: 'MwSt', amount: 0.19, includedInPrice: true, country: 'DE' }],
});
const product = await createIn(
  'products',
  productDraft(await createIn('product-types', productTypeDraft()), {
    taxCategory: referenceTo('tax-category', taxCategory),
    masterVariant: { sku: newKey('sku'), prices: [{ value: money(1000) }] },
    publish: true,
  }),
);

/** Creates an active cart of an anonymous session or a customer; with an item and an address it can become an order. */
const myCart = async (accessToken: string): Promise<Options> => {
  const data = {
    currency: 'EUR',
    country: 'DE',
    lineItems: [{ productId: product.id, variantId: 1, quantity: 1 }],
    shippingAddress: { country: 'DE' },
  };
  const cart = (await api.createMyCart!({ accessToken, data })) as Resource;
  const actions = [{ action: 'setLocale', locale: 'en' }];
  return { accessToken, cartId: cart.id, id: cart.id, cartVersion: cart.version, version: cart.version, actions };
};
const myNewCart = async (): Promise<Options> => myCart(await anonymous());
const myPayment = async (): Promise<Options> => {
  const accessToken = await anonymous();
  const payment = (await api.createMyPayment!({ accessToken, data: { amountPlanned: money(100) } })) as Resource;
  const actions = [{ action: 'changeAmountPlanned', amount: money(200) }];
  return { accessToken, id: payment.id, version: payment.version, data: { version: payment.version, actions } };
};
const passwordToken = async (): Promise<Options> => {
  const { email } = await customer();
  const { value } = (await api.getPasswordResetToken!({ data: { email } })) as { readonly value: string };
  return { token: value, data: { tokenValue: value, newPassword: 'secret-456' } };
};
const version = async (accessToken: string): Promise<number> =>
  ((await api.getMyAccount!({ accessToken })) as Resource).version;
const slugged = async (typeId: string): Promise<Options> => {
  const { slug, masterData } = (await createSample(project, typeId, draft => ({ ...draft, publish: true }))) as {
    readonly slug?: { readonly en: string };
    readonly masterData?: { readonly current: { readonly slug: { readonly en: string } } };
  } & Resource;
  return { slug: (slug ?? masterData!.current.slug).en, languageCode: 'en' };
};

/** Options of the functions whose names follow no rule. */
const special: Readonly<Record<string, () => Promise<Options>>> = {
  importOrder: async () => ({ data: await sampleDraft(project, 'order') }),
  getCategory: async () => ({ id: (await createSample(project, 'category')).id }),
  getCategoryParents: async () => ({ id: (await createSample(project, 'category')).id }),
  getCategoryBySlug: () => slugged('category'),
  getProductProjectionBySlug: () => slugged('product'),
  getProductProjectionById: async () => ({
    id: (await createSample(project, 'product')).id,
    params: { staged: true },
  }),
  getProductProjectionByKey: async () => ({
    key: (await createSample(project, 'product')).key,
    params: { staged: true },
  }),
  searchProductProjections: async () => ({ params: { limit: 1, 'text.en': 'a' } }),
  queryProductsInStore: async () => ({ storeKey: (await createSample(project, 'store')).key }),
  searchOrders: async () => ({ data: { query: { exists: { field: 'orderNumber' } } } }),
  searchCustomers: async () => ({ data: { query: { exists: { field: 'id' } } } }),
  queryMyCarts: myNewCart,
  getMyActiveCart: myNewCart,
  getMyCartById: myNewCart,
  createMyCart: async () => ({ accessToken: await anonymous(), data: { currency: 'EUR' } }),
  updateMyCart: myNewCart,
  deleteMyActiveCart: myNewCart,
  deleteMyCartById: myNewCart,
  updateMyActiveCart: myNewCart,
  createMyOrderFromActiveCart: async () => myCart((await customer()).accessToken),
  replicate: async () => ({ data: { reference: referenceTo('cart', await createSample(project, 'cart')) } }),
  createOrderFromCart: async () => {
    const cart = await createBuyerCart({ quayside, projectKey, create: createIn });
    return { data: { cart: referenceTo('cart', cart), version: cart.version } };
  },
  getMyOrderById: async () => {
    const { accessToken } = await customer();
    const order = (await api.createMyOrderFromActiveCart!(await myCart(accessToken))) as Resource;
    return { accessToken, orderId: order.id, id: order.id };
  },
  queryMyOrders: customer,
  createMyPayment: async () => ({ accessToken: await anonymous(), data: { amountPlanned: money(100) } }),
  updateMyPaymentById: myPayment,
  getMyPaymentById: myPayment,
  queryMyPayments: myPayment,
  deleteMyPaymentById: myPayment,
  createAccount: async () => ({ data: { email: `${newKey('jo')}@example.com`, password: 'secret-123' } }),
  createMyAccount: async () => ({
    accessToken: await anonymous(),
    data: { email: `${newKey('jo')}@example.com`, password: 'secret-123' },
  }),
  loginMyAccount: async () => {
    const { email, password } = await customer();
    return { accessToken: await anonymous(), data: { email, password } };
  },
  login: async () => {
    const { email, password } = await customer();
    return { data: { email, password } };
  },
  getMyAccount: customer,
  updateMyAccount: async () => {
    const { accessToken } = await customer();
    const actions = [{ action: 'setFirstName', firstName: 'Jo' }];
    return { accessToken, data: { version: await version(accessToken), actions } };
  },
  changeMyPassword: async () => {
    const { accessToken, password } = await customer();
    const data = { version: await version(accessToken), currentPassword: password, newPassword: 'secret-456' };
    return { accessToken, data };
  },
  resetMyPassword: async () => ({ accessToken: await anonymous(), ...(await passwordToken()) }),
  getPasswordResetToken: async () => ({ data: { email: (await customer()).email } }),
  getCustomerByPasswordToken: passwordToken,
  getCustomObject: async () => createIn('custom-objects', { container: 'a', key: newKey(), value: 1 }),
  getCustomObjectById: async () => {
    const { id, container } = await createIn('custom-objects', { container: 'a', key: newKey(), value: 1 });
    return { id, container };
  },
  saveCustomObject: async () => ({ data: { container: 'a', key: newKey(), value: 1 } }),
  deleteCustomObject: async () => createIn('custom-objects', { container: 'a', key: newKey(), value: 1 }),
  getShippingMethodsForLocation: async () => ({ country: 'DE', currency: 'EUR' }),
  getShippingMethodsForCart: async () => {
    const cart = await createBuyerCart({ quayside, projectKey, create: createIn });
    return { cartId: cart.id };
  },
  getShippingMethodsForCartAndLocation: async () => {
    const cart = await createBuyerCart({ quayside, projectKey, create: createIn });
    return { cartId: cart.id, country: 'DE' };
  },
  graphql: async () => ({ data: { query: '{ stores { total } }' } }),
  unpublishProductById: async () => createSample(project, 'product', draft => ({ ...draft, publish: true })),
  unpublishProductByKey: async () => createSample(project, 'product', draft => ({ ...draft, publish: true })),
};

/** Update actions with a new unique value each. */
const uniqueActions: Readonly<Record<string, () => object>> = {
  product: () => ({ action: 'setKey', key: newKey('product') }),
  'customer-group': () => ({ action: 'changeName', name: newKey('group') }),
};

const rule = /^(get|query|create|update|delete|check)(.+?)(?:Exists)?(?:By(?:Id|Key|OrderNumber))?$/;

/** Returns options by naming rules: `updateStoreByKey` gets the key and the version of a new store, and actions. */
const optionsOf = async (name: string): Promise<Options> => {
  if (special[name] !== undefined) return special[name]();
  const [, verb, noun] = rule.exec(name)!;
  const typeId = typeIdOf(noun!);
  if (verb === 'query') return { params: { limit: 1 } };
  if (verb === 'create') return { data: await sampleDraft(project, typeId) };
  const resource = await createSample(project, typeId);
  const { id, key, orderNumber } = resource;
  const { updateAction } = samples[typeId] as Sample;
  const update = { version: resource.version, actions: [uniqueActions[typeId]?.() ?? updateAction] };
  return { id, key, orderNumber, orderNo: orderNumber, ...update, ...(verb === 'update' && { data: update }) };
};

const functions = Object.getOwnPropertyNames(CommercetoolsApi!.prototype).filter(name => !helpers.includes(name));

await changeProject(
  quayside,
  credentials,
  { action: 'changeProductSearchIndexingEnabled', enabled: true },
  { action: 'changeOrderSearchStatus', status: 'Activated' },
  { action: 'changeCustomerSearchStatus', status: 'Activated' },
);
for (const path of ['orders/search', 'customers/search'])
  await waitUntil(async () => {
    const body = { query: { exists: { field: 'id' } } };
    return (await http.send('POST', `/${projectKey}/${path}`, { body })).status === 200;
  });

expectRefusals({ status: 501 }, { method: 'DELETE', path: /product-selections\/key=.*&version=/, status: 404 });
for (const name of functions.filter(each => !missing.some(part => each.includes(part))))
  test(`${name}${faulty[name] === undefined ? '' : ` finds nothing, since ${faulty[name]}`}`, async t => {
    const options = await optionsOf(name);
    const sent = exchanges.length;
    const answer = await api[name]!(options).catch((error: unknown) => error);
    const refused = exchanges.slice(sent).filter(({ status }) => status >= 400);
    if (faulty[name] !== undefined) {
      t.not((answer as Partial<Resource>).id, options.id);
      return;
    }
    t.same(
      refused.map(({ method, path, status, responseBody }) => [method, path, status, responseBody]),
      [],
    );
    t.notOk(answer instanceof Error, String(answer));
    t.not(exchanges.length, sent, 'a request is sent');
    if (/^(?:get|update)\w+ById$/.test(name)) t.equal((answer as Resource).id, options.id);
  });

for (const name of ['queryOrderEdits', 'queryRecurringOrders', 'querySubscriptions'])
  test(`${name} needs a part that is not offered yet`, async t => {
    await t.rejects(api[name]!({}), /501/);
  });

test('gets, refreshes and ends the grants of the authorization service', async t => {
  const { refreshToken, accessToken } = await customer();
  await auth.getClientGrant!({});
  const grant = (await auth.refreshCustomerGrant!(refreshToken as never)) as { readonly accessToken: string };
  t.not(grant.accessToken, accessToken);
  await auth.revokeToken!({ tokenType: 'access_token', tokenValue: accessToken });
  await auth.logout!({ tokenType: 'refresh_token', tokenValue: refreshToken });
  t.same(
    exchanges.filter(({ status, path }) => path.startsWith('/oauth/') && status >= 400),
    [],
  );
});
