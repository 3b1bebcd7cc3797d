/** What an import may refer to exists, or the whole import is refused. */
import { test } from '../../support/tap.js';
import { lineItemDraft, money, newKey, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { sdk, create, update, remove, refuseCreation, createIn, resourcesAt } = await startOrders();
const { remove: removeState } = resourcesAt('states');
const { remove: removeStore } = resourcesAt('stores');
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
      await refuseCreation({ ...changes, orderNumber: newKey('o') }),
      { statusCode: 400, errors: [{ code: 'ReferencedResourceNotFound', typeId, ...identifier }] },
      JSON.stringify(changes),
    );
    t.same([await total(), await messages()], before);
  }
});

test('an identifier has either id or key, and the type of its field (GEN037, GEN039)', async t => {
  matchWhole(t, await refuseCreation({ store: { typeId: 'store' } }), {
    statusCode: 400,
    errors: [{ code: 'RequiredField', field: 'store.id', message: /either id or key/ }],
  });
  matchWhole(t, await refuseCreation({ store: { typeId: 'store', id, key } }), {
    statusCode: 400,
    errors: [{ code: 'InvalidInput', message: "'store' has both id and key; expected one of them." }],
  });
  matchWhole(t, await refuseCreation({ store: { typeId: 'channel', id } }), {
    statusCode: 400,
    errors: [{ code: 'InvalidField', field: 'store.typeId', invalidValue: 'channel', message: /Expected 'store'/ }],
  });
});

test('references prevent the deletion of their targets until the order is deleted (ORD010, ORD023)', async t => {
  const store = await createIn('stores', { key: newKey('store') });
  const state = await createIn('states', stateDraft());
  const order = await create({ store: { typeId: 'store', id: store.id }, state: { typeId: 'state', id: state.id } });
  matchWhole(t, order, { store: { typeId: 'store', key: store.key }, state: { typeId: 'state', id: state.id } });
  for (const refused of [await removeStore(store), await removeState(state)])
    matchWhole(t, refused, { status: 400, json: { errors: [{ code: 'ReferenceExists' }] } });
  await remove(order);
  for (const removed of [await removeStore(store), await removeState(state)]) t.equal(removed.status, 200);
});

test('a State can be deleted after the order left it, not while the order is in it (OACT036, STATE045)', async t => {
  const [from, to] = [await createIn('states', stateDraft()), await createIn('states', stateDraft())];
  const order = await create({ state: { typeId: 'state', id: from.id } });
  // The key of a State serves as well as its id.
  const moved = await update(order, { action: 'transitionState', state: { typeId: 'state', key: to.key } });
  t.same(moved.state, { typeId: 'state', id: to.id });
  t.equal((await removeState(from)).status, 200);
  matchWhole(t, (await removeState(to)).json, { errors: [{ code: 'ReferenceExists' }] });
});
