/**
 * The drafts of requests that create a resource from another one, of customers' own requests, and of requests about
 * passwords and emails. Every member that the public SDK declares for them is sent: the response has it, or a wrong
 * value of it is refused, or the table has its effect.
 */
import type { Http } from '../../support/http.js';
import { createIn as create } from '../../support/createSample.js';
import { createType, money, newKey, referenceTo } from '../../support/drafts.js';
import { addCustomer, anonymousToken, customerToken, type TestCustomer } from '../../support/oauth.js';
import { createBuyerCart, createQuoteFromCart, type QuoteProject } from '../../support/quotes.js';
import { startProject } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';
import { lostIn } from './lostIn.js';

const root = new URL('../../../../', import.meta.url);
const { readSdkTypes, sdkRequestTypes } = (await import(new URL('scripts/docs/sdkTypes.mjs', root).href)) as {
  readSdkTypes: () => { membersOf: (types: readonly unknown[]) => ReadonlyMap<string, unknown> };
  sdkRequestTypes: () => readonly { readonly method: string; readonly path: string; readonly body: unknown }[];
};
const { membersOf } = readSdkTypes();
const declaredFor = (path: string): readonly string[] => {
  const request = sdkRequestTypes().find(each => each.method === 'POST' && each.path === `/{projectKey}/${path}`);
  return [...membersOf([request!.body]).keys()];
};

const { quayside, http, base, projectKey, credentials, createIn } = await startProject();
const project = { quayside, http, projectKey };
const type = await createType(createIn, ['order', 'customer', 'address', 'payment', 'transaction']);
const custom = { type: referenceTo('type', type), fields: { note: 'n' } };
const place: QuoteProject = { quayside, projectKey, create: createIn };
const state = async (of: string) => referenceTo('state', await createIn('states', { key: newKey('state'), type: of }));
const store = { typeId: 'store', key: (await createIn('stores', { key: newKey('store') })).key };
const visitorScope = ['create_anonymous_token', 'manage_my_profile'].map(name => `${name}:${projectKey}`).join(' ');
const visitor = quayside.http.as(await anonymousToken(quayside, credentials, visitorScope));
const signedIn = async (customer: TestCustomer) =>
  quayside.http.as(await customerToken(quayside, credentials, customer));
const buyer = await addCustomer(quayside, projectKey);
const mine = await signedIn(buyer);
const address = { key: 'home', country: 'DE', city: 'Bremen' };
const addresses = { shippingAddress: address, billingAddress: address };
const states = { paymentState: 'Paid', shipmentState: 'Shipped', orderState: 'Confirmed' };
const numbered = () => ({ orderNumber: newKey('order'), purchaseOrderNumber: 'po-1' });
const newPassword = 'another secret 1';
const token = async (kind: 'password' | 'email', member: object): Promise<string> =>
  (await create(project, `customers/${kind}-token`, { ttlMinutes: 5, ...member })).value as string;
const version = { version: 99 };

interface Request {
  readonly title: string;
  readonly path: string;
  readonly client?: Pick<Http, 'send'>;
  readonly body: () => Promise<object>;
  /** Wrong values of members that the response does not show; the request is refused with them. */
  readonly wrong?: Readonly<Record<string, unknown>>;
  /** The effect of other members that the response does not show. */
  readonly effects?: Readonly<Record<string, string>>;
  /** Members that cannot be given together with the others. */
  readonly otherwise?: readonly string[];
  readonly member?: string;
}

const signUpBody = async () => ({
  email: `${newKey('jo')}@example.com`,
  password: newPassword,
  firstName: 'Jo',
  lastName: 'Doe',
  middleName: 'M',
  title: 'Dr',
  salutation: 'Dear',
  dateOfBirth: '2000-01-01',
  companyName: 'Doe',
  vatId: 'DE1',
  locale: 'en',
  custom,
  stores: [store],
  addresses: [address],
  defaultShippingAddress: 0,
  defaultBillingAddress: 0,
});
const signInEffects = { password: 'proves who signs in', updateProductData: 'line items take over product data' };
const modeEffect = 'decides which cart stays active';
const ofToken = { tokenValue: 'missing' };

