/** Members that orders take over from carts, quotes, customers and products, as documented. */
import type { Order } from '@commercetools/platform-sdk';
import {
  attributeDraft,
  createType,
  customLineItemDraft,
  money,
  newKey,
  orderDraft,
  productTypeDraft,
  referenceTo,
  stateDraft,
} from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { createQuoteFromCart } from '../../../support/quotes.js';
import { assertError } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { address } from '../../../support/shop.js';
import { test } from '../../../support/tap.js';
import { startOrdersFromCarts } from './startOrdersFromCarts.js';

const { api, shop, carts, order, customer } = await startOrdersFromCarts();
const { createIn, refuse, refuseCreation, resourcesAt, update, quayside, projectKey } = api;
const imports = resourcesAt<Order & Resource>('orders/import');
const imported = (changes: object = {}) => imports.create(orderDraft(changes));
const custom = { type: referenceTo('type', await createType(createIn, ['order'])), fields: { note: 'of the cart' } };

test('an order has the number and fields of its cart or draft (order.a45f0, order.6c155, order.a3475)', async t => {
  const cart = () => shop.cart([['SCARF', 1]], { purchaseOrderNumber: 'PO-1', custom });
  matchWhole(t, await order(await cart()), { purchaseOrderNumber: 'PO-1', custom });
  const other = { purchaseOrderNumber: 'PO-2', custom: { ...custom, fields: { note: 'of the order' } } };
  matchWhole(t, await order(await cart(), other), other);
  assertError(t, await refuseCreation({ version: 1 }), 'RequiredField', { field: 'cart' });
});

test('an order from a quote accepts the quote on request (order.b71f7)', async t => {
  const quotes = { quayside, projectKey, create: createIn };
  for (const [quoteStateToAccepted, quoteState] of [
    [true, 'Accepted'],
    [false, 'Pending'],
    [undefined, 'Pending'],
  ] as const) {
    const { id, version } = await createQuoteFromCart(quotes, {});
    await createIn('orders/quotes', { quote: { typeId: 'quote', id }, version, quoteStateToAccepted });
    matchWhole(t, await resourcesAt('quotes').get({ id }), { quoteState });
  }
});

