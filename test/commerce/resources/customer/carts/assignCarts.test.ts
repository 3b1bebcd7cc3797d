/**
 * Tests which carts and orders a sign-up or sign-in assigns to the customer, and the prices of the cart in the
 * response.
 */
import { test } from '../../../../support/tap.js';
import { assertError } from '../../../../support/refusal.js';
import { newKey, money } from '../../../../support/drafts.js';
import type { Resource } from '../../../../support/resourceApi.js';
import { matchWhole } from '../../../../support/matchWhole.js';
import { newCustomer, quantitiesBySku, startSignIns, apiErrorOf, type Cart, customerDraft } from './startSignIns.js';
import { signUp as signUpCustomer } from '../../../../../src/commerce/resources/customer/commands/signIn.js';
import { anonymousToken } from '../../../../support/oauth.js';
import { address } from '../../../../support/shop.js';

const {
  api,
  base,
  createAnonymousCart,
  createCart,
  createOwnCart,
  get,
  getActiveCart,
  http,
  refusedSignIn,
  signIn,
  client,
  postCustomer,
  projectKey,
  servicesWithAction,
  shop,
} = await startSignIns();

test('assigns an anonymous cart to a customer without a cart (CUST110, CUST113, CUST127)', async t => {
  const session = newKey('session');
  const [cart, other] = [
    await createAnonymousCart(session, [['JACKET', 1]]),
    await createAnonymousCart(session, [['SCARF', 1]]),
  ];
  const group = await api.createIn('customer-groups', { groupName: newKey('group') });
  const customer = newCustomer(group);
  const own = (await signIn({ customer, anonymousCartId: cart.id }))!;
  matchWhole(t, own, {
    id: cart.id,
    version: 2,
    cartState: 'Active',
    customerId: customer.id,
    customerGroup: { id: group.id },
  });
  t.notOk('anonymousId' in own);
  matchWhole(t, await get('carts', other.id), { version: 1, anonymousId: session }, 'assigns no other cart');
  t.equal((await getActiveCart(customer.id)).id, cart.id);
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: cart.id, anonymousId: newKey('session') }),
    { id: cart.id, version: 2 },
    'a repeated sign-in with the assigned cart changes nothing',
  );
  const frozen = await api.update(await createCart([['HAT', 2]]), { action: 'freezeCart' });
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: frozen.id }),
    { id: cart.id, version: 2 },
    'a frozen cart is assigned and not merged',
  );
  matchWhole(t, await get('carts', frozen.id), {
    version: frozen.version + 1,
    cartState: 'Frozen',
    customerId: customer.id,
    totalPrice: frozen.totalPrice,
  });
});

test('assigns the carts that exceed the limit of one sign-in at the next one (CUST111)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  for (let at = 0; at < 202; at++) await createCart([], { anonymousId: session });
  const last = await createAnonymousCart(session, [['HAT', 1]]);
  const left = async () =>
    (
      (await http.send('GET', `${base}/carts?limit=1&where=${encodeURIComponent(`anonymousId="${session}"`)}`))
        .json as { total: number }
    ).total;
  matchWhole(t, await signIn({ customer, anonymousId: session }), { id: last.id });
  t.equal(await left(), 3, 'the youngest carts are assigned first');
  matchWhole(t, await signIn({ customer, anonymousId: session }), { id: last.id, lineItems: [{ quantity: 1 }] });
  t.equal(await left(), 0);
});

test('assigns all carts of an anonymous id (CUST111, CUST122, CUST125, CUST126, CUST128, customer.36ce9)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const own = await createOwnCart(customer, [['HAT', 1]]);
  const first = await createAnonymousCart(session, [['JACKET', 1]]);
  const second = await createAnonymousCart(session, [['SCARF', 1]]);
  const ordered = await createAnonymousCart(session, [['HAT', 1]]);
  const order = await api.createIn('orders', { cart: { typeId: 'cart', id: ordered.id }, version: ordered.version });
  const frozen = await api.update(await createAnonymousCart(session, [['HAT', 2]]), { action: 'freezeCart' });
  const last = await api.update(first, { action: 'setCountry', country: 'FR' });
  const otherSession = await createAnonymousCart(newKey('session'), [['JACKET', 1]]);
  const active = (await signIn({ customer, anonymousId: session, mode: 'UseAsNewActiveCustomerCart' }))!;
  matchWhole(t, active, { id: last.id, version: last.version + 1, cartState: 'Active', customerId: customer.id });
  t.same(quantitiesBySku(active), { JACKET: 1 }, 'nothing is merged');
  t.equal((await getActiveCart(customer.id)).id, last.id);
  for (const [{ id, version }, cartState] of [
    [second, 'Active'],
    [{ ...ordered, version: 2 }, 'Ordered'],
    [frozen, 'Frozen'],
  ] as const) {
    const after = await get('carts', id);
    matchWhole(t, after, { version: version + 1, cartState, customerId: customer.id });
    t.notOk('anonymousId' in after);
  }
  const after = await get('orders', order.id);
  matchWhole(t, after, { version: order.version + 1, customerId: customer.id, lineItems: [{ quantity: 1 }] });
  t.notOk('anonymousId' in after);
  matchWhole(t, (await api.messagesOf(order)).at(-1), { type: 'OrderCustomerSet', customer: { id: customer.id } });
  matchWhole(
    t,
    [await get('carts', own.id), await get('carts', otherSession.id)],
    [{ version: own.version, cartState: 'Active' }, { version: 1 }],
  );
});

