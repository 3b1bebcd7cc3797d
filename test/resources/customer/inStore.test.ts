import type { CustomerUpdateAction } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { rejectionOf, sdkAs } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newEmail, password, startCustomers, storeReference } from './startCustomers.js';

const { create, credentials, newStore, projectKey, quayside, sdk, sdkOfCustomer, update } = await startCustomers();

test('shows on the paths of a store only its customers (AUTH015, AUTH052)', async t => {
  const [shop, elsewhere] = [await newStore(), await newStore()];
  const [here, there] = [shop, elsewhere].map(storeKey => sdk.inStoreKeyWithStoreKeyValue({ storeKey }));
  const email = newEmail();
  const { customer } = (
    await here!
      .customers()
      .post({ body: { email, password, key: newKey('c'), stores: [storeReference(elsewhere)] } })
      .execute()
  ).body;
  t.same(
    customer.stores,
    [storeReference(shop)],
    "the customer belongs to the path's store, not to those of the draft",
  );
  matchWhole(t, await rejectionOf(here!.customers().post({ body: { email, password } }).execute()), {
    body: { errors: [{ code: 'DuplicateField', field: 'email', duplicateValue: email }] },
  });
  t.same((await here!.customers().withId({ ID: customer.id }).get().execute()).body, customer);
  matchWhole(t, await rejectionOf(there!.customers().withId({ ID: customer.id }).get().execute()), { statusCode: 404 });
  matchWhole(
    t,
    await rejectionOf(
      there!
        .customers()
        .withKey({ key: customer.key! })
        .post({ body: { version: 1, actions: [] } })
        .execute(),
    ),
    { statusCode: 404 },
  );
  matchWhole(
    t,
    (
      await here!
        .customers()
        .withKey({ key: customer.key! })
        .post({ body: { version: 1, actions: [{ action: 'setFirstName', firstName: 'Sto' }] } })
        .execute()
    ).body,
    { version: 2, firstName: 'Sto' },
  );
  const me = await sdkOfCustomer(email, shop);
  t.equal((await me.inStoreKeyWithStoreKeyValue({ storeKey: shop }).me().get().execute()).body.id, customer.id);
  matchWhole(t, await rejectionOf(me.inStoreKeyWithStoreKeyValue({ storeKey: elsewhere }).me().get().execute()), {
    statusCode: 404,
  });
  t.equal((await me.me().get().execute()).body.id, customer.id);
  const shared = await create({ stores: [storeReference(shop), storeReference(elsewhere)] });
  const third = await newStore();
  const scope = `manage_customers:${projectKey}:${shop}`;
  const atShop = async (...actions: CustomerUpdateAction[]) =>
    sdkAs(quayside, projectKey, await quayside.token(credentials, scope))
      .inStoreKeyWithStoreKeyValue({ storeKey: shop })
      .customers()
      .withId({ ID: shared.id })
      .post({ body: { version: 1, actions } })
      .execute();
  const moves: CustomerUpdateAction[] = [
    { action: 'setStores', stores: [] },
    { action: 'setStores', stores: [storeReference(shop)] },
    { action: 'addStore', store: storeReference(third) },
    { action: 'removeStore', store: storeReference(elsewhere) },
  ];
  for (const move of moves)
    matchWhole(
      t,
      await rejectionOf(atShop({ action: 'setFirstName', firstName: 'x' }, move)),
      {
        statusCode: 403,
        body: { errors: [{ code: 'insufficient_scope', message: /This would move the customer out of/ }] },
      },
      JSON.stringify(move),
    );
  t.strictSame(
    (await sdk.customers().withId({ ID: shared.id }).get().execute()).body,
    shared,
    'a token of the store changes no other stores of a customer',
  );
  matchWhole(
    t,
    (await atShop({ action: 'addStore', store: storeReference(shop) }, { action: 'setFirstName', firstName: 'x' }))
      .body,
    {
      version: 2,
      stores: shared.stores,
    },
  );
  matchWhole(
    t,
    await update({ ...shared, version: 2 }, { action: 'setStores', stores: [storeReference(elsewhere)] }),
    { stores: [storeReference(elsewhere)] },
    "an update on the project's path may change the stores",
  );
  const mine = (
    await here!
      .me()
      .signup()
      .post({ body: { email: newEmail(), password } })
      .execute()
  ).body.customer;
  t.same(mine.stores, [storeReference(shop)]);
  matchWhole(t, (await here!.customers().get().execute()).body.total, 2);
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .stores()
        .withKey({ key: shop })
        .delete({ queryArgs: { version: 1 } })
        .execute(),
    ),
    { body: { errors: [{ code: 'ReferenceExists' }] } },
  );
  t.equal(
    (
      await here!
        .customers()
        .withId({ ID: customer.id })
        .delete({ queryArgs: { version: 2 } })
        .execute()
    ).statusCode,
    200,
  );
});