test('an order has the taxes and shipping of its cart (order.dbd70, order.632dc, order.9c96f)', async t => {
  const method = await shop.shippingMethod(490);
  const bare = await shop.cart([['SCARF', 1]], { shippingAddress: undefined });
  t.same([bare.taxedPrice, bare.shippingInfo], [undefined, undefined]);
  const ready = await carts.update(
    bare,
    { action: 'setShippingAddress', address: address() },
    { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', method) },
  );
  matchWhole(t, await order(ready), {
    taxedPrice: { totalNet: { centAmount: 2_093 }, totalGross: { centAmount: 2_490 } },
    shippingInfo: { shippingMethod: { id: method.id }, price: { centAmount: 490 } },
  });
  const untaxed = await shop.cart([['SCARF', 1]], { taxMode: 'External' });
  t.equal(untaxed.taxedPrice, undefined);
  const externalTaxRate = { name: 'Tax', amount: 0.25, includedInPrice: true, country: 'DE' };
  const lineItemId = (untaxed.lineItems as Resource[])[0]!.id;
  const taxed = await carts.update(untaxed, { action: 'setLineItemTaxRate', lineItemId, externalTaxRate });
  matchWhole(t, await order(taxed), { taxedPrice: { totalNet: { centAmount: 1_600 } } });
});

test('an imported order has an email that is not looked up, with a customer or without one (order.ad119)', async t => {
  const [customerId, customerEmail] = [await customer(), `${newKey('mail')}@example.com`];
  matchWhole(t, await imported({ customerId, customerEmail }), { customerId, customerEmail });
  const { customerId: none, customerEmail: kept } = await imported({ customerEmail });
  t.same([none, kept], [undefined, customerEmail]);
});

test('an imported total stays as it is, with tax rates and without a taxed price (order.d7fc5)', async t => {
  const taxRate = { name: 'Tax', amount: 0.25, includedInPrice: false, country: 'DE' };
  const [lineItem] = orderDraft().lineItems!;
  const made = await imported({
    totalPrice: money(1),
    lineItems: [{ ...lineItem, taxRate }],
    customLineItems: [customLineItemDraft({ taxRate } as object)],
  });
  t.same([made.totalPrice.centAmount, made.taxedPrice], [1, undefined]);
});

test('imports take data from variants (order.f3461, order.6aafd, order.b24d7, order.1817c, order.8dc4b)', async t => {
  const sku = shop.newSku();
  const images = [{ url: 'https://example.com/a.png', dimensions: { w: 1, h: 1 } }];
  const productType = await createIn('product-types', productTypeDraft([attributeDraft('sized')]));
  const attributes = [{ name: 'sized', value: 'L' }];
  const masterVariant = { sku, prices: [{ value: money(7_000) }], attributes, images };
  const product = await shop.product(sku, 0, { productType: referenceTo('product-type', productType), masterVariant });
  const [lineItem] = orderDraft().lineItems!;
  const variantOf = async (variant: object, members: object = {}) =>
    (await imported({ lineItems: [{ ...lineItem, variant, ...members }] })).lineItems[0]!.variant;
  const found = { prices: [{ value: { centAmount: 7_000 } }], attributes, images };
  matchWhole(t, await variantOf({ sku }), { sku, ...found });
  matchWhole(t, await variantOf({ id: 1 }, { productId: product.id }), { id: 1, ...found });
  const other = { prices: [{ value: money(1) }], attributes: [], images: [] };
  matchWhole(t, await variantOf({ sku, ...other }), { ...other, prices: [{ value: { centAmount: 1 } }] });
  t.same(Object.keys(await variantOf({ sku: 'of an older catalogue' })).sort(), ['id', 'sku']);
  for (const [variant, field] of [
    [{}, 'lineItems.variant.sku'],
    [{ id: 1 }, 'lineItems.productId'],
  ] as const)
    assertError(
      t,
      await imports.refuseCreation(orderDraft({ lineItems: [{ ...lineItem!, variant }] } as object)),
      'RequiredField',
      { field },
    );
});

test('a parcel is delivered or returned, as it says (order.ff008, order.3782e)', async t => {
  const shippingInfo = { shippingMethodName: 'Parcel', price: money(1), shippingRate: { price: money(1) } };
  const made = await imported({ shippingInfo });
  const parcels = [true, false].map(isReturn => ({ trackingData: { trackingId: 'T', isReturn } }));
  const delivered = (await update(made, { action: 'addDelivery', items: [], parcels })) as Order & Resource;
  matchWhole(t, delivered.shippingInfo!.deliveries![0]!.parcels, parcels);
});

test('returns need items; returns and sync infos have the current time (order.f8426, order.91396)', async t => {
  const made = await imported();
  const lineItemId = made.lineItems[0]!.id;
  assertError(t, await refuse(made, { action: 'addReturnInfo', items: [] }), 'InvalidField', {
    field: 'actions[0].items',
    invalidValue: [],
  });
  assertError(t, await refuse(made, { action: 'updateSyncInfo' }), 'RequiredField', { field: 'actions[0].channel' });
  const channel = referenceTo('channel', await createIn('channels', { key: newKey(), roles: ['OrderExport'] }));
  const items = [{ lineItemId, quantity: 1, shipmentState: 'Returned' }];
  const [returnDate, syncedAt] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
  const given = (await update(
    made,
    { action: 'addReturnInfo', items, returnDate },
    { action: 'updateSyncInfo', channel, syncedAt },
  )) as Order & Resource;
  t.same([given.returnInfo![0]!.returnDate, given.syncInfo[0]!.syncedAt], [returnDate, syncedAt]);
  const before = new Date().toISOString();
  const byDefault = (await update(
    given,
    { action: 'addReturnInfo', items },
    { action: 'updateSyncInfo', channel, externalId: 'x' },
  )) as Order & Resource;
  const times = [byDefault.returnInfo![1]!.returnDate!, byDefault.syncInfo.at(-1)!.syncedAt];
  t.ok(times.every(time => time >= before && time <= new Date().toISOString()));
});

test('states of items are imported without regard to transitions (order.362ec)', async t => {
  const final = await createIn('states', stateDraft({ type: 'LineItemState', transitions: [] }));
  const other = await createIn('states', stateDraft({ type: 'LineItemState' }));
  const made = await imported({ customLineItems: [customLineItemDraft()] });
  const [lineItem, customLineItem] = [made.lineItems[0]!, made.customLineItems[0]!];
  let changed: Resource = made;
  for (const each of [final, other]) {
    const stateOf = ({ quantity }: { readonly quantity: number }) => [{ quantity, state: referenceTo('state', each) }];
    changed = await update(
      changed,
      { action: 'importLineItemState', lineItemId: lineItem.id, state: stateOf(lineItem) },
      { action: 'importCustomLineItemState', customLineItemId: customLineItem.id, state: stateOf(customLineItem) },
    );
    matchWhole(t, changed, {
      lineItems: [{ state: stateOf(lineItem) }],
      customLineItems: [{ state: stateOf(customLineItem) }],
    });
  }
});

test('another customer or address changes no amount of an order (order.e1d08, order.69fd5, order.f92de)', async t => {
  const group = referenceTo('customer-group', await createIn('customer-groups', { groupName: newKey('group') }));
  const sku = shop.newSku();
  await shop.product(sku, 0, {
    masterVariant: { sku, prices: [{ value: money(5_000) }, { value: money(1_000), customerGroup: group }] },
  });
  const made = await order(await shop.cart([[sku, 1]]));
  const customerId = await customer({ customerGroup: group });
  const changed = await update(
    made,
    { action: 'setCustomerId', customerId },
    { action: 'setShippingAddress', address: address({ country: 'FR' }) },
  );
  const amounts = ({ totalPrice, taxedPrice, lineItems }: Resource) => [totalPrice, taxedPrice, lineItems];
  t.same(amounts(changed), amounts(made));
  matchWhole(t, changed, { customerId, customerGroup: group, shippingAddress: { country: 'FR' } });
});
