import { randomUUID } from 'node:crypto';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { bodyOf } from '../../../support/sdk.js';
import { keys } from '../../../../src/store/keys.js';
import {
  createType,
  customLineItemDraft,
  fieldDefinition,
  lineItemDraft,
  money,
  newKey,
  referenceTo,
  stateDraft,
} from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';

const { create, update, createIn, sdk, quayside, credentials } = await startOrders();
const roles = ['InventorySupply', 'ProductDistribution', 'OrderImport'];
const supply = await createIn('channels', { key: newKey('supply'), roles });
const group = await createIn('customer-groups', { groupName: newKey('Group') });
const payment = await createIn('payments', { amountPlanned: money(1) });
const state = await createIn('states', stateDraft());
const ids = [
  'order',
  'line-item',
  'custom-line-item',
  'address',
  'order-delivery',
  'order-parcel',
  'order-return-item',
];
const type = await createType(createIn, ids, [
  fieldDefinition('place', { name: 'Reference', referenceTypeId: 'channel' }),
  fieldDefinition('places', { name: 'Set', elementType: { name: 'Reference', referenceTypeId: 'channel' } }),
]);
const channel = { typeId: 'channel' as const, id: supply.id };
const custom = {
  type: referenceTo('type', type) as { typeId: 'type'; id: string },
  fields: { place: channel, places: [channel] },
};
const address = { country: 'DE', custom };

/** Creates an order with a reference in every member that can hold one. */
const order = await (async () => {
  const imported = await create({
    customerGroup: { typeId: 'customer-group', id: group.id },
    paymentInfo: { payments: [{ typeId: 'payment', id: payment.id }] },
    state: { typeId: 'state', id: state.id },
    custom,
    lineItems: [
      lineItemDraft({
        supplyChannel: channel,
        distributionChannel: channel,
        custom,
        price: { value: money(1_000), channel, customerGroup: { typeId: 'customer-group', id: group.id } },
      }),
    ],
    customLineItems: [customLineItemDraft({ custom })],
    shippingAddress: address,
    billingAddress: address,
    itemShippingAddresses: [{ ...address, key: 'home' }],
    shippingInfo: {
      shippingMethodName: 'x',
      price: money(1),
      shippingRate: { price: money(1) },
      deliveries: [{ address, custom, parcels: [{ custom }] }],
    },
  });
  return update(
    imported,
    { action: 'updateSyncInfo', channel },
    {
      action: 'addReturnInfo',
      items: [{ quantity: 1, lineItemId: imported.lineItems[0]!.id, shipmentState: 'Advised', custom }],
    },
  );
})();

const paths: readonly (readonly [path: string, id: string])[] = [
  ['customerGroup', group.id],
  ['paymentInfo.payments[*]', payment.id],
  ['state', state.id],
  ['syncInfo[*].channel', supply.id],
  ['lineItems[*].supplyChannel', supply.id],
  ['lineItems[*].distributionChannel', supply.id],
  ['lineItems[*].price.channel', supply.id],
  ['lineItems[*].price.customerGroup', group.id],
  ['lineItems[*].state[*].state', order.lineItems[0]!.state[0]!.state.id],
  ['customLineItems[*].state[*].state', order.lineItems[0]!.state[0]!.state.id],
  ...[
    '',
    'lineItems[*].',
    'customLineItems[*].',
    'shippingAddress.',
    'billingAddress.',
    'itemShippingAddresses[*].',
    'shippingInfo.deliveries[*].',
    'shippingInfo.deliveries[*].address.',
    'shippingInfo.deliveries[*].parcels[*].',
    'returnInfo[*].items[*].',
  ].flatMap(
    place =>
      [
        [`${place}custom.type`, type.id],
        [`${place}custom.fields.place`, supply.id],
        [`${place}custom.fields.places[*]`, supply.id],
      ] as const,
  ),
];

/** Returns the value at a path; lists contribute their first element. */
const at = (value: unknown, path: string): { id?: string; obj?: { id: string } } =>
  path.split('.').reduce((found: unknown, step) => {
    const member = (found as Record<string, unknown>)[step.replace('[*]', '')];
    return step.endsWith('[*]') ? (member as unknown[])[0] : member;
  }, value) as never;

for (const [path, id] of paths)
  test(`expand=${path} (GEN059, GEN060)`, async t => {
    const one = await bodyOf(
      sdk
        .orders()
        .withId({ ID: order.id })
        .get({ queryArgs: { expand: path } }),
    );
    matchWhole(t, at(one, path), { id, obj: { id, version: Number } });
    const page = await bodyOf(sdk.orders().get({ queryArgs: { expand: path, where: `id="${order.id}"` } }));
    matchWhole(t, at(page.results[0], path), { obj: { id } });
    t.equal(at(order, path).obj, undefined);
  });

test('refers to stores and business units by key, and refuses unknown business units (ORD009, GEN059)', async t => {
  const { json } = await quayside.http
    .as(await quayside.token(credentials))
    .send('POST', `/${credentials.projectKey}/orders/import`, {
      body: { totalPrice: money(1), businessUnit: { typeId: 'business-unit', key: 'acme' } },
    });
  assertError(t, json, 'ReferencedResourceNotFound', { typeId: 'business-unit', key: 'acme' });
  const { store } = quayside.services;
  const body = {
    ...(JSON.parse((await store.body(credentials.projectKey, 'order', order.id))!.toString()) as object),
    id: randomUUID(),
    businessUnit: { typeId: 'business-unit', key: 'acme' },
  };
  await quayside.services.redis.set(keys.body(credentials.projectKey, 'order', body.id), JSON.stringify(body));
  matchWhole(
    t,
    (
      await bodyOf(
        sdk
          .orders()
          .withId({ ID: body.id })
          .get({ queryArgs: { expand: 'businessUnit' } }),
      )
    ).businessUnit,
    { typeId: 'business-unit', key: 'acme' },
    'shows an order that was moved into the store',
  );
});

test('returns custom fields and sync info as stored (ORD034, ORD062)', async t => {
  t.same(order.custom, custom);
  matchWhole(t, order.syncInfo, [{ channel, syncedAt: /Z$/ }]);
  t.notOk('custom' in (await create()));
});
