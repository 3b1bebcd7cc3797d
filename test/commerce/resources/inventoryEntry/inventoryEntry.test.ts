import { test } from '../../../support/tap.js';
import { createType, newKey, referenceTo } from '../../../support/drafts.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertBadRequest } from '../../../support/refusal.js';
import { reserveStock } from '../../../../src/commerce/resources/inventoryEntry.js';

const stock = await startResourceApi('inventory');
const { base, createIn, http, messagesOf } = stock;

test('changes quantities and channels of inventory, and sends messages (inventory.4bed3, message.42a0a)', async t => {
  const [warehouse, shop, type] = await Promise.all([
    createIn('channels', { key: newKey('c') }),
    createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
    createType(createIn, ['inventory-entry']),
  ]);
  const sku = newKey('sku');
  let entry = await stock.create({
    sku,
    key: newKey('stock'),
    quantityOnStock: 10,
    restockableInDays: 3,
    expectedDelivery: '2030-01-01T00:00:00Z',
    stockLevels: { reorderPoint: 5 },
    custom: { type: referenceTo('type', type), fields: { note: 'n' } },
  });
  matchWhole(t, entry, {
    sku,
    quantityOnStock: 10,
    availableQuantity: 10,
    restockableInDays: 3,
    expectedDelivery: '2030-01-01T00:00:00.000Z',
    stockLevels: { reorderPoint: 5 },
    custom: { fields: { note: 'n' } },
  });
  assertBadRequest(t, await stock.refuseCreation({ sku, quantityOnStock: 1 }), 'DuplicateField', {
    field: 'sku',
    duplicateValue: sku,
  });
  entry = await stock.update(entry, { action: 'addQuantity', quantity: 5 }, { action: 'removeQuantity', quantity: 8 });
  matchWhole(t, entry, { quantityOnStock: 7, availableQuantity: 7 });
  entry = await stock.update(
    entry,
    { action: 'setSafetyStock', quantity: 2 },
    { action: 'changeQuantity', quantity: 1 },
  );
  matchWhole(t, entry, { quantityOnStock: 1, availableQuantity: 1, stockLevels: { reorderPoint: 5, safetyStock: 2 } });
  entry = await stock.update(entry, { action: 'removeQuantity', quantity: 3 });
  matchWhole(t, entry, { quantityOnStock: -2, availableQuantity: -2 });
  entry = await stock.update(
    entry,
    { action: 'setReservationExpirationInMinutes', reservationExpirationInMinutes: 60 },
    { action: 'setReorderPoint' },
    { action: 'setSafetyStock' },
    { action: 'setRestockableInDays' },
    { action: 'setExpectedDelivery', expectedDelivery: '2031-01-01T00:00:00Z' },
    { action: 'setSupplyChannel', supplyChannel: referenceTo('channel', warehouse) },
    { action: 'setKey' },
    { action: 'setCustomField', name: 'note', value: 'm' },
  );
  matchWhole(t, entry, {
    stockLevels: undefined,
    restockableInDays: undefined,
    key: undefined,
    expectedDelivery: '2031-01-01T00:00:00.000Z',
    reservationExpirationInMinutes: 60,
    supplyChannel: referenceTo('channel', warehouse),
    custom: { fields: { note: 'm' } },
  });

  assertBadRequest(
    t,
    await stock.refuse(entry, { action: 'setSupplyChannel', supplyChannel: referenceTo('channel', shop) }),
    'MissingRoleOnChannel',
    { missingRole: 'InventorySupply', channel: referenceTo('channel', shop) },
  );
  assertBadRequest(
    t,
    await stock.refuseCreation({ sku, quantityOnStock: 1, supplyChannel: referenceTo('channel', shop) }),
    'MissingRoleOnChannel',
    { missingRole: 'InventorySupply', channel: referenceTo('channel', shop) },
  );
  assertBadRequest(
    t,
    await stock.refuse(
      entry,
      { action: 'addQuantity', quantity: Number.MAX_SAFE_INTEGER },
      { action: 'addQuantity', quantity: Number.MAX_SAFE_INTEGER },
    ),
    'InvalidInput',
  );
  assertBadRequest(t, await stock.refuse(entry, { action: 'addQuantity', quantity: -1 }), 'InvalidField', {
    field: 'actions[0].quantity',
  });
  assertBadRequest(
    t,
    await stock.refuseCreation({ sku, quantityOnStock: 1, supplyChannel: referenceTo('channel', warehouse) }),
    'DuplicateField',
    { field: 'supplyChannel', duplicateValue: referenceTo('channel', warehouse) },
  );
  const loose = await stock.create({ sku, quantityOnStock: 1 });
  assertBadRequest(
    t,
    await stock.refuse(loose, { action: 'setSupplyChannel', supplyChannel: referenceTo('channel', warehouse) }),
    'DuplicateField',
    { field: 'supplyChannel', duplicateValue: referenceTo('channel', warehouse) },
  );
  entry = await stock.update(entry, { action: 'setCustomType' });
  matchWhole(t, entry, { custom: undefined });
  matchWhole(t, (await http.send('GET', `${base}/inventory?where=${encodeURIComponent(`sku="${sku}"`)}`)).json, {
    total: 2,
  });
  t.equal((await stock.remove(entry)).status, 200);
  matchWhole(t, await messagesOf(entry), [
    {
      type: 'InventoryEntryCreated',
      inventoryEntry: { id: entry.id, availableQuantity: 10 },
      resourceUserProvidedIdentifiers: { sku },
    },
    {
      type: 'InventoryEntryQuantitySet',
      oldQuantityOnStock: 10,
      newQuantityOnStock: 15,
      oldAvailableQuantity: 10,
      newAvailableQuantity: 15,
      sku,
    },
    { type: 'InventoryEntryQuantitySet', newQuantityOnStock: 7 },
    { type: 'InventoryEntryQuantitySet', newQuantityOnStock: 1 },
    { type: 'InventoryEntryReorderPoint', sku, quantityOnStock: 1 },
    { type: 'InventoryEntrySafetyStock', sku, quantityOnStock: 1 },
    { type: 'InventoryEntryQuantitySet', newQuantityOnStock: -2 },
    { type: 'InventoryEntryOutOfStock', sku },
    { type: 'InventoryEntryReservationExpirationInMinutesSet', newReservationExpirationInMinutes: 60 },
    { type: 'InventoryEntryDeleted', sku, supplyChannel: referenceTo('channel', warehouse) },
  ]);
  matchWhole(
    t,
    (await stock.create({ sku, quantityOnStock: 1, supplyChannel: referenceTo('channel', warehouse) })) as Resource,
    { sku },
    'SKU and channel of a deleted entry can be used again',
  );
});

