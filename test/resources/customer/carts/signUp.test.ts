/** Tests sign-up and sign-in with an anonymous cart over HTTP. */
import { test } from '../../../support/tap.js';
import { signUp as signUpCustomer } from '../../../../src/resources/customer/commands/signUp.js';
import { newKey } from '../../../support/drafts.js';
import { anonymousToken } from '../../../support/oauth.js';
import type { Resource } from '../../../support/resourceApi.js';
import { address } from '../../../support/shop.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { apiErrorOf, type Cart, customerDraft, quantitiesBySku, startSignIns } from './startSignIns.js';

const { api, base, client, createAnonymousCart, get, http, postCustomer, projectKey, servicesWithAction } =
  await startSignIns();

test('creates a customer and assigns carts and orders in one commit (CUST127, CUST128)', async t => {
  const session = newKey('session');
  const [cart, ordered] = [
    await createAnonymousCart(session, [['JACKET', 1]]),
    await createAnonymousCart(session, [['HAT', 1]]),
  ];
  const order = await api.createIn('orders', { cart: { typeId: 'cart', id: ordered.id }, version: ordered.version });
  const versions = async () =>
    Promise.all([get('carts', cart.id), get('carts', ordered.id), get('orders', order.id)]).then(all =>
      all.map(({ version }) => version),
    );
  const key = newKey('customer');
  const signUp = (name: string, anonymousId: string) =>
    http.send('POST', `${base}/customers`, {
      body: { email: `${newKey('jo')}@example.com`, password: 'a password 1', key: name, anonymousId },
    });
  t.equal((await signUp(key, newKey('session'))).status, 201);
  matchWhole(t, (await signUp(key, session)).json, {
    errors: [{ code: 'DuplicateField', field: 'key', duplicateValue: key }],
  });
  t.same(await versions(), [1, 2, 1], 'refused before the commit');
  const taken = customerDraft();
  const services = servicesWithAction(async () => {
    await postCustomer('customers', taken, 201);
  });
  matchWhole(
    t,
    await apiErrorOf(() => signUpCustomer(services, { projectKey, client }, { ...taken, anonymousId: session })),
    { errors: [{ code: 'DuplicateField', field: 'email', duplicateValue: taken.email }] },
  );
  t.same(await versions(), [1, 2, 1], 'refused by the commit');
  const signedUp = await signUp(newKey('customer'), session);
  const { customer } = signedUp.json as { customer: Resource };
  matchWhole(t, signedUp.json, { cart: { id: cart.id, version: 2 } });
  t.same(await versions(), [2, 3, 2]);
  matchWhole(
    t,
    [await get('carts', cart.id), await get('orders', order.id)],
    [{ customerId: customer.id }, { customerId: customer.id }],
  );
});

test('lets one of several concurrent sign-ups with one email succeed and changes the cart once (CUST127, CUST128)', async t => {
  const session = newKey('session');
  const cart = await createAnonymousCart(session, [['JACKET', 1]]);
  const draft = { ...customerDraft(), anonymousId: session };
  const answers = await Promise.all([1, 2, 3].map(() => http.send('POST', `${base}/customers`, { body: draft })));
  t.same(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [201, 400, 400],
  );
  const { customer } = answers.find(({ status }) => status === 201)!.json as { customer: Resource };
  matchWhole(t, await get('carts', cart.id), { version: 2, customerId: customer.id });
  matchWhole(
    t,
    (await http.send('GET', `${base}/customers?where=${encodeURIComponent(`email="${draft.email}"`)}`)).json,
    {
      total: 1,
    },
  );
});

test('changes nothing in a refused sign-in over HTTP (CUST112, CUST136)', async t => {
  const draft = customerDraft();
  await postCustomer('customers', draft, 201);
  const cart = await createAnonymousCart('one-session', [['HAT', 1]]);
  matchWhole(
    t,
    await http.send('POST', `${base}/login`, {
      body: { ...draft, anonymousCartId: cart.id, anonymousId: 'another-session' },
    }),
    { status: 400, json: { errors: [{ code: 'InvalidOperation' }] } },
  );
  t.same(await get('carts', cart.id), cart);
});

/** Starts an anonymous session and returns its id and a function that posts to its paths under `/me`. */
const startAnonymousSession = async () => {
  const id = newKey('visitor').slice(0, 40);
  const scope = `manage_my_orders:${projectKey} manage_my_profile:${projectKey}`;
  const token = await anonymousToken(api.quayside, api.credentials, scope, id);
  const session = api.quayside.http.as(token);
  return { id, send: (path: string, body: object) => session.send('POST', `${base}/me/${path}`, { body }) };
};
const cartDraft = (...skus: string[]) => ({
  currency: 'EUR',
  country: 'DE',
  shippingAddress: address(),
  lineItems: skus.map(sku => ({ sku })),
});

test('assigns carts and orders of the anonymous session at sign-up and sign-in (CUST125, CUST127, CUST128)', async t => {
  const visitor = await startAnonymousSession();
  const first = (await visitor.send('carts', cartDraft('HAT'))).json as Cart;
  t.equal((await visitor.send('orders', { id: first.id, version: first.version })).status, 201);
  const cart = (await visitor.send('carts', cartDraft('SCARF'))).json as Cart;
  const draft = customerDraft();
  const signedUp = await visitor.send('signup', draft);
  t.equal(signedUp.status, 201, signedUp.text);
  const { customer } = signedUp.json as { customer: Resource };
  matchWhole(t, signedUp.json, { cart: { id: cart.id, version: 2, customerId: customer.id } });
  t.notOk('anonymousId' in (await get('carts', cart.id)));
  matchWhole(
    t,
    (await http.send('GET', `${base}/orders?where=${encodeURIComponent(`customerId="${customer.id}"`)}`)).json,
    {
      total: 1,
    },
  );

  const secondVisitor = await startAnonymousSession();
  await secondVisitor.send('carts', cartDraft('HAT'));
  const signedIn = await secondVisitor.send('login', draft);
  matchWhole(
    t,
    signedIn,
    { status: 200, json: { customer: { id: customer.id }, cart: { id: cart.id } } },
    signedIn.text,
  );
  matchWhole(t, quantitiesBySku(await get('carts', cart.id)), { SCARF: 1, HAT: 1 });
});
