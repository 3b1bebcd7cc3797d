/** The limits that inventory entries set to the quantities of line items in carts. */
import { newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { createIn, create, update, refuse, refuseCreation, resourcesAt } = shop;
const stock = resourcesAt('inventory');
const { sku } = shop.soldProduct;
const limits = { minCartQuantity: 2, maxCartQuantity: 5 };
let entry = await stock.create({ sku, quantityOnStock: 100, ...limits });

const below = (quantity: number, lineItem?: string) => ({
  quantity,
  minCartQuantity: 2,
  message: `Quantity '${quantity}' less than minimum '2'.`,
  ...(lineItem !== undefined && { lineItem }),
});
const above = (quantity: number, lineItem?: string) => ({
  quantity,
  maxCartQuantity: 5,
  message: `Quantity '${quantity}' greater than maximum '5'.`,
  ...(lineItem !== undefined && { lineItem }),
});

/** Also shows error.3862b, error.c378d, error.9478c and error.dadd1. */
test('keeps quantities of line items within the limits of stock (inventory.51727, inventory.7080a)', async t => {
  matchWhole(t, entry, limits);
  assertError(t, await refuseCreation({ lineItems: [{ sku }] }), 'LineItemQuantityBelowLimit', below(1));
  const many = await refuseCreation({ lineItems: [{ sku, quantity: 6 }] });
  assertError(t, many, 'LineItemQuantityAboveLimit', above(6));
  let cart = await create({ lineItems: [{ sku, quantity: 2 }] });
  const lineItemId = cart.lineItems[0]!.id;
  const add = { action: 'addLineItem', sku, quantity: 4 };
  assertError(t, await refuse(cart, add), 'LineItemQuantityAboveLimit', above(6, lineItemId));
  const remove = { action: 'removeLineItem', lineItemId, quantity: 1 };
  assertError(t, await refuse(cart, remove), 'LineItemQuantityBelowLimit', below(1, lineItemId));
  const changeTo = (quantity: number) => ({ action: 'changeLineItemQuantity', lineItemId, quantity });
  assertError(t, await refuse(cart, changeTo(6)), 'LineItemQuantityAboveLimit', above(6, lineItemId));
  cart = await update(cart, changeTo(5), changeTo(1), changeTo(3));
  t.equal(cart.lineItems[0]!.quantity, 3, 'the quantity behind all actions counts');
  t.strictSame((await update(cart, changeTo(0))).lineItems, [], 'a removed line item has no limit');
});

test('limits line items by the stock of their supply channel', async t => {
  const channel = await createIn('channels', { key: newKey('depot'), roles: ['InventorySupply'] });
  const supplyChannel = referenceTo('channel', channel);
  let cart = await create({ lineItems: [{ sku, supplyChannel, quantity: 9 }] });
  const lineItemId = cart.lineItems[0]!.id;
  const withoutChannel = { action: 'setLineItemSupplyChannel', lineItemId };
  assertError(t, await refuse(cart, withoutChannel), 'LineItemQuantityAboveLimit', above(9, lineItemId));
  await stock.create({ sku, quantityOnStock: 1, supplyChannel, maxCartQuantity: 5 });
  cart = await update(cart, { action: 'setCountry', country: 'DE' });
  t.equal(cart.lineItems[0]!.quantity, 9, 'a quantity that was allowed stays');
  const grow = { action: 'changeLineItemQuantity', lineItemId, quantity: 10 };
  assertError(t, await refuse(cart, grow), 'LineItemQuantityAboveLimit', above(10, lineItemId));
});

test('sets and removes limits (inventory.e6b8e, inventory.620f0, inventory.80b75, inventory.976ab)', async t => {
  const refused = await stock.refuse(entry, { action: 'setInventoryLimits', minCartQuantity: 3, maxCartQuantity: 2 });
  const message = 'The minCartQuantity 3 is greater than the maxCartQuantity 2.';
  assertError(t, refused, 'InvalidInput', { message, actionIndex: 0 });
  const wrong = { sku: newKey('sku'), quantityOnStock: 1, minCartQuantity: 3, maxCartQuantity: 2 };
  assertError(t, await stock.refuseCreation(wrong), 'InvalidInput', { message });
  entry = await stock.update(entry, { action: 'setInventoryLimits', minCartQuantity: 3, maxCartQuantity: null });
  matchWhole(t, entry, { minCartQuantity: 3, maxCartQuantity: undefined });
  const few = await refuseCreation({ lineItems: [{ sku, quantity: 2 }] });
  assertError(t, few, 'LineItemQuantityBelowLimit', { quantity: 2, minCartQuantity: 3 });
  t.equal((await create({ lineItems: [{ sku, quantity: 99 }] })).lineItems[0]!.quantity, 99);
  const { version } = await stock.update(entry, { action: 'setInventoryLimits', minCartQuantity: 3 });
  t.equal(version, entry.version, 'the same limits change nothing');
  entry = await stock.update(entry, { action: 'setInventoryLimits' });
  matchWhole(t, entry, { minCartQuantity: undefined });
  t.equal((await create({ lineItems: [{ sku }] })).lineItems[0]!.quantity, 1);
});