const requests: readonly Request[] = [
  {
    title: 'an order from a cart',
    path: 'orders',
    body: async () => {
      const cart = await createBuyerCart(place);
      const members = { ...numbered(), ...states, state: await state('OrderState'), custom };
      return { cart: referenceTo('cart', cart), version: cart.version, ...members };
    },
    wrong: version,
    otherwise: ['id'],
  },
  {
    title: 'an order from a cart by its id',
    path: 'orders',
    body: async () => {
      const { id, version: current } = await createBuyerCart(place);
      return { id, version: current };
    },
    wrong: { ...version, id: 'missing' },
    otherwise: ['cart', 'orderNumber', 'purchaseOrderNumber', ...Object.keys(states), 'state', 'custom'],
  },
  {
    title: 'an order from a quote',
    path: 'orders/quotes',
    body: async () => {
      const quote = await createQuoteFromCart(place);
      const { purchaseOrderNumber: _, ...number } = numbered();
      const members = { quoteStateToAccepted: true, ...number, ...states, state: await state('OrderState') };
      return { quote: referenceTo('quote', quote), version: quote.version, ...members };
    },
    wrong: version,
    effects: { quoteStateToAccepted: 'accepts the quote' },
  },
  {
    title: 'my order from my cart',
    path: 'me/orders',
    client: mine,
    body: async () => {
      const { id, version: current } = await createBuyerCart(place, { customerId: buyer.id });
      return { id, version: current };
    },
    wrong: { ...version, id: 'missing' },
  },
  {
    title: 'my order from my quote',
    path: 'me/orders/quotes',
    client: mine,
    body: async () => {
      const { id, version: current } = await createQuoteFromCart(place, { customerId: buyer.id });
      return { id, version: current, quoteStateToAccepted: true };
    },
    wrong: { ...version, id: 'missing' },
    effects: { quoteStateToAccepted: 'accepts the quote' },
  },
  {
    title: 'a copy of a cart',
    path: 'carts/replicate',
    body: async () => ({ reference: referenceTo('cart', await createBuyerCart(place)), key: newKey('cart') }),
    wrong: { reference: { typeId: 'cart', id: 'missing' } },
  },
  {
    title: 'a copy of my cart',
    path: 'me/carts/replicate',
    client: mine,
    body: async () => ({ reference: referenceTo('cart', await createBuyerCart(place, { customerId: buyer.id })) }),
    wrong: { reference: { typeId: 'cart', id: 'missing' } },
  },
  {
    title: 'my cart',
    path: 'me/carts',
    client: mine,
    body: async () => ({
      currency: 'EUR',
      customerEmail: 'jo@example.com',
      store,
      country: 'DE',
      locale: 'en',
      ...addresses,
      taxMode: 'External',
      inventoryMode: 'TrackOnly',
      itemShippingAddresses: [address],
      shippingMode: 'Single',
      deleteDaysAfterLastModification: 7,
      custom,
      lineItems: [],
    }),
    wrong: { currency: 'XXQ', lineItems: [{ sku: 'missing' }], discountCodes: ['missing'] },
    effects: { shippingMethod: 'keptMembers.test.ts', businessUnit: 'none exists' },
  },
  {
    title: 'my payment',
    path: 'me/payments',
    client: mine,
    body: async () => ({
      amountPlanned: money(100),
      paymentMethodInfo: { paymentInterface: newKey('psp'), method: 'card', name: { en: 'Card' } },
      custom,
      transaction: { type: 'Charge', amount: money(100), timestamp: '2024-01-01T00:00:00.000Z', interactionId: 'i' },
    }),
    effects: { transaction: 'the first of transactions' },
  },
  {
    title: 'a sign-in',
    path: 'login',
    body: async () => {
      const { email, password } = await addCustomer(quayside, projectKey);
      const anonymousId = newKey('visitor');
      const { id } = await createIn('carts', { currency: 'EUR', anonymousId });
      const mode = { anonymousCartSignInMode: 'UseAsNewActiveCustomerCart', updateProductData: true };
      return { email, password, anonymousCartId: id, anonymousId, ...mode };
    },
    member: 'customer',
    wrong: { email: 'other@example.com', password: 'wrong', anonymousCartId: 'missing' },
    effects: {
      ...signInEffects,
      anonymousId: 'its carts become those of the customer',
      anonymousCartSignInMode: modeEffect,
    },
    otherwise: ['anonymousCart'],
  },
  {
    title: 'a sign-in with a cart by its key',
    path: 'login',
    body: async () => {
      const { email, password } = await addCustomer(quayside, projectKey);
      const cart = await createIn('carts', { currency: 'EUR', anonymousId: newKey('visitor'), key: newKey('cart') });
      return { email, password, anonymousCart: { typeId: 'cart', key: cart.key } };
    },
    member: 'customer',
    wrong: { anonymousCart: { typeId: 'cart', key: 'missing' } },
    effects: signInEffects,
    otherwise: ['anonymousCartId', 'anonymousId', 'anonymousCartSignInMode', 'updateProductData'],
  },
  {
    title: 'my sign-in',
    path: 'me/login',
    client: visitor,
    body: async () => {
      const { email, password } = await addCustomer(quayside, projectKey);
      return { email, password, activeCartSignInMode: 'UseAsNewActiveCustomerCart', updateProductData: true };
    },
    member: 'customer',
    wrong: { password: 'wrong', activeCartSignInMode: 'Other' },
    effects: signInEffects,
  },
  {
    title: 'my sign-up',
    path: 'me/signup',
    client: visitor,
    body: signUpBody,
    member: 'customer',
    wrong: { defaultShippingAddress: 7, defaultBillingAddress: 7 },
    effects: { password: 'comes back masked' },
  },
  {
    title: 'a change of a password',
    path: 'customers/password',
    body: async () => {
      const { id, password } = await addCustomer(quayside, projectKey);
      return { id, version: 1, currentPassword: password, newPassword };
    },
    wrong: { ...version, currentPassword: 'wrong', newPassword: '' },
  },
  {
    title: 'a token for a new password',
    path: 'customers/password-token',
    body: async () => ({
      email: (await addCustomer(quayside, projectKey)).email,
      ttlMinutes: 7,
      invalidateOlderTokens: true,
    }),
    wrong: { email: 'missing@example.com', ttlMinutes: 0 },
    effects: { invalidateOlderTokens: 'ends the tokens before' },
  },
  {
    title: 'a new password by a token',
    path: 'customers/password/reset',
    body: async () => {
      const { email } = await addCustomer(quayside, projectKey);
      return { tokenValue: await token('password', { email }), newPassword, version: 1 };
    },
    wrong: { ...ofToken, ...version, newPassword: '' },
  },
  {
    title: 'my new password by a token',
    path: 'me/password/reset',
    client: visitor,
    body: async () => {
      const { email } = await addCustomer(quayside, projectKey);
      return { tokenValue: await token('password', { email }), newPassword };
    },
    wrong: { ...ofToken, newPassword: '' },
  },
  {
    title: 'a token that verifies an email',
    path: 'customers/email-token',
    body: async () => {
      const { id } = await addCustomer(quayside, projectKey);
      return { id, version: 1, ttlMinutes: 7, invalidateOlderTokens: true };
    },
    wrong: { ...version, id: 'missing', ttlMinutes: 0 },
    effects: { invalidateOlderTokens: 'ends the tokens before' },
  },
  {
    title: 'the verification of an email',
    path: 'customers/email/confirm',
    body: async () => {
      const { id } = await addCustomer(quayside, projectKey);
      return { tokenValue: await token('email', { id }), version: 1 };
    },
    wrong: { ...ofToken, ...version },
  },
  {
    title: 'the verification of my email',
    path: 'me/email/confirm',
    client: visitor,
    body: async () => ({ tokenValue: await token('email', { id: (await addCustomer(quayside, projectKey)).id }) }),
    wrong: ofToken,
  },
];