test('refuses a cart of another session or customer, or an unknown one (CUST112, CUST136, customer.12884)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const [cart, mine] = [
    await createAnonymousCart(session, [['JACKET', 1]]),
    await createAnonymousCart(newKey('session'), [['SCARF', 1]]),
  ];
  const others = await createOwnCart(newCustomer(), [['HAT', 1]]);
  assertError(
    t,
    await refusedSignIn({ customer, anonymousCartId: mine.id, anonymousId: session }),
    'InvalidOperation',
    { message: new RegExp(`'${mine.id}' does not have the anonymousId`) },
  );
  assertError(t, await refusedSignIn({ customer, anonymousCartId: others.id }), 'InvalidOperation');
  assertError(t, await refusedSignIn({ customer, anonymousCartId: 'none' }), 'ReferencedResourceNotFound', {
    typeId: 'cart',
    id: 'none',
  });
  t.same(await Promise.all([cart, mine, others].map(async ({ id }) => (await get('carts', id)).version)), [
    1,
    1,
    others.version,
  ]);
  const young = await createAnonymousCart(session, [['HAT', 1]]);
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: cart.id, anonymousId: session }),
    { id: cart.id },
    'the named cart has precedence over a younger one',
  );
  matchWhole(t, await get('carts', young.id), { customerId: customer.id, cartState: 'Active' });
});

test('assigns only carts of the store and never moves items between stores (CUST110, CUST111, CUST114)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const [north, south] = await Promise.all(
    ['north', 'south'].map(name => api.createIn('stores', { key: newKey(name), name: { en: name } })),
  );
  const at = (store: Resource) => ({ store: { typeId: 'store', key: store.key } });
  const own = await createOwnCart(customer, [['JACKET', 1]], at(north!));
  const [inNorth, inSouth, nowhere] = [
    await createAnonymousCart(session, [['HAT', 1]], at(north!)),
    await createAnonymousCart(session, [['HAT', 1]], at(south!)),
    await createAnonymousCart(session, [['HAT', 1]]),
  ];
  const storeKey = north!.key as string;
  assertError(
    t,
    await refusedSignIn({ customer, storeKey, anonymousCartId: inSouth.id }),
    'ReferencedResourceNotFound',
    { typeId: 'cart', id: inSouth.id },
  );
  const active = (await signIn({ customer, storeKey, anonymousId: session }))!;
  t.equal(active.id, own.id);
  t.same(quantitiesBySku(active), { JACKET: 1, HAT: 1 });
  matchWhole(
    t,
    [await get('carts', inNorth.id), await get('carts', inSouth.id), await get('carts', nowhere.id)],
    [{ cartState: 'Merged' }, { version: 1 }, { version: 1 }],
  );
  matchWhole(t, await signIn({ customer, anonymousCartId: inSouth.id }), {
    id: inSouth.id,
    cartState: 'Active',
    store: { key: south!.key },
  });
});

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
  assertError(t, await signUp(key, session), 'DuplicateField', { field: 'key', duplicateValue: key });
  t.same(await versions(), [1, 2, 1], 'refused before the commit');
  const taken = customerDraft();
  const services = servicesWithAction(async () => {
    await postCustomer('customers', taken, 201);
  });
  assertError(
    t,
    await apiErrorOf(() => signUpCustomer(services, { projectKey, client }, { ...taken, anonymousId: session })),
    'DuplicateField',
    { field: 'email', duplicateValue: taken.email },
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

test('one of several concurrent sign-ups with one email succeeds and changes the cart (CUST127, CUST128)', async t => {
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
    { total: 1 },
  );
});

