/** The endpoints of carts. */
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { rejectionOf } from '../../support/sdk.js';
import { startCarts } from './startCarts.js';

const { quayside, projectKey, http, base, sdk, createIn, create, update, get } = await startCarts();

test('creates, reads, queries, updates and deletes a cart (ORD063, LIM019)', async t => {
  const key = newKey('cart');
  const cart = await create({ key });
  matchWhole(t, cart, {
    version: 1,
    key,
    cartState: 'Active',
    lineItems: [],
    customLineItems: [],
    totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 0, fractionDigits: 2 },
    taxMode: 'Platform',
    taxRoundingMode: 'HalfEven',
    priceRoundingMode: 'HalfEven',
    taxCalculationMode: 'LineItemLevel',
    inventoryMode: 'None',
    shippingMode: 'Single',
    shipping: [],
    itemShippingAddresses: [],
    discountCodes: [],
    directDiscounts: [],
    refusedGifts: [],
    origin: 'Customer',
    deleteDaysAfterLastModification: 90,
  });
  for (const absent of [
    'taxedPrice',
    'shippingInfo',
    'totalLineItemQuantity',
    'customerId',
    'anonymousId',
    'discountOnTotalPrice',
  ])
    t.notOk(absent in cart, absent);
  t.same((await sdk.carts().withKey({ key }).get().execute()).body, cart);
  t.same(await get(cart), cart);
  matchWhole(
    t,
    (
      await sdk
        .carts()
        .get({ queryArgs: { where: `key = "${key}" and cartState = "Active"` } })
        .execute()
    ).body,
    { total: 1, results: [{ id: cart.id }] },
  );
  const changed = (
    await sdk
      .carts()
      .withKey({ key })
      .post({ body: { version: 1, actions: [{ action: 'setCountry', country: 'DE' }] } })
      .execute()
  ).body;
  matchWhole(t, changed, { version: 2, country: 'DE' });
  const endOf = async () => (await quayside.services.store.scores(projectKey, 'cart', { by: 'endsAt' }, [cart.id]))[0];
  const dayMs = 24 * 60 * 60 * 1_000;
  t.equal(
    await endOf(),
    Date.parse(changed.lastModifiedAt) + 90 * dayMs,
    'keeps a cart for 90 days after its last change',
  );
  const brief = await update(changed, {
    action: 'setDeleteDaysAfterLastModification',
    deleteDaysAfterLastModification: 2,
  });
  t.equal(
    await endOf(),
    Date.parse(brief.lastModifiedAt) + 2 * dayMs,
    'keeps a cart for the number of days that it names',
  );
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .carts()
        .withId({ ID: cart.id })
        .delete({ queryArgs: { version: 1 } })
        .execute(),
    ),
    { statusCode: 409, body: { errors: [{ code: 'ConcurrentModification', currentVersion: 3 }] } },
  );
  t.equal(
    (
      await sdk
        .carts()
        .withKey({ key })
        .delete({ queryArgs: { version: 3 } })
        .execute()
    ).body.id,
    cart.id,
  );
  t.equal((await rejectionOf(sdk.carts().withId({ ID: cart.id }).get().execute())).statusCode, 404);
});

test('answers 404 for a cart of another store', async t => {
  const [here, there] = [newKey('store'), newKey('store')];
  await Promise.all([here, there].map(key => createIn('stores', { key })));
  const inStore = (storeKey: string) => sdk.inStoreKeyWithStoreKeyValue({ storeKey }).carts();
  const key = newKey('cart');
  const cart = (
    await inStore(here)
      .post({ body: { currency: 'EUR', key } })
      .execute()
  ).body;
  matchWhole(t, cart, { store: { typeId: 'store', key: here } });
  t.equal((await inStore(here).withKey({ key }).get().execute()).body.id, cart.id);
  t.equal((await inStore(there).get().execute()).body.total, 0);
  for (const call of [
    inStore(there).withId({ ID: cart.id }).get(),
    inStore(there).withKey({ key }).get(),
    inStore(there)
      .withId({ ID: cart.id })
      .post({ body: { version: 1, actions: [] } }),
    inStore(there)
      .withId({ ID: cart.id })
      .delete({ queryArgs: { version: 1 } }),
  ])
    matchWhole(t, await rejectionOf(call.execute()), {
      statusCode: 404,
      body: { errors: [{ code: 'ResourceNotFound' }] },
    });
  matchWhole(t, (await http.send('DELETE', `${base}/stores/key=${here}?version=1`)).json, {
    errors: [{ code: 'ReferenceExists' }],
  });
  t.equal(
    (
      await inStore(here)
        .withId({ ID: cart.id })
        .delete({ queryArgs: { version: 1 } })
        .execute()
    ).body.id,
    cart.id,
  );
});
