/** The quantities of imported orders, and the stock that they take as orders from carts do. */
import type { InventoryEntry } from '@commercetools/platform-sdk';
import {
  customLineItemDraft,
  lineItemDraft,
  money,
  newKey,
  orderDraft,
  referenceTo,
  stateDraft,
} from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';
import { assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';

const { quayside, credentials, create, get, update, refuse, refuseCreation, resourcesAt, createIn } =
  await startOrders();
const inventory = resourcesAt<InventoryEntry>('inventory');
const supplyChannel = referenceTo('channel', await createIn('channels', { key: newKey('supply') }));
const stock = 5;

const rows: readonly (readonly [
  string,
  quantity: number,
  available: number | 'OutOfStock',
  order?: object,
  item?: object,
])[] = [
  ['None', 2, 5],
  ['TrackOnly', 2, 3],
  ['TrackOnly', 99, -94],
  ['ReserveOnOrder', 2, 3],
  ['ReserveOnOrder', -2, 5],
  ['TrackOnly', -2, 5],
  ['ReserveOnOrder', 5, 0],
  ['ReserveOnOrder', 99, 'OutOfStock'],
  ['ReserveOnOrder of one item', 2, 3, { inventoryMode: 'None' }, { inventoryMode: 'ReserveOnOrder' }],
  ['None of one item', 99, 5, { inventoryMode: 'ReserveOnOrder' }, { inventoryMode: 'None' }],
  ['ReserveOnOrder without an entry', 1, 'OutOfStock', { inventoryMode: 'ReserveOnOrder' }, { supplyChannel }],
];

for (const [mode, quantity, available, order = { inventoryMode: mode }, item = {}] of rows)
  test(`with ${mode}, ${quantity} of ${stock} leave ${available} (error.23aac, order.20095, ERR052)`, async t => {
    const sku = newKey('sku');
    const entry = await inventory.create({ sku, quantityOnStock: stock });
    const lineItems = [lineItemDraft({ variant: { sku }, quantity, ...item })];
    const draft = orderDraft({ ...order, lineItems });
    if (available === 'OutOfStock')
      assertError(t, await refuseCreation(draft), 'OutOfStock', { lineItems: [String], skus: [sku] });
    else await create(draft);
    const { availableQuantity, quantityOnStock } = await inventory.get(entry);
    t.same([availableQuantity, quantityOnStock], [available === 'OutOfStock' ? stock : available, stock]);
  });

test('one import takes the stock of several items of a SKU together, or nothing (ERR052)', async t => {
  const sku = newKey('sku');
  const entry = await inventory.create({ sku, quantityOnStock: stock });
  const imported = (quantity: number) =>
    orderDraft({
      inventoryMode: 'ReserveOnOrder',
      lineItems: [3, quantity].map(each => lineItemDraft({ variant: { sku }, quantity: each })),
    });
  assertError(t, await refuseCreation(imported(3)), 'OutOfStock', { lineItems: [String, String], skus: [sku] });
  await create(imported(2));
  t.equal((await inventory.get(entry)).availableQuantity, 0);
});

test('an import takes negative quantities, whose States have them too (order.67b6a, order.cf207)', async t => {
  const [packed, back] = [
    await createIn('states', stateDraft({ type: 'LineItemState' })),
    await createIn('states', stateDraft({ type: 'LineItemState' })),
  ].map(({ id }) => ({ typeId: 'state' as const, id }));
  const order = await create({
    totalPrice: money(-2_500),
    lineItems: [lineItemDraft({ quantity: -2, state: [{ quantity: -2, state: packed! }] })],
    customLineItems: [customLineItemDraft({ quantity: -1, money: money(500) })],
  });
  matchWhole(t, order, {
    totalPrice: { centAmount: -2_500 },
    lineItems: [{ quantity: -2, totalPrice: { centAmount: -2_000 }, state: [{ quantity: -2 }] }],
    customLineItems: [{ quantity: -1, totalPrice: { centAmount: -500 }, state: [{ quantity: -1 }] }],
  });
  const lineItemId = order.lineItems[0]!.id;
  const move = (quantity: number) => ({
    action: 'transitionLineItemState',
    lineItemId,
    quantity,
    fromState: packed,
    toState: back,
  });
  assertError(t, await refuse(order, move(1)), 'InvalidField', { field: 'quantity', invalidValue: 1, actionIndex: 0 });
  assertError(t, await refuse(order, move(-3)), 'InvalidOperation', { actionIndex: 0 });
  const moved = await update(order, move(-1));
  matchWhole(t, moved.lineItems, [
    {
      state: [
        { quantity: -1, state: packed },
        { quantity: -1, state: back },
      ],
    },
  ]);
  const imported = (...quantities: number[]) => ({
    action: 'importLineItemState',
    lineItemId,
    state: quantities.map((quantity, at) => ({ quantity, state: [packed, back][at] })),
  });
  assertError(t, await refuse(moved, imported(-3, 1)), 'InvalidField', {
    field: 'state.quantity',
    invalidValue: 1,
    actionIndex: 0,
  });
  matchWhole(t, (await update(moved, imported(-2))).lineItems, [{ state: [{ quantity: -2, state: packed }] }]);
  const returned = { action: 'addReturnInfo', items: [{ lineItemId, quantity: 1, shipmentState: 'Returned' }] };
  assertError(t, await refuse(await get(order), returned), 'InvalidOperation', { actionIndex: 0 });
  const replica = await createIn('carts/replicate', { reference: referenceTo('order', order) });
  matchWhole(t, replica, { lineItems: [], customLineItems: [], totalPrice: { centAmount: 0 } }, 'a cart has none');
  const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const { data } = await ask(
    `{ order(id: "${order.id}") { lineItems { quantity state { quantity } } customLineItems { quantity } } }`,
  );
  t.same(data.order, { lineItems: [{ quantity: -2, state: [{ quantity: -2 }] }], customLineItems: [{ quantity: -1 }] });
});

test('an import has items, and pieces of each (order.e0de2, order.b7413)', async t => {
  for (const draft of [
    { lineItems: [], customLineItems: [] },
    { lineItems: undefined, customLineItems: [] },
  ])
    assertError(t, await refuseCreation(draft), 'RequiredField', { field: 'lineItems' });
  for (const [draft, field] of [
    [{ lineItems: [lineItemDraft({ quantity: 0 })] }, 'lineItems.quantity'],
    [{ customLineItems: [customLineItemDraft({ quantity: 0 })] }, 'customLineItems.quantity'],
  ] as const)
    assertError(t, await refuseCreation(draft), 'InvalidField', { field, invalidValue: 0 });
  t.equal((await create({ lineItems: [], customLineItems: [customLineItemDraft()] })).customLineItems.length, 1);
});
