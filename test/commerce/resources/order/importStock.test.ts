/** Imports of orders take stock, as orders from carts do. */
import type { InventoryEntry } from '@commercetools/platform-sdk';
import { lineItemDraft, newKey, orderDraft, referenceTo } from '../../../support/drafts.js';
import { assertError } from '../../../support/refusal.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const { create, refuseCreation, resourcesAt, createIn } = await startResourceApi('orders/import');
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
  ['ReserveOnOrder', 5, 0],
  ['ReserveOnOrder', 99, 'OutOfStock'],
  ['ReserveOnOrder of one item', 2, 3, { inventoryMode: 'None' }, { inventoryMode: 'ReserveOnOrder' }],
  ['None of one item', 99, 5, { inventoryMode: 'ReserveOnOrder' }, { inventoryMode: 'None' }],
  ['ReserveOnOrder without an entry', 1, 'OutOfStock', { inventoryMode: 'ReserveOnOrder' }, { supplyChannel }],
];

for (const [mode, quantity, available, order = { inventoryMode: mode }, item = {}] of rows)
  test(`an import with ${mode} of ${quantity} of ${stock} leaves ${available} (error.23aac, order.20095, ERR052)`, async t => {
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
