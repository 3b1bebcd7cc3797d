/** Frozen carts, carts whose prices are calculated again, and carts with products that are gone. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany } from '../../../support/cartShop.js';
import { money, referenceTo } from '../../../support/drafts.js';
import { startExternalServer } from '../../../support/externalServer.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { taxed, cost } from './amounts.js';
import { customItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const shop = await startPricing();
const { http, base, createIn, create, update, get, change, remove, discount, codeFor, refuse } = shop;

test('prices a cart again after the actions of an extension, with the same totals', async t => {
  const server = await startExternalServer();
  const purchaseOrderNumber = newOrderNumber();
  const { sku } = await shop.product([{ value: money(1_000) }]);
  await discount(purchaseOrderNumber, {
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'lineItems', predicate: 'true' },
  });
  await discount(purchaseOrderNumber, {
    value: {
      type: 'giftLineItem',
      product: referenceTo('product', await shop.product([{ value: money(1) }])),
      variantId: 1,
    },
    target: undefined,
  });
  const extension = await createIn('extensions', {
    destination: { type: 'HTTP', url: server.url },
    triggers: [
      {
        resourceTypeId: 'cart',
        actions: ['Create', 'Update'],
        condition: `purchaseOrderNumber = "${purchaseOrderNumber}"`,
      },
    ],
  });
  server.say({
    actions: [
      { action: 'setCountry', country: 'DE' },
      { action: 'addCustomLineItem', ...customItem({ key: 'fee', ...shop.taxed }) },
    ],
  });
  let cart = await create({ purchaseOrderNumber, shippingAddress: germany, lineItems: [{ sku, quantity: 2 }] });
  matchWhole(t, cart, {
    country: 'DE',
    version: 1,
    lineItems: [{ totalPrice: { centAmount: 1_800 } }, { lineItemMode: 'GiftLineItem' }],
    customLineItems: [{ key: 'fee' }],
    ...cost(2_000),
  });
  server.say({ actions: [] });
  cart = await update(cart, { action: 'changeLineItemQuantity', lineItemId: cart.lineItems[0]!.id, quantity: 3 });
  matchWhole(t, cart, { ...cost(2_900), totalLineItemQuantity: 4 });
  server.say({ actions: [{ action: 'addLineItem', sku }] });
  cart = await update(
    cart,
    { action: 'changeTaxMode', taxMode: 'ExternalAmount' },
    { action: 'setCartTotalTax', externalTotalGross: money(5_000) },
  );
  matchWhole(t, cart, { ...cost(3_800), taxedPrice: taxed(3_800, 5_000) }, 'the total tax belongs to the final total');
  t.ok(server.requests.length >= 3);
  await remove('extensions', extension);
});

test('prices carts while the catalogue changes, or refuses with a reason', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const product = await shop.product([{ value: money(1_000) }]);
  const off = await discount(purchaseOrderNumber, {
    requiresDiscountCode: true,
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'totalPrice' },
  });
  const [code, gift] = await Promise.all([
    codeFor([off]),
    discount(purchaseOrderNumber, {
      value: { type: 'giftLineItem', product: referenceTo('product', product), variantId: 1 },
      target: undefined,
    }),
  ]);
  const carts = await Promise.all(
    Array.from({ length: 12 }, () =>
      create({
        purchaseOrderNumber,
        shippingAddress: germany,
        lineItems: [{ sku: product.sku }],
        discountCodes: [code.code],
      }),
    ),
  );
  const act = async (cart: Cart, ...actions: object[]) =>
    (await http.send('POST', `${base}/carts/${cart.id}`, { body: { version: cart.version, actions } })).status;
  const updates = carts.flatMap(cart => [
    act(cart, { action: 'recalculate', updateProductData: true }, { action: 'addLineItem', sku: product.sku }),
    act(cart, { action: 'addCustomLineItem', ...customItem(shop.taxed) }),
  ]);
  const upset = async (): Promise<void> => {
    await change('cart-discounts', gift, { action: 'changeIsActive', isActive: false });
    await remove('discount-codes', code);
    await remove('cart-discounts', off);
    const { id, version } = product;
    await remove('products', await change('products', { id, version }, { action: 'unpublish' }));
  };
  const [, ...statuses] = await Promise.all([upset(), ...updates]);
  t.ok(
    statuses.every(status => [200, 400, 409].includes(status as number)),
    statuses.join(' '),
  );
  const after = await Promise.all(carts.map(get));
  for (const { totalPrice, lineItems, customLineItems, discountOnTotalPrice } of after)
    t.equal(
      totalPrice.centAmount,
      [...lineItems, ...customLineItems].reduce((all, item) => all + item.totalPrice.centAmount, 0) -
        (discountOnTotalPrice?.discountedAmount.centAmount ?? 0),
    );
});

test('a frozen cart keeps its prices until it is unfrozen (ORD063)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const product = await shop.product([{ key: 'one', value: money(1_000) }]);
  const { sku } = product;
  const half = await discount(purchaseOrderNumber, {
    value: { type: 'relative', permyriad: 5_000 },
    target: { type: 'shipping' },
  });
  let cart = await create({
    purchaseOrderNumber,
    shippingAddress: germany,
    shippingMethod: referenceTo('shipping-method', await shop.method()),
  });
  for (const [action, members] of [
    [{ action: 'freezeCart' }, { message: /empty/, actionIndex: 0 }],
    [{ action: 'unfreezeCart' }, { message: /is Active/, actionIndex: 0 }],
  ] as const)
    assertError(t, await refuse(cart, action), 'InvalidOperation', members);
  cart = await update(cart, { action: 'addLineItem', sku, quantity: 2, key: 'aa' }, { action: 'freezeCart' });
  matchWhole(
    t,
    cart,
    {
      cartState: 'Frozen',
      freezeStrategy: 'SoftFreeze',
      lineItems: [{ price: { value: { centAmount: 1_000 } }, totalPrice: { centAmount: 2_000 } }],
      ...cost(2_250),
    },
    'prices an item that is added in the update that freezes the cart',
  );
  const latest = (await http.send('GET', `${base}/products/${product.id}`)).json as {
    id: string;
    version: number;
    masterData: { current: { masterVariant: { prices: { id: string }[] } } };
  };
  await change('products', latest, {
    action: 'changePrice',
    priceId: latest.masterData.current.masterVariant.prices[0]!.id,
    price: { value: money(5_000) },
    staged: false,
  });
  await change('cart-discounts', half, { action: 'changeIsActive', isActive: false });
  for (const action of [
    { action: 'addLineItem', sku },
    { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 1 },
    { action: 'addCustomLineItem', ...customItem(shop.taxed) },
    { action: 'setCountry', country: 'DE' },
    { action: 'recalculate' },
    { action: 'changeTaxMode', taxMode: 'Disabled' },
    {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'relative', permyriad: 1 }, target: { type: 'totalPrice' } }],
    },
  ])
    assertError(t, await refuse(cart, action), 'InvalidOperation', { message: /is frozen \(SoftFreeze\)/ });
  cart = await update(
    cart,
    { action: 'setShippingAddress', address: { ...germany, city: 'Bonn' } },
    { action: 'setCustomerEmail', email: 'a@example.com' },
  );
  matchWhole(t, cart, {
    shippingAddress: { city: 'Bonn' },
    shippingInfo: { discountedPrice: { value: { centAmount: 250 } } },
    ...cost(2_250),
  });
  cart = await update(cart, { action: 'freezeCart', strategy: 'HardFreeze' });
  assertError(t, await refuse(cart, { action: 'setShippingAddress', address: { country: 'FR' } }), 'InvalidOperation', {
    message: /HardFreeze.*shippingAddress/,
  });
  matchWhole(t, await update(cart, { action: 'setLocale', locale: 'en' }), { locale: 'en', ...cost(2_250) });
  cart = await update(await get(cart), { action: 'unfreezeCart' });
  matchWhole(t, cart, { cartState: 'Active', ...cost(10_000) }, 'has current prices and free shipping');
  t.notOk('freezeStrategy' in cart);
});

test('an unpublished product stays in carts and can be ordered if it has a price (product.1eff8, ERR059)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const [product, present] = [
    await shop.product([{ value: money(1_000) }]),
    await shop.product([{ value: money(10) }]),
  ];
  await discount(purchaseOrderNumber, {
    value: { type: 'giftLineItem', product: referenceTo('product', present), variantId: 1 },
    target: undefined,
  });
  let cart = await create({
    purchaseOrderNumber,
    shippingAddress: germany,
    lineItems: [{ sku: product.sku, key: 'aa' }],
    customLineItems: [customItem()],
  });
  t.equal(cart.lineItems.length, 2);
  const gift = { id: cart.lineItems[1]!.id, productId: present.id, totalPrice: { centAmount: 0 } };
  const ordered = await create({ shippingAddress: germany, lineItems: [{ sku: product.sku }] });
  const [unpublished] = await Promise.all(
    [product, present].map(each => change('products', each, { action: 'unpublish' })),
  );
  const orderOf = async ({ id, version }: Cart) =>
    http.send('POST', `${base}/orders`, { body: { cart: referenceTo('cart', { id }), version } });
  t.equal((await orderOf(ordered)).status, 201);
  cart = await update(
    cart,
    { action: 'recalculate' },
    { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 3 },
  );
  matchWhole(t, cart.lineItems, [{ quantity: 3, totalPrice: { centAmount: 3_000 } }, gift]);
  await change('products', unpublished!, { action: 'setPrices', variantId: 1, prices: [], staged: false });
  for (const action of [
    { action: 'recalculate' },
    { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 2 },
  ])
    assertError(t, await refuse(cart, action), 'MatchingPriceNotFound', {
      productId: product.id,
      variantId: 1,
      currency: 'EUR',
    });
  assertError(t, (await orderOf(cart)).json, 'MatchingPriceNotFound', {
    productId: product.id,
    variantId: 1,
    currency: 'EUR',
  });
  cart = await update(cart, { action: 'removeLineItem', lineItemKey: 'aa' });
  matchWhole(t, cart, { lineItems: [gift], ...cost(200) }, 'the gift stays');
  cart = await update(cart, { action: 'setCustomerEmail', email: 'a@example.com' });
  matchWhole(t, cart, { lineItems: [gift], ...cost(200) });
  matchWhole(
    t,
    (await create({ purchaseOrderNumber, customLineItems: [customItem()] })).lineItems,
    [{ productId: present.id, price: { value: { centAmount: 10 } }, totalPrice: { centAmount: 0 } }],
    'and is given to new carts',
  );
});

test('keeps tax rates of items with a deleted product at the same address, and refuses another address', async t => {
  const [product, dear] = [
    await shop.product([{ value: money(1_190) }]),
    await shop.product([{ value: money(1_190) }]),
  ];
  const draft = (item: object) => ({ shippingAddress: germany, lineItems: [item] });
  const [platform, external] = [
    await create(draft({ sku: product.sku })),
    await create(draft({ sku: dear.sku, externalPrice: money(2_380) })),
  ];
  for (const each of [product, dear]) await remove('products', await change('products', each, { action: 'unpublish' }));
  let cart = await update(external, { action: 'recalculate' });
  matchWhole(t, cart, { lineItems: [{ taxRate: { amount: 0.19 } }], taxedPrice: taxed(2_000, 2_380) }, 'still taxed');
  cart = await update(cart, { action: 'setShippingAddress', address: { ...germany, state: 'Bayern' } });
  matchWhole(t, cart.taxedPrice, taxed(2_000, 2_380), 'in the same country');
  assertError(t, await refuse(cart, { action: 'setShippingAddress', address: { country: 'FR' } }), 'InvalidOperation', {
    message: new RegExp(cart.lineItems[0]!.id),
  });
  const moved = await update(platform, { action: 'setShippingAddress', address: { ...germany, city: 'Bonn' } });
  matchWhole(t, moved.taxedPrice, taxed(1_000, 1_190));
  assertError(
    t,
    await refuse(moved, { action: 'setShippingAddress', address: { country: 'FR' } }),
    'MatchingPriceNotFound',
    { productId: product.id, variantId: 1, currency: 'EUR' },
  );
});