for (const { title, path, client = http, body, wrong = {}, effects = {}, otherwise = [], member } of requests)
  test(`keeps, uses or refuses every member that the SDK declares for ${title}`, async t => {
    const send = (given: object) => client.send('POST', `${base}/${path}`, { body: given });
    const given = (await body()) as Record<string, unknown>;
    for (const [name, value] of Object.entries(wrong)) {
      const refused = await send({ ...given, [name]: value });
      t.ok([400, 404, 409].includes(refused.status), `${name}: ${refused.text.slice(0, 200)}`);
    }
    const answer = await send(given);
    if (answer.status !== 200 && answer.status !== 201) throw new Error(answer.text);
    const made = answer.json as Record<string, Record<string, unknown>>;
    const shown = member === undefined ? made : made[member]!;
    for (const name of declaredFor(path).filter(each => !otherwise.includes(each))) {
      if (name in wrong || name in effects) continue;
      t.ok(name in given, `${name} is sent`);
      if (typeof given[name] === 'object') t.same(lostIn(given[name], shown[name], name), [], `${name} comes back`);
      else t.equal(shown[name], given[name], `${name} comes back`);
    }
  });

test('changes my password with every member that the SDK declares', async t => {
  const customer = await addCustomer(quayside, projectKey);
  const client = await signedIn(customer);
  const given = { version: 1, currentPassword: customer.password, newPassword };
  t.same(Object.keys(given), declaredFor('me/password'));
  for (const wrong of [version, { currentPassword: 'wrong' }, { newPassword: '' }])
    t.not((await client.send('POST', `${base}/me/password`, { body: { ...given, ...wrong } })).status, 200);
  t.equal((await client.send('POST', `${base}/me/password`, { body: given })).status, 200);
});

test('makes my quote request with every member that the SDK declares', async t => {
  const cart = await createBuyerCart(place, { customerId: buyer.id });
  const given = { cartId: cart.id, cartVersion: cart.version, comment: 'Cheaper' };
  t.same(Object.keys(given), declaredFor('me/quote-requests'));
  for (const wrong of [{ cartId: 'missing' }, { cartVersion: 99 }])
    t.not((await mine.send('POST', `${base}/me/quote-requests`, { body: { ...given, ...wrong } })).status, 201);
  const { status, json } = await mine.send('POST', `${base}/me/quote-requests`, { body: given });
  t.equal(status, 201);
  t.match(json, { comment: 'Cheaper', cart: referenceTo('cart', cart) });
});
