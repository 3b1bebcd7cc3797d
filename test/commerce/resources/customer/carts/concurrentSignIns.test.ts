/** Tests concurrent sign-ins, and changes of carts and customers during a sign-in. */
import { test } from '../../../../support/tap.js';
import { signIn as signInCustomer } from '../../../../../src/commerce/resources/customer/commands/signIn.js';
import { loadMany } from '../../../../../src/engine/loadResources.js';
import { newKey } from '../../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../../support/matchWhole.js';
import { customerDraft, newCustomer, quantitiesBySku, startSignIns } from './startSignIns.js';

const {
  api,
  base,
  client,
  createAnonymousCart,
  createCart,
  createOwnCart,
  engine,
  get,
  http,
  postCustomer,
  projectKey,
  servicesWithAction,
  shop,
  signIn,
} = await startSignIns();

test('merges an anonymous cart once in ten concurrent sign-ins and loses no line item (CUST114, CUST115)', async t => {
  for (const both of [false, true]) {
    const customer = newCustomer();
    const session = newKey('session');
    const own = await createOwnCart(customer, [
      ['JACKET', 2],
      ['SCARF', 1],
    ]);
    const cart = await createAnonymousCart(session, [
      ['SCARF', 3],
      ['HAT', 1],
    ]);
    const ordered = await createAnonymousCart(session, [['HAT', 1]]);
    const order = await api.createIn('orders', { cart: { typeId: 'cart', id: ordered.id }, version: ordered.version });
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        signIn({
          customer,
          anonymousCartId: both || at % 2 === 0 ? cart.id : undefined,
          anonymousId: both || at % 2 === 1 ? session : undefined,
        }),
      ),
    );
    for (const response of responses) matchWhole(t, response, { id: own.id, version: own.version + 1 });
    t.same(quantitiesBySku(await get('carts', own.id)), { JACKET: 2, SCARF: 3, HAT: 1 });
    matchWhole(t, await get('carts', cart.id), {
      cartState: 'Merged',
      version: cart.version + 1,
      lineItems: [{ quantity: 3 }, { quantity: 1 }],
    });
    matchWhole(t, await get('orders', order.id), { customerId: customer.id, version: 2 });
  }
  const customer = newCustomer();
  const cart = await createCart([['HAT', 2]]);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () =>
      signIn({ customer, anonymousCartId: cart.id, mode: 'UseAsNewActiveCustomerCart' }),
    ),
  );
  for (const response of responses) matchWhole(t, response, { id: cart.id, version: 2, lineItems: [{ quantity: 2 }] });
});

test('merges ten anonymous carts concurrently with a cart update and loses no line item (CUST114)', async t => {
  const customer = newCustomer();
  const skus = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const sku = shop.newSku();
      await shop.product(sku, 1_000);
      return sku;
    }),
  );
  const own = await createOwnCart(customer, [['JACKET', 1]]);
  const carts = await Promise.all(skus.map(sku => createCart([[sku, 1]])));
  const addHat = async (): Promise<void> => {
    const { version } = await get('carts', own.id);
    const { status } = await http.send('POST', `${base}/carts/${own.id}`, {
      body: { version, actions: [{ action: 'addLineItem', sku: 'HAT', quantity: 1 }] },
    });
    if (status === 409) await addHat();
  };
  await Promise.all([addHat(), ...carts.map(({ id }) => signIn({ customer, anonymousCartId: id }))]);
  t.same(quantitiesBySku(await get('carts', own.id)), {
    JACKET: 1,
    HAT: 1,
    ...Object.fromEntries(skus.map(sku => [sku, 1])),
  });
  const stored = await loadMany(engine, projectKey, 'cart', valuesOf(carts, 'id'));
  t.ok([...stored.values()].every(cart => (cart as unknown as { cartState: string }).cartState === 'Merged'));
});

test('merges an anonymous cart once in ten concurrent sign-ins over HTTP (CUST110, CUST114, CUST115)', async t => {
  const draft = customerDraft();
  const { customer } = await postCustomer('customers', draft, 201);
  const own = await createCart(
    [
      ['JACKET', 2],
      ['SCARF', 1],
    ],
    { customerId: customer.id },
  );
  const cart = await createAnonymousCart(newKey('session'), [
    ['SCARF', 3],
    ['HAT', 1],
  ]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      postCustomer('login', { ...draft, anonymousCart: { typeId: 'cart', id: cart.id } }),
    ),
  );
  for (const answer of answers) matchWhole(t, answer, { customer: { id: customer.id }, cart: { id: own.id } });
  matchWhole(t, quantitiesBySku(await get('carts', own.id)), { JACKET: 2, SCARF: 3, HAT: 1 });
  matchWhole(t, await get('carts', cart.id), {
    cartState: 'Merged',
    version: cart.version + 1,
    customerId: customer.id,
  });
  matchWhole(
    t,
    await postCustomer('login', draft),
    { cart: { id: own.id } },
    'a sign-in without an anonymous cart responds with the cart',
  );
});

test('uses the new customer group if it changes during the sign-in (CUST110, CUST113)', async t => {
  const draft = customerDraft();
  const { customer } = await postCustomer('customers', draft, 201);
  const { id } = await api.createIn('customer-groups', { groupName: newKey('group') });
  const cart = await createAnonymousCart(newKey('session'), [['HAT', 1]]);
  const services = servicesWithAction(async () => {
    const actions = [{ action: 'setCustomerGroup', customerGroup: { typeId: 'customer-group', id } }];
    t.equal(
      (await http.send('POST', `${base}/customers/${customer.id}`, { body: { version: 1, actions } })).status,
      200,
    );
  });
  await signInCustomer(services, { projectKey, client }, { ...draft, anonymousCartId: cart.id });
  matchWhole(t, await get('carts', cart.id), { version: 2, customerId: customer.id, customerGroup: { id } });
});