test('changes nothing in a refused sign-in over HTTP (CUST112, CUST136)', async t => {
  const draft = customerDraft();
  await postCustomer('customers', draft, 201);
  const cart = await createAnonymousCart('one-session', [['HAT', 1]]);
  assertError(
    t,
    await http.send('POST', `${base}/login`, {
      body: { ...draft, anonymousCartId: cart.id, anonymousId: 'another-session' },
    }),
    'InvalidOperation',
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

test('assigns carts and orders of the session at sign-up and sign-in (CUST125, CUST127, CUST128)', async t => {
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
    { total: 1 },
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

test('responds with current prices (CUST124, CUST134, customer.85d9c, customer.14c0c, customer.9fc41)', async t => {
  const group = await api.createIn('customer-groups', { groupName: newKey('group') });
  const customer = newCustomer(group);
  const [kept, gone] = [shop.newSku(), shop.newSku()];
  const ofGroup = { value: money(4_000), customerGroup: { typeId: 'customer-group' as const, id: group.id } };
  const product = await shop.product(kept, 5_000, {
    masterVariant: { sku: kept, prices: [{ value: money(5_000) }, ofGroup] },
  });
  const withdrawn = await shop.product(gone, 1_000);
  const session = newKey('session');
  const [old, cart] = [
    await createAnonymousCart(session, [[kept, 1]]),
    await createAnonymousCart(session, [
      [kept, 2],
      [gone, 1],
    ]),
  ];
  matchWhole(t, cart, { totalPrice: { centAmount: 11_000 } });
  const products = api.resourcesAt('products');
  await products.update(withdrawn, { action: 'unpublish' });
  await products.update(product, { action: 'changeName', name: { en: 'Coat' }, staged: false });
  const active = (await signIn({ customer, anonymousId: session, updateProductData: false }))!;
  matchWhole(t, active, {
    id: cart.id,
    totalPrice: { centAmount: 8_000 },
    lineItems: [{ quantity: 2, name: { en: 'Rain jacket' } }],
  });
  t.same(quantitiesBySku(active), { [kept]: 2 });
  matchWhole(
    t,
    await get('carts', old.id),
    { totalPrice: { centAmount: 4_000 }, customerGroup: { id: group.id } },
    'the other cart has the prices of the group as well',
  );
  matchWhole(t, await signIn({ customer, updateProductData: true }), {
    id: cart.id,
    version: active.version + 1,
    lineItems: [{ name: { en: 'Coat' } }],
  });
  matchWhole(t, await signIn({ customer }), { version: active.version + 1 }, 'an unchanged cart is not written');
  t.equal(await signIn({ customer: newCustomer() }), undefined, 'responds without a cart if there is none');
});

test('a sign-in at /me reads prices again, and product data on request (customer.f8e11, customer.41e47)', async t => {
  const sku = shop.newSku();
  const product = await shop.product(sku, 5_000);
  const draft = customerDraft();
  const visitor = await startAnonymousSession();
  await visitor.send('carts', cartDraft(sku));
  t.equal((await visitor.send('signup', draft)).status, 201);
  await api
    .resourcesAt('products')
    .update(
      product,
      { action: 'changeName', name: { en: 'Coat' }, staged: false },
      { action: 'setPrices', variantId: 1, prices: [{ value: money(6_000) }], staged: false },
    );
  for (const [updateProductData, name] of [
    [false, 'Rain jacket'],
    [true, 'Coat'],
  ] as const) {
    const { json } = await (await startAnonymousSession()).send('login', { ...draft, updateProductData });
    const { cart } = json as { readonly cart: Cart };
    t.match(cart.lineItems, [{ name: { en: name }, price: { value: { centAmount: 6_000 } } }]);
  }
});

test('refuses a sign-in without a tax rate for the country, without a change (CUST132)', async t => {
  const customer = newCustomer();
  const sku = shop.newSku();
  const taxCategory = await api.createIn('tax-categories', {
    name: newKey('tax'),
    rates: [{ name: 'VAT', amount: 0.19, includedInPrice: true, country: 'DE' }],
  });
  await shop.product(sku, 1_000, { taxCategory: { typeId: 'tax-category', id: taxCategory.id } });
  const cart = await createCart([[sku, 1]]);
  const own = await createOwnCart(customer, [['JACKET', 1]], { shippingAddress: address({ country: 'FR' }) });
  assertError(t, await refusedSignIn({ customer, anonymousCartId: cart.id }), 'MissingTaxRateForCountry', {
    taxCategoryId: taxCategory.id,
    country: 'FR',
  });
  t.same([(await get('carts', cart.id)).version, (await get('carts', own.id)).version], [1, own.version]);
});