test('removes stock levels; reservation times are > 0 (inventory.60a99, inventory.957d5, inventory.aa3b4)', async t => {
  const stockLevels = { reorderPoint: 5, safetyStock: 2 };
  const draft = { sku: newKey('sku'), quantityOnStock: 10, stockLevels, reservationExpirationInMinutes: 30 };
  let entry = await stock.create(draft);
  matchWhole(t, entry, { stockLevels, reservationExpirationInMinutes: 30 });
  entry = await stock.update(entry, { action: 'setReorderPoint', quantity: null });
  t.same(entry.stockLevels, { safetyStock: 2 });
  entry = await stock.update(entry, { action: 'setSafetyStock' });
  t.notOk('stockLevels' in entry);
  const set = (reservationExpirationInMinutes?: unknown) => ({
    action: 'setReservationExpirationInMinutes',
    reservationExpirationInMinutes,
  });
  const field = 'reservationExpirationInMinutes';
  for (const [invalidValue, code, expected] of [
    [0, 'InvalidField', (path: string) => ({ field: path })],
    [-1, 'InvalidField', (path: string) => ({ field: path })],
    [1.5, 'InvalidJsonInput', (path: string) => ({ message: new RegExp(path.replace(/[[\]]/g, '\\$&')) })],
  ] as const) {
    assertBadRequest(t, await stock.refuse(entry, set(invalidValue)), code, expected(`actions[0].${field}`));
    const wrong = { ...draft, sku: newKey('sku'), [field]: invalidValue };
    assertBadRequest(t, await stock.refuseCreation(wrong), code, expected(field));
  }
  entry = await stock.update(entry, set(1));
  t.equal(entry.reservationExpirationInMinutes, 1);
  for (const empty of [undefined, null]) {
    const other = await stock.create({ ...draft, sku: newKey('sku') });
    t.notOk('reservationExpirationInMinutes' in (await stock.update(other, set(empty))));
  }
});

test('reserves only from the available quantity', async t => {
  t.strictSame(reserveStock({ availableQuantity: 3 }, 3), { availableQuantity: 0 });
  t.equal(reserveStock({ availableQuantity: 3 }, 4), undefined);
  t.strictSame(reserveStock({ availableQuantity: 3 }, 4, { belowZero: true }), { availableQuantity: -1 });
  t.strictSame(
    reserveStock({ availableQuantity: -3 }, -2),
    { availableQuantity: -1 },
    'stock can be given back while the available quantity is negative',
  );
});
