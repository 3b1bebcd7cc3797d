/** Documented rules of the members of carts: defaults, and members that actions add, merge and remove. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany } from '../../../support/cartShop.js';
import {
  attributeDraft,
  money,
  newKey,
  productTypeDraft,
  referenceTo,
  shippingRateTiers,
} from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { changeProject, type Resource } from '../../../support/resourceApi.js';
import { assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { cost } from './amounts.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { quayside, credentials, http, base, createIn, create, update, refuse, resourcesAt, soldProduct, noted } = shop;
const { sku } = soldProduct;
const [home, work] = ['home', 'work'].map(key => ({ ...germany, key }));
const targetsOf = (...quantities: number[]) => ({
  targets: quantities.map((quantity, at) => ({ addressKey: ['home', 'work'][at]!, quantity })),
});
const rate = { name: 'VAT', amount: 0.2, country: 'DE' };
const initial = (
  (await http.send('GET', `${base}/states?where=${encodeURIComponent('key = "Initial"')}`)).json as {
    results: Resource[];
  }
).results.map(({ id }) => ({ typeId: 'state', id }))[0]!;

test('only a cart with line items has their total quantity (cart.76741)', async t => {
  let cart = await create({ customLineItems: [customItem()] });
  t.notOk('totalLineItemQuantity' in cart);
  cart = await update(cart, { action: 'addLineItem', sku, quantity: 3 });
  t.equal(cart.totalLineItemQuantity, 3);
  const { id: lineItemId } = cart.lineItems[0]!;
  cart = await update(cart, { action: 'removeLineItem', lineItemId });
  t.notOk('totalLineItemQuantity' in cart);
});

test('all pieces of a new item are in the state Initial (cart.02c36, cart.c126a)', async t => {
  const drafted = await create({ lineItems: [{ sku, quantity: 2 }], customLineItems: [customItem({ quantity: 3 })] });
  const added = await update(
    await create(),
    { action: 'addLineItem', sku, quantity: 2 },
    { action: 'addCustomLineItem', ...customItem({ quantity: 3, ...shop.taxed }) },
  );
  for (const { lineItems, customLineItems } of [drafted, added])
    t.strictSame(
      [lineItems[0]?.state, customLineItems[0]?.state],
      [2, 3].map(quantity => [{ quantity, state: initial }]),
    );
});

test('a cart without a number of days is kept for that of the project (cart.39c0f)', async t => {
  const days = (deleteDaysAfterLastModification: number) => ({ deleteDaysAfterLastModification });
  const named = await create(days(3));
  await changeProject(quayside, credentials, { action: 'changeCartsConfiguration', cartsConfiguration: days(12) });
  t.match(await create(), days(12));
  t.match(await update(named, { action: 'setDeleteDaysAfterLastModification' }), days(12));
});

test('an action without a value removes it (cart.9979b, cart.e8c6c, cart.84fec, cart.3b08d, cart.95094)', async t => {
  const customerGroup = referenceTo('customer-group', await createIn('customer-groups', { groupName: newKey('g') }));
  const channel = referenceTo(
    'channel',
    await createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
  );
  const [onItem, onCustom] = [{ lineItemKey: 'aa' }, { customLineItemKey: 'cc' }];
  const amount = { totalGross: money(1_200), taxRate: rate };
  let cart = await create({
    taxMode: 'External',
    anonymousId: 'session',
    customerGroup,
    customerEmail: 'jo@example.com',
    country: 'DE',
    purchaseOrderNumber: 'PO',
    billingAddress: germany,
    shippingAddress: germany,
    itemShippingAddresses: [home],
    shippingMethod: referenceTo('shipping-method', await shop.method()),
    externalTaxRateForShippingMethod: rate,
    lineItems: [{ sku, key: 'aa', distributionChannel: channel, externalTaxRate: rate, shippingDetails: targetsOf(1) }],
    customLineItems: [customItem({ key: 'cc', externalTaxRate: rate, shippingDetails: targetsOf(1) })],
  });
  const absent = (of: object | undefined, ...names: string[]) =>
    t.same(
      names.filter(name => of !== undefined && name in of),
      [],
    );
  const { shippingInfo, lineItems, customLineItems } = cart;
  t.same(
    [shippingInfo, ...lineItems, ...customLineItems].map(each => each?.taxRate?.amount),
    [0.2, 0.2, 0.2],
  );
  cart = await update(
    cart,
    { action: 'setLineItemTaxRate', ...onItem },
    { action: 'setCustomLineItemTaxRate', ...onCustom },
    { action: 'setShippingMethodTaxRate' },
    { action: 'setLineItemShippingDetails', ...onItem },
    { action: 'setLineItemDistributionChannel', ...onItem },
    { action: 'setCustomLineItemShippingDetails', ...onCustom },
  );
  absent(cart.lineItems[0], 'taxRate', 'taxedPrice', 'shippingDetails', 'distributionChannel');
  absent(cart.customLineItems[0], 'taxRate', 'taxedPrice', 'shippingDetails');
  absent(cart.shippingInfo, 'taxRate', 'taxedPrice');
  const taxActions = (externalTaxAmount?: object) => [
    { action: 'setLineItemTaxAmount', ...onItem, externalTaxAmount },
    { action: 'setCustomLineItemTaxAmount', ...onCustom, externalTaxAmount },
    { action: 'setShippingMethodTaxAmount', externalTaxAmount },
  ];
  cart = await update(cart, { action: 'changeTaxMode', taxMode: 'ExternalAmount' }, ...taxActions(amount));
  t.match(cart, { taxedPrice: { totalGross: { centAmount: 3_600 } } });
  cart = await update(cart, ...taxActions());
  for (const each of [cart.lineItems[0], cart.customLineItems[0], cart.shippingInfo])
    absent(each, 'taxRate', 'taxedPrice');
  const names = ['anonymousId', 'customerGroup', 'country', 'purchaseOrderNumber', 'billingAddress'];
  const setters = [...names, 'customerEmail', 'shippingMethod'].map(name => ({
    action: `set${name[0]!.toUpperCase()}${name.slice(1)}`,
  }));
  cart = await update(cart, ...setters);
  absent(cart, ...names, 'customerEmail', 'shippingInfo');
});

test('removes an item without a number or with 0 pieces, else pieces (cart.861a8, cart.e77c5, cart.54be2)', async t => {
  const lineItems = ['a', 'b', 'c'].map(key => externalItem({ key: `${key}${key}`, sku: key, quantity: 5 }));
  const cart = await create({ lineItems, customLineItems: [customItem({ key: 'dd' }), customItem({ key: 'ee' })] });
  const left = await update(
    cart,
    { action: 'removeLineItem', lineItemKey: 'aa' },
    { action: 'changeLineItemQuantity', lineItemKey: 'bb', quantity: 0 },
    { action: 'removeLineItem', lineItemKey: 'cc', quantity: 2 },
    { action: 'changeCustomLineItemQuantity', customLineItemKey: 'dd', quantity: 0 },
  );
  t.strictSame(
    [...left.lineItems, ...left.customLineItems].map(({ key, quantity }) => [key, quantity]),
    [
      ['cc', 3],
      ['ee', 1],
    ],
  );
});

test('removeCustomLineItem removes all pieces; fewer remain by their number and details (cart.d770f)', async t => {
  const item = customItem({ key: 'cc', quantity: 3, shippingDetails: targetsOf(2, 1) });
  const cart = await create({ itemShippingAddresses: [home, work], customLineItems: [item] });
  const on = { customLineItemKey: 'cc' };
  const fewer = await update(
    cart,
    { action: 'changeCustomLineItemQuantity', ...on, quantity: 2 },
    { action: 'setCustomLineItemShippingDetails', ...on, shippingDetails: targetsOf(2) },
  );
  t.match(fewer.customLineItems, [{ quantity: 2, shippingDetails: { ...targetsOf(2), valid: true } }]);
  t.strictSame((await update(fewer, { action: 'removeCustomLineItem', ...on, quantity: 1 })).customLineItems, []);
});

test('a line item with the same mode, custom fields and channels gets more pieces (cart.fe8b8)', async t => {
  const roles = ['ProductDistribution', 'InventorySupply'];
  const channel = referenceTo('channel', await createIn('channels', { key: newKey('c'), roles }));
  const item = { sku, custom: noted('a'), supplyChannel: channel, distributionChannel: channel };
  const add = (changes: object) => ({ action: 'addLineItem', ...item, ...changes });
  const cart = await update(
    await create({ lineItems: [item] }),
    add({ quantity: 2 }),
    add({ custom: noted('b') }),
    add({ supplyChannel: undefined }),
    add({ distributionChannel: undefined }),
  );
  t.strictSame(
    cart.lineItems.map(({ quantity }) => quantity),
    [3, 1, 1, 1],
  );
});

test('without an external price an item has the price of its product again (cart.1a9cf, cart.50806)', async t => {
  const on = { lineItemKey: 'aa' };
  const [externalPrice, externalTotalPrice] = [money(7), { price: money(5), totalPrice: money(44) }];
  for (const [given, mode, action] of [
    [{ externalPrice }, 'ExternalPrice', { action: 'setLineItemPrice', ...on }],
    [{ externalTotalPrice }, 'ExternalTotal', { action: 'setLineItemTotalPrice', ...on }],
    [{ externalTotalPrice }, 'ExternalTotal', { action: 'changeLineItemQuantity', ...on, quantity: 2 }],
    [{ externalTotalPrice }, 'ExternalTotal', { action: 'removeLineItem', ...on, quantity: 1 }],
  ] as const) {
    const cart = await create({ lineItems: [{ sku, key: 'aa', quantity: 2, ...given }] });
    matchWhole(t, cart, { lineItems: [{ priceMode: mode }] });
    const { lineItems } = await update(cart, action);
    const quantity = action.action === 'removeLineItem' ? 1 : 2;
    const price = { value: { centAmount: 2_500 } };
    matchWhole(t, lineItems, [{ quantity, priceMode: 'Platform', price, ...cost(2_500 * quantity) }], action.action);
  }
  const foreign = await create({
    lineItems: [{ ...externalItem({ key: 'aa', externalTotalPrice }), externalPrice: undefined }],
  });
  const refused = await refuse(foreign, { action: 'changeLineItemQuantity', ...on, quantity: 2 });
  assertError(t, refused, 'RequiredField', { field: 'externalTotalPrice', actionIndex: 0 });
});

test('a variant has the attributes of its product, new ones after recalculate (cart.6b1f3, cart.d29c6)', async t => {
  const text = { name: 'text' };
  const attributes = [attributeDraft('brand', text, { level: 'Product' }), attributeDraft('size', text)];
  const type = await createIn('product-types', productTypeDraft(attributes, { key: newKey('type') }));
  const product = await shop.product([], {
    productType: referenceTo('product-type', type),
    attributes: [{ name: 'brand', value: 'A' }],
    masterVariant: { sku: newKey('sku'), prices: [{ value: money(100) }], attributes: [{ name: 'size', value: 'L' }] },
  });
  const present = await shop.discountFor({
    cartPredicate: 'purchaseOrderNumber = "gift"',
    value: { type: 'giftLineItem', product: referenceTo('product', product), variantId: 1 },
    target: undefined,
  });
  const valuesIn = ({ lineItems }: Cart) =>
    lineItems.map(({ variant }) => variant.attributes?.map(({ name, value }) => `${name} ${value}`));
  const cart = await create({ purchaseOrderNumber: 'gift', lineItems: [{ productId: product.id }] });
  t.match(cart.lineItems, [{ lineItemMode: 'Standard' }, { lineItemMode: 'GiftLineItem' }], present.id);
  t.strictSame(valuesIn(cart), [
    ['brand A', 'size L'],
    ['brand A', 'size L'],
  ]);
  const change = { action: 'setProductAttribute', name: 'brand', value: 'B', staged: false };
  await resourcesAt('products').update(product, change);
  const [recalculated, refreshed] = [false, true].map(updateProductData => ({
    action: 'recalculate',
    updateProductData,
  }));
  t.strictSame(valuesIn(await update(cart, recalculated!))[0], ['brand A', 'size L']);
  t.strictSame(valuesIn(await update(await shop.get(cart), refreshed!))[0], ['brand B', 'size L']);
});

test('a direct discount belongs to one cart (cart.5d44f)', async t => {
  const discounts = [{ value: { type: 'relative', permyriad: 1_000 }, target: { type: 'totalPrice' } }];
  const make = async () =>
    update(await create({ customLineItems: [customItem()] }), { action: 'setDirectDiscounts', discounts });
  const [first, second] = [await make(), await make()];
  t.not(first.directDiscounts[0]!.id, second.directDiscounts[0]!.id);
  for (const { directDiscounts } of [first, second])
    t.equal((await http.send('GET', `${base}/cart-discounts/${directDiscounts[0]!.id}`)).status, 404);
  t.match(await create({ customLineItems: [customItem()] }), { directDiscounts: [], ...cost(200) });
});

test('shipping costs its rate without an input or a tier that matches (cart.cc6ba)', async t => {
  const zoneRates = [
    {
      zone: referenceTo('zone', shop.zone),
      shippingRates: [
        { price: money(500), tiers: shippingRateTiers.filter(({ type }) => type === 'CartClassification') },
      ],
    },
  ];
  const shippingMethod = referenceTo('shipping-method', await shop.method({ zoneRates }));
  let cart = await create({ shippingAddress: germany, customLineItems: [customItem()], shippingMethod });
  for (const [shippingRateInput, centAmount] of [
    [undefined, 500],
    [{ type: 'Classification', key: 'Heavy' }, 900],
    [{ type: 'Classification', key: 'Light' }, 500],
    [{ type: 'Score', score: 7 }, 500],
  ] as const) {
    cart = await update(cart, { action: 'setShippingRateInput', shippingRateInput });
    t.match(cart, { shippingInfo: { price: { centAmount } } }, JSON.stringify(shippingRateInput));
  }
});
