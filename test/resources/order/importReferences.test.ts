/** What an import may refer to exists, or the whole import is refused. */
import { test } from '../../support/tap.js';
import { lineItemDraft, money, newKey, orderDraft, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const sdk = sdkOf(quayside, credentials);
const http = quayside.http.as(await quayside.token(credentials));
const importRaw = (changes: object) =>
  http.send('POST', `/${credentials.projectKey}/orders/import`, { body: { ...orderDraft(), ...changes } });
const total = async () => (await sdk.orders().get().execute()).body.total;
const messages = async () => (await sdk.messages().get().execute()).body.total;

const custom = (identifier: object) => ({ type: { typeId: 'type', ...identifier }, fields: { colour: 'red' } });
const [id, key] = ['00000000-0000-4000-8000-000000000000', 'nowhere'];

test('refuses a missing reference with its type and identifier and writes nothing (ORD105, ERR028)', async t => {
  for (const [changes, typeId, identifier] of [
    [{ store: { typeId: 'store', key } }, 'store', { key }],
    [{ store: { typeId: 'store', id } }, 'store', { id }],
    [{ state: { typeId: 'state', id } }, 'state', { id }],
    [{ customerGroup: { typeId: 'customer-group', id } }, 'customer-group', { id }],
    [{ businessUnit: { typeId: 'business-unit', key } }, 'business-unit', { key }],
    [{ paymentInfo: { payments: [{ typeId: 'payment', id }] } }, 'payment', { id }],
    [{ custom: custom({ id }) }, 'type', { id }],
    [{ custom: custom({ key }) }, 'type', { key }],
    [{ shippingAddress: { country: 'DE', custom: custom({ key }) } }, 'type', { key }],
    [{ lineItems: [lineItemDraft(), lineItemDraft({ supplyChannel: { typeId: 'channel', id } })] }, 'channel', { id }],
    [{ lineItems: [lineItemDraft({ state: [{ quantity: 2, state: { typeId: 'state', id } }] })] }, 'state', { id }],
    [
      {
        customLineItems: [
          {
            name: { en: 'Wrap' },
            slug: 'wrap',
            quantity: 1,
            money: money(1),
            taxCategory: { typeId: 'tax-category', key },
          },
        ],
      },
      'tax-category',
      { key },
    ],
  ] as const) {
    const before = [await total(), await messages()];
    matchWhole(
      t,
      await importRaw({ ...changes, orderNumber: newKey('o') }),
      { status: 400, json: { errors: [{ code: 'ReferencedResourceNotFound', typeId, ...identifier }] } },
      JSON.stringify(changes),
    );
    t.same([await total(), await messages()], before);
  }
});

test('an identifier has either id or key, and the type of its field (GEN037, GEN039)', async t => {
  matchWhole(t, (await importRaw({ store: { typeId: 'store' } })).json, {
    statusCode: 400,
    errors: [{ code: 'RequiredField', field: 'store.id', message: /either id or key/ }],
  });
  matchWhole(t, (await importRaw({ store: { typeId: 'store', id, key } })).json, {
    statusCode: 400,
    errors: [{ code: 'InvalidInput', message: "'store' has both id and key; expected one of them." }],
  });
  matchWhole(t, (await importRaw({ store: { typeId: 'channel', id } })).json, {
    statusCode: 400,
    errors: [{ code: 'InvalidField', field: 'store.typeId', invalidValue: 'channel', message: /Expected 'store'/ }],
  });
});

test('references prevent the deletion of their targets until the order is deleted (ORD010, ORD023)', async t => {
  const store = (
    await sdk
      .stores()
      .post({ body: { key: newKey('store') } })
      .execute()
  ).body;
  const state = (await sdk.states().post({ body: stateDraft() }).execute()).body;
  const { body: order } = await sdk
    .orders()
    .importOrder()
    .post({ body: orderDraft({ store: { typeId: 'store', id: store.id }, state: { typeId: 'state', id: state.id } }) })
    .execute();
  matchWhole(t, order, { store: { typeId: 'store', key: store.key }, state: { typeId: 'state', id: state.id } });
  const deletions = () =>
    [sdk.stores().withId({ ID: store.id }), sdk.states().withId({ ID: state.id })].map(one =>
      one.delete({ queryArgs: { version: 1 } }).execute(),
    );
  for (const deletion of deletions())
    matchWhole(t, (await rejectionOf(deletion)).body, { statusCode: 400, errors: [{ code: 'ReferenceExists' }] });
  await sdk
    .orders()
    .withId({ ID: order.id })
    .delete({ queryArgs: { version: 1 } })
    .execute();
  for (const deletion of deletions()) t.equal((await deletion).statusCode, 200);
});

test('a State can be deleted after the order left it, not while the order is in it (OACT036, STATE045)', async t => {
  const [from, to] = [
    (await sdk.states().post({ body: stateDraft() }).execute()).body,
    (await sdk.states().post({ body: stateDraft() }).execute()).body,
  ];
  const { body: order } = await sdk
    .orders()
    .importOrder()
    .post({ body: orderDraft({ state: { typeId: 'state', id: from.id } }) })
    .execute();
  // The key of a State serves as well as its id.
  const { body: moved } = await sdk
    .orders()
    .withId({ ID: order.id })
    .post({ body: { version: 1, actions: [{ action: 'transitionState', state: { typeId: 'state', key: to.key } }] } })
    .execute();
  t.same(moved.state, { typeId: 'state', id: to.id });
  t.equal(
    (
      await sdk
        .states()
        .withId({ ID: from.id })
        .delete({ queryArgs: { version: 1 } })
        .execute()
    ).statusCode,
    200,
  );
  matchWhole(
    t,
    (
      await rejectionOf(
        sdk
          .states()
          .withId({ ID: to.id })
          .delete({ queryArgs: { version: 1 } })
          .execute(),
      )
    ).body,
    { errors: [{ code: 'ReferenceExists' }] },
  );
});
