/** Tests which carts and orders a sign-in assigns to the customer. */
import { test } from '../../../support/tap.js';
import { newKey } from '../../../support/drafts.js';
import type { Resource } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { newCustomer, quantitiesBySku, startSignIns } from './startSignIns.js';

const { api, base, createAnonymousCart, createCart, createOwnCart, get, getActiveCart, http, refusedSignIn, signIn } =
  await startSignIns();

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

test('assigns all carts and orders of an anonymous id and applies the mode to the cart modified last (CUST111, CUST122, CUST125, CUST126, CUST128)', async t => {
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

test('refuses a cart of another session or customer, and an unknown cart, without a change (CUST112, CUST136)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const [cart, mine] = [
    await createAnonymousCart(session, [['JACKET', 1]]),
    await createAnonymousCart(newKey('session'), [['SCARF', 1]]),
  ];
  const others = await createOwnCart(newCustomer(), [['HAT', 1]]);
  matchWhole(t, await refusedSignIn({ customer, anonymousCartId: mine.id, anonymousId: session }), {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: new RegExp(`'${mine.id}' does not have the anonymousId`) }],
  });
  matchWhole(t, await refusedSignIn({ customer, anonymousCartId: others.id }), {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation' }],
  });
  matchWhole(t, await refusedSignIn({ customer, anonymousCartId: 'none' }), {
    statusCode: 400,
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: 'none' }],
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
  matchWhole(t, await refusedSignIn({ customer, storeKey, anonymousCartId: inSouth.id }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: inSouth.id }],
  });
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
