/** What carts cost, against the real service: prices, taxes, discounts, shipping, gifts, freezing and recalculation. */
import type { Cart } from '@commercetools/platform-sdk';
import { test, type Test } from 'tap';
import { keys } from '../../../src/store/keys.js';
import { startExternalServer } from '../../support/externalServer.js';
import { money, newKey } from '../../support/drafts.js';
import { germany, startShop, typedReference } from '../../support/cartShop.js';
import { fieldDefinition } from '../../support/types.js';

const shop = await startShop();
const { http, base, sdk, createIn, resourcesAt, create, update, refuse, refuseDraft, get, taxCategory, zone } = shop;

const isRefused = (t: Test, answer: object, code: string, more: object = {}) =>
  t.match(answer, { statusCode: 400, errors: [{ code, ...more }] }, JSON.stringify(answer).slice(0, 300));
const own = (changes: object = {}) => ({
  name: { en: 'Boots' },
  sku: 'BOOTS',
  externalPrice: money(1_000),
  ...changes,
});
const custom = (changes: object = {}) => ({
  name: { en: 'Wrap' },
  slug: newKey('wrap'),
  money: money(200),
  ...changes,
});
const cost = (centAmount: number) => ({ totalPrice: { centAmount } });
const taxed = (totalNet: number, totalGross: number) => ({
  totalNet: { centAmount: totalNet },
  totalGross: { centAmount: totalGross },
  totalTax: { centAmount: totalGross - totalNet },
});
const change = (
  path: string,
  { id, version }: { readonly id: string; readonly version: number },
  ...actions: readonly object[]
) => resourcesAt(path).update({ id, version } as never, ...actions);
const remove = async (path: string, { id, version }: { readonly id: string; readonly version: number }) =>
  (await http.send('DELETE', `${base}/${path}/${id}?version=${version}`)).json;
/** Discounts concern a cart by its order number: each test has one of its own. */
const number = () => newKey('po');
const discount = (purchaseOrderNumber: string, changes: object) =>
  shop.discountFor({ cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}"`, ...changes });
const codeFor = (cartDiscounts: readonly { readonly id: string }[], changes: object = {}) =>
  createIn('discount-codes', {
    code: newKey('CODE'),
    cartDiscounts: cartDiscounts.map(each => typedReference('cart-discount', each)),
    ...changes,
  });

test('selects the price by currency, country, group, channel, date and quantity (ERR059)', async t => {
  const group = typedReference('customer-group', await createIn('customer-groups', { groupName: newKey('g') }));
  const channel = typedReference(
    'channel',
    await createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
  );
  const { sku, id } = await shop.product([
    { value: money(1_000), tiers: [{ minimumQuantity: 10, value: money(800) }] },
    { value: money(900), country: 'DE' },
    { value: money(700), customerGroup: group },
    { value: money(600), channel },
    { value: money(2_000, 'USD'), country: 'US' },
    { value: money(1), country: 'FR', validUntil: '2020-01-01T00:00:00Z' },
  ]);
  let cart = await create({ lineItems: [{ sku }] });
  t.match(cart, { lineItems: [{ priceMode: 'Platform', price: { value: { centAmount: 1_000 } } }], ...cost(1_000) });
  const item = { lineItemId: cart.lineItems[0]!.id };
  t.match(await update(cart, { action: 'setCountry', country: 'FR' }), cost(1_000), 'what is over is over');
  cart = await update(await get(cart), { action: 'setCountry', country: 'DE' });
  t.match(cart, cost(900));
  cart = await update(cart, { action: 'setLineItemDistributionChannel', ...item, distributionChannel: channel });
  t.match(cart, cost(600));
  cart = await update(cart, { action: 'setCustomerGroup', customerGroup: group });
  t.match(cart, cost(700));
  cart = await update(
    cart,
    { action: 'setCustomerGroup' },
    { action: 'setLineItemDistributionChannel', ...item },
    { action: 'setCountry' },
    { action: 'changeLineItemQuantity', ...item, quantity: 10 },
  );
  t.match(cart, { lineItems: [{ price: { value: { centAmount: 800 } } }], ...cost(8_000) });
  cart = await update(cart, { action: 'changeLineItemQuantity', ...item, quantity: 9 });
  t.match(cart, cost(9_000));

  cart = await update(cart, {
    action: 'setLineItemPrice',
    ...item,
    externalPrice: { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 33_335, fractionDigits: 4 },
  });
  t.match(
    cart,
    {
      lineItems: [{ priceMode: 'ExternalPrice', price: { value: { preciseAmount: 33_335, centAmount: 333 } } }],
      ...cost(3_000),
    },
    'nine times 3.3335',
  );
  cart = await update(cart, {
    action: 'setLineItemTotalPrice',
    ...item,
    externalTotalPrice: { price: money(5), totalPrice: money(44) },
  });
  t.match(cart, { lineItems: [{ priceMode: 'ExternalTotal' }], ...cost(44) });
  isRefused(t, await refuse(cart, { action: 'changeLineItemQuantity', ...item, quantity: 8 }), 'RequiredField', {
    field: 'externalTotalPrice',
  });
  t.equal(
    (await update(cart, { action: 'setLineItemPrice', ...item })).version,
    cart.version,
    'there is no external price to take away',
  );
  cart = await update(cart, {
    action: 'changeLineItemQuantity',
    ...item,
    quantity: 8,
    externalTotalPrice: { price: money(5), totalPrice: money(40) },
  });
  t.match(cart, cost(40));
  cart = await update(cart, { action: 'setLineItemTotalPrice', ...item });
  t.match(cart, { lineItems: [{ priceMode: 'Platform' }], ...cost(8_000) });
  const foreign = await create({ lineItems: [own()] });
  isRefused(
    t,
    await refuse(foreign, { action: 'setLineItemPrice', lineItemId: foreign.lineItems[0]!.id }),
    'RequiredField',
    { field: 'externalPrice' },
  );

  isRefused(t, await refuseDraft({ currency: 'USD', lineItems: [{ sku }] }), 'MatchingPriceNotFound', {
    productId: id,
    variantId: 1,
    currency: 'USD',
  });
  const american = await create({ currency: 'USD', country: 'US', lineItems: [{ sku }] });
  isRefused(t, await refuse(american, { action: 'setCountry', country: 'DE' }), 'MatchingPriceNotFound', {
    country: 'DE',
  });
  isRefused(
    t,
    await refuse(american, {
      action: 'setLineItemPrice',
      lineItemId: american.lineItems[0]!.id,
      externalPrice: money(1),
    }),
    'InvalidInput',
    { message: /currency USD; an external price is in EUR/ },
  );
});

test('uses standalone prices, and keeps prices until the cart is recalculated', async t => {
  const product = await shop.product([], { priceMode: 'Standalone' });
  const { sku } = product;
  isRefused(t, await refuseDraft({ lineItems: [{ sku }] }), 'MatchingPriceNotFound', { productId: product.id });
  const price = await createIn('standalone-prices', { sku, value: money(1_000) });
  let cart = await create({ lineItems: [{ sku }], customLineItems: [custom()] });
  t.match(cart, cost(1_200));
  await change('standalone-prices', price, { action: 'changeValue', value: money(3_000) });
  await change('products', product, { action: 'changeName', name: { en: 'Sou’wester' }, staged: false });
  cart = await update(cart, { action: 'addCustomLineItem', ...custom() });
  t.match(cart, cost(1_400), 'prices stay as they were found');
  cart = await update(cart, { action: 'recalculate' });
  t.match(cart, { lineItems: [{ name: { en: 'Rain jacket' } }], ...cost(3_400) });
  cart = await update(cart, { action: 'recalculate', updateProductData: true });
  t.match(cart, { lineItems: [{ name: { en: 'Sou’wester' } }], ...cost(3_400) });
  t.equal(
    (await update(cart, { action: 'recalculate', updateProductData: true })).version,
    cart.version,
    'and again nothing changes',
  );
  const latest = (await http.send('GET', `${base}/standalone-prices/${price.id}`)).json as {
    id: string;
    version: number;
  };
  await change('standalone-prices', latest, { action: 'changeActive', active: false });
  isRefused(t, await refuse(cart, { action: 'recalculate' }), 'MatchingPriceNotFound');
  const after = (await http.send('GET', `${base}/products/${product.id}`)).json as { id: string; version: number };
  const unpublished = await change('products', after, { action: 'unpublish' });
  await remove('products', unpublished);
  t.match(await update(cart, { action: 'addCustomLineItem', ...custom() }), cost(3_600), 'a cart outlives its product');
});

test('an unpublished product has no price and is not given away (ERR059)', async t => {
  const purchaseOrderNumber = number();
  const [product, present] = [
    await shop.product([{ value: money(1_000) }]),
    await shop.product([{ value: money(10) }]),
  ];
  await discount(purchaseOrderNumber, {
    value: { type: 'giftLineItem', product: typedReference('product', present), variantId: 1 },
    target: undefined,
  });
  let cart = await create({
    purchaseOrderNumber,
    shippingAddress: germany,
    lineItems: [{ sku: product.sku, key: 'aa' }],
    customLineItems: [custom()],
  });
  t.equal(cart.lineItems.length, 2);
  await Promise.all([product, present].map(each => change('products', each, { action: 'unpublish' })));
  for (const action of [
    { action: 'recalculate' },
    { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 2 },
  ])
    isRefused(t, await refuse(cart, action), 'MatchingPriceNotFound', { productId: product.id });
  isRefused(
    t,
    (await http.send('POST', `${base}/orders`, { body: { cart: typedReference('cart', cart), version: cart.version } }))
      .json as object,
    'MatchingPriceNotFound',
    { productId: product.id },
  );
  cart = await update(cart, { action: 'removeLineItem', lineItemKey: 'aa' });
  t.match(cart, { lineItems: [], ...cost(200) });
  t.equal(cart.lineItems.length, 0);
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
  t.match(cart, { lineItems: [{ taxRate: { amount: 0.19 } }], taxedPrice: taxed(2_000, 2_380) }, 'still taxed');
  cart = await update(cart, { action: 'setShippingAddress', address: { ...germany, state: 'Bayern' } });
  t.match(cart.taxedPrice, taxed(2_000, 2_380), 'in the same country');
  isRefused(t, await refuse(cart, { action: 'setShippingAddress', address: { country: 'FR' } }), 'InvalidOperation', {
    message: new RegExp(cart.lineItems[0]!.id),
  });
  const moved = await update(platform, { action: 'setShippingAddress', address: { ...germany, city: 'Bonn' } });
  t.match(moved.taxedPrice, taxed(1_000, 1_190));
  isRefused(
    t,
    await refuse(moved, { action: 'setShippingAddress', address: { country: 'FR' } }),
    'MatchingPriceNotFound',
    { productId: product.id },
  );
});

test('a SKU has at most 1,000 standalone prices, and carts select among all (ERR026)', async t => {
  const sku = newKey('sku');
  const {
    quayside: {
      services: { redis },
    },
    credentials: { projectKey },
  } = shop;
  const index = keys.index(projectKey, 'standalone-price', 'sku', sku);
  await redis.zadd(index, ...Array.from({ length: 999 }, (_, at) => [at, `price-${at}`]).flat());
  await createIn('standalone-prices', { sku, value: money(1) });
  isRefused(
    t,
    await resourcesAt('standalone-prices').refuseCreation({ sku, value: money(2), country: 'DE' }),
    'MaxResourceLimitExceeded',
    { exceededResource: 'standalone-price' },
  );
  await redis.zrem(index, 'price-0');
  t.ok(await createIn('standalone-prices', { sku, value: money(2), country: 'DE' }));
});

test('refuses an order whose cart would get a new gift (ERR053)', async t => {
  const purchaseOrderNumber = number();
  const present = await shop.product([{ value: money(10) }]);
  let cart = await create({ purchaseOrderNumber, shippingAddress: germany, customLineItems: [custom()] });
  await discount(purchaseOrderNumber, {
    value: { type: 'giftLineItem', product: typedReference('product', present), variantId: 1 },
    target: undefined,
  });
  const order = ({ id, version }: Cart) =>
    http.send('POST', `${base}/orders`, { body: { cart: typedReference('cart', { id }), version } });
  isRefused(t, (await order(cart)).json as object, 'PriceChanged', { lineItems: [], shipping: false });
  cart = await update(cart, { action: 'recalculate' });
  t.match(await order(cart), { status: 201, json: { lineItems: [{ productId: present.id }] } });
});

test('tracked stock stays a safe integer', async t => {
  const sku = newKey('sku');
  const entry = await createIn('inventory', { sku, quantityOnStock: 0 });
  const order = async () => {
    const { id, version, lineItems } = await create({
      shippingAddress: germany,
      lineItems: [own({ sku, quantity: 9_000_000_000_000_001, externalPrice: money(0), inventoryMode: 'TrackOnly' })],
    });
    return {
      answer: await http.send('POST', `${base}/orders`, { body: { cart: typedReference('cart', { id }), version } }),
      items: lineItems.map(item => item.id),
    };
  };
  t.equal((await order()).answer.status, 201);
  const { answer, items } = await order();
  isRefused(t, answer.json as object, 'OutOfStock', { lineItems: items, skus: [sku] });
  t.match((await http.send('GET', `${base}/inventory/${entry.id}`)).json, {
    availableQuantity: -9_000_000_000_000_001,
  });
});

test('Platform taxes follow the address, for items and shipping (ERR060)', async t => {
  const { sku } = await shop.product([{ value: money(1_190) }, { value: money(1_000, 'USD') }]);
  let cart = await create({
    lineItems: [{ sku, quantity: 2 }],
    customLineItems: [custom({ taxCategory: typedReference('tax-category', taxCategory) })],
  });
  t.notOk('taxedPrice' in cart, 'nobody knows where it goes');
  cart = await update(
    cart,
    { action: 'setShippingAddress', address: germany },
    { action: 'setShippingMethod', shippingMethod: typedReference('shipping-method', await shop.method()) },
  );
  t.match(cart, {
    lineItems: [
      {
        taxRate: { amount: 0.19, includedInPrice: true },
        taxedPrice: {
          ...taxed(2_000, 2_380),
          taxPortions: [{ name: 'MwSt', rate: 0.19, amount: { centAmount: 380 } }],
        },
      },
    ],
    customLineItems: [{ taxRate: { amount: 0.19 }, taxedPrice: taxed(168, 200) }],
    shippingInfo: {
      taxCategory: typedReference('tax-category', taxCategory),
      taxRate: { amount: 0.19 },
      taxedPrice: taxed(420, 500),
    },
    taxedPrice: { ...taxed(2_588, 3_080), taxPortions: [{ rate: 0.19, amount: { centAmount: 492 } }] },
    taxedShippingPrice: taxed(420, 500),
    ...cost(3_080),
  });
  isRefused(
    t,
    await refuse(cart, { action: 'setShippingAddress', address: { country: 'IT' } }),
    'MissingTaxRateForCountry',
    { taxCategoryId: taxCategory.id, country: 'IT' },
  );
  const american = await create({
    currency: 'USD',
    shippingAddress: { country: 'US', state: 'NY' },
    lineItems: [{ sku }],
  });
  t.match(american, { taxedPrice: taxed(1_000, 1_100), ...cost(1_000) });
  isRefused(
    t,
    await refuse(american, { action: 'setShippingAddress', address: { country: 'US', state: 'CA' } }),
    'MissingTaxRateForCountry',
    { country: 'US', state: 'CA' },
  );
  t.match(await remove('tax-categories', taxCategory), { errors: [{ code: 'ReferenceExists' }] });

  cart = await update(cart, { action: 'changeTaxMode', taxMode: 'Disabled' });
  t.notOk('taxedPrice' in cart || 'taxedPrice' in cart.lineItems[0]! || 'taxRate' in cart.shippingInfo!);
  cart = await update(cart, { action: 'changeTaxMode', taxMode: 'Platform' });
  t.match(cart, { taxedPrice: taxed(2_588, 3_080) });
  cart = await update(cart, { action: 'setShippingAddress' });
  t.notOk(
    'taxedPrice' in cart || 'shippingInfo' in cart || 'taxRate' in cart.lineItems[0]!,
    'without an address no taxes and no shipping',
  );
});

test('taxes lines or pieces, with the rounding mode of the cart', async t => {
  const rate = { name: 'x', amount: 0.05, country: 'DE' };
  const make = (changes: object) =>
    create({
      taxMode: 'External',
      lineItems: [own({ quantity: 3, externalPrice: money(110), externalTaxRate: rate })],
      ...changes,
    });
  for (const [calculation, rounding, tax] of [
    ['LineItemLevel', 'HalfEven', 16],
    ['LineItemLevel', 'HalfUp', 17],
    ['UnitPriceLevel', 'HalfEven', 18],
    ['UnitPriceLevel', 'HalfDown', 15],
    ['LineItemLevel', 'HalfDown', 16],
  ] as const)
    t.match(
      (await make({ taxCalculationMode: calculation, taxRoundingMode: rounding })).taxedPrice,
      taxed(330, 330 + tax),
      `${calculation} ${rounding}: 5 % of 3 times 1.10`,
    );
  const yen = await create({
    currency: 'JPY',
    taxMode: 'External',
    lineItems: [
      own({ externalPrice: money(105, 'JPY'), externalTaxRate: { ...rate, amount: 0.1, includedInPrice: true } }),
    ],
  });
  t.match(yen, { totalPrice: { centAmount: 105, fractionDigits: 0 }, taxedPrice: taxed(95, 105) });
  const dinar = await create({
    currency: 'KWD',
    priceRoundingMode: 'HalfUp',
    lineItems: [
      own({
        quantity: 5,
        externalPrice: { type: 'highPrecision', currencyCode: 'KWD', preciseAmount: 10_001, fractionDigits: 4 },
      }),
    ],
  });
  t.match(dinar, { totalPrice: { centAmount: 5_001, fractionDigits: 3 } });
});

test('takes external tax rates, tax amounts and a total tax', async t => {
  const rate = { name: 'VAT', amount: 0.2, country: 'DE', includedInPrice: true };
  const onItem = { lineItemKey: 'aa' };
  let cart = await create({
    shippingAddress: germany,
    lineItems: [own({ key: 'aa' })],
    customLineItems: [custom({ key: 'cc' })],
  });
  for (const [action, mode] of [
    ['setLineItemTaxRate', 'External'],
    ['setLineItemTaxAmount', 'ExternalAmount'],
    ['setCustomLineItemTaxRate', 'External'],
    ['setCustomLineItemTaxAmount', 'ExternalAmount'],
    ['setShippingMethodTaxRate', 'External'],
    ['setShippingMethodTaxAmount', 'ExternalAmount'],
  ] as const)
    isRefused(
      t,
      await refuse(cart, { action, ...(action.startsWith('setL') ? onItem : { customLineItemKey: 'cc' }) }),
      'InvalidOperation',
      { message: new RegExp(`taxMode of the cart is Platform; expected ${mode}`) },
    );
  cart = await update(
    cart,
    { action: 'changeTaxMode', taxMode: 'External' },
    { action: 'setLineItemTaxRate', ...onItem, externalTaxRate: rate },
    {
      action: 'setCustomLineItemTaxRate',
      customLineItemKey: 'cc',
      externalTaxRate: {
        ...rate,
        amount: undefined,
        subRates: [
          { name: 'a', amount: 0.1 },
          { name: 'b', amount: 0.1 },
        ],
      },
    },
    {
      action: 'setCustomShippingMethod',
      shippingMethodName: 'Bike',
      shippingRate: { price: money(300), freeAbove: money(9_000) },
      externalTaxRate: rate,
    },
  );
  t.match(
    cart,
    {
      lineItems: [{ taxRate: { amount: 0.2 }, taxedPrice: taxed(833, 1_000) }],
      customLineItems: [
        {
          taxRate: { amount: 0.2, subRates: [{}, {}] },
          taxedPrice: { ...taxed(167, 200), taxPortions: [{ name: 'a' }, { name: 'b' }] },
        },
      ],
      shippingInfo: { shippingMethodName: 'Bike', taxedPrice: taxed(250, 300) },
      taxedPrice: taxed(1_250, 1_500),
    },
    'rates given together with the mode',
  );
  cart = await update(cart, { action: 'setShippingMethodTaxRate', externalTaxRate: { ...rate, amount: 0.5 } });
  t.match(cart, { taxedShippingPrice: taxed(200, 300) });
  isRefused(
    t,
    await refuse(cart, {
      action: 'setLineItemTaxRate',
      ...onItem,
      externalTaxRate: { ...rate, subRates: [{ name: 'a', amount: 0.1 }] },
    }),
    'InvalidInput',
    { message: /add up to 0.1; expected its amount, 0.2/ },
  );
  isRefused(
    t,
    await refuse(cart, { action: 'setLineItemTaxRate', ...onItem, externalTaxRate: { ...rate, amount: 1.1 } }),
    'InvalidField',
    { field: 'externalTaxRate.amount' },
  );

  const amounts = await update(cart, { action: 'changeTaxMode', taxMode: 'ExternalAmount' });
  t.notOk(
    'taxedPrice' in amounts ||
      'taxedPrice' in amounts.lineItems[0]! ||
      'taxedPrice' in amounts.customLineItems[0]! ||
      'taxedPrice' in amounts.shippingInfo!,
    'no amount came from outside yet',
  );
  const notIncluded = { ...rate, includedInPrice: false };
  cart = await update(
    amounts,
    { action: 'changeLineItemQuantity', ...onItem, quantity: 2 },
    {
      action: 'setLineItemTaxAmount',
      ...onItem,
      externalTaxAmount: { totalGross: money(2_401), taxRate: notIncluded },
    },
    {
      action: 'setCustomLineItemTaxAmount',
      customLineItemKey: 'cc',
      externalTaxAmount: { totalGross: money(240), taxRate: notIncluded },
    },
  );
  t.match(
    cart,
    { lineItems: [{ taxedPrice: taxed(2_000, 2_401) }], customLineItems: [{ taxedPrice: taxed(200, 240) }] },
    'what is taxed is what it costs now',
  );
  t.notOk('taxedPrice' in cart, 'shipping is not taxed yet');
  cart = await update(cart, {
    action: 'setShippingMethodTaxAmount',
    externalTaxAmount: { totalGross: money(360), taxRate: notIncluded },
  });
  t.match(cart, { taxedPrice: taxed(2_500, 3_001) });
  t.match(
    (await update(cart, { action: 'setCountry', country: 'DE' })).taxedPrice,
    taxed(2_500, 3_001),
    'amounts stay',
  );
  cart = await update(await get(cart), { action: 'changeLineItemQuantity', ...onItem, quantity: 1 });
  t.notOk('taxedPrice' in cart || 'taxedPrice' in cart.lineItems[0]!, 'until the price is another one');
  isRefused(
    t,
    await refuse(cart, {
      action: 'setLineItemTaxAmount',
      ...onItem,
      externalTaxAmount: { totalGross: money(1, 'USD'), taxRate: rate },
    }),
    'InvalidInput',
    { message: /currency EUR/ },
  );

  cart = await update(
    cart,
    { action: 'addCustomLineItem', ...custom() },
    {
      action: 'setCartTotalTax',
      externalTotalGross: money(2_000),
      externalTaxPortions: [{ name: 'VAT', rate: 0.2, amount: money(300) }],
    },
  );
  t.match(cart, {
    ...cost(1_700),
    taxedPrice: { ...taxed(1_700, 2_000), taxPortions: [{ name: 'VAT', rate: 0.2, amount: { centAmount: 300 } }] },
  });
  cart = await update(cart, { action: 'setCountry', country: 'FR' });
  t.match(cart.taxedPrice, taxed(1_700, 2_000), 'the total tax holds as long as the total');
  cart = await update(cart, { action: 'addCustomLineItem', ...custom() });
  t.notOk('taxedPrice' in cart);
  isRefused(
    t,
    await refuse(await create(), { action: 'setCartTotalTax', externalTotalGross: money(1) }),
    'InvalidOperation',
  );
});

test('prices shipping by address, tiers and freeAbove, and refuses methods that do not match', async t => {
  const big = { type: 'CartValue', minimumCentAmount: 2_000, price: money(300) };
  const scored = [{ type: 'CartScore', score: 5, price: money(50) }];
  const rates = (tiers: readonly object[]) => [
    { zone: typedReference('zone', zone), shippingRates: [{ price: money(500), freeAbove: money(10_000), tiers }] },
  ];
  const method = await shop.method({ zoneRates: rates([big]), predicate: 'totalPrice < "200.00 EUR"' });
  const choose = { action: 'setShippingMethod', shippingMethod: typedReference('shipping-method', method) };
  let cart = await create({ customLineItems: [custom({ key: 'cc', money: money(1_000) })] });
  isRefused(t, await refuse(cart, choose), 'InvalidOperation', { message: /no shippingAddress/ });
  cart = await update(cart, { action: 'setShippingAddress', address: germany }, choose);
  t.match(cart, {
    shippingInfo: {
      shippingMethodName: method.name,
      shippingMethod: typedReference('shipping-method', method),
      price: { centAmount: 500 },
      shippingRate: { freeAbove: { centAmount: 10_000 } },
      shippingMethodState: 'MatchesCart',
      deliveries: [],
    },
    ...cost(1_500),
  });
  const quantity = (value: number) => ({
    action: 'changeCustomLineItemQuantity',
    customLineItemKey: 'cc',
    quantity: value,
  });
  cart = await update(cart, quantity(2));
  t.match(cart, { shippingInfo: { price: { centAmount: 300 } }, ...cost(2_300) });
  cart = await update(cart, quantity(10));
  t.match(cart, { shippingInfo: { price: { centAmount: 0 } }, ...cost(10_000) });
  cart = await update(cart, quantity(20));
  t.match(
    cart,
    { shippingInfo: { shippingMethodState: 'DoesNotMatchCart' }, ...cost(20_000) },
    'the predicate is tried with every change',
  );
  isRefused(t, await refuse(cart, choose), 'InvalidOperation', { message: /predicate does not match/ });
  cart = await update(cart, quantity(1));
  t.match(cart, { shippingInfo: { shippingMethodState: 'MatchesCart' } });
  t.match(await remove('shipping-methods', method), { errors: [{ code: 'ReferenceExists' }] });
  t.match(
    (
      await sdk
        .carts()
        .withId({ ID: cart.id })
        .get({ queryArgs: { expand: 'shippingInfo.shippingMethod' } })
        .execute()
    ).body.shippingInfo,
    { shippingMethod: { obj: { id: method.id } } },
  );

  const byScore = await shop.method({ zoneRates: rates(scored) });
  cart = await update(cart, {
    action: 'setShippingMethod',
    shippingMethod: typedReference('shipping-method', byScore),
  });
  t.match(cart, { shippingInfo: { price: { centAmount: 500 } } });
  cart = await update(cart, { action: 'setShippingRateInput', shippingRateInput: { type: 'Score', score: 7 } });
  t.match(cart, { shippingInfo: { price: { centAmount: 50 } } });
  isRefused(
    t,
    await refuse(cart, { action: 'setShippingMethod', shippingMethod: { typeId: 'shipping-method', id: 'none' } }),
    'ReferencedResourceNotFound',
    { typeId: 'shipping-method' },
  );
  isRefused(t, await refuse(await create({ shippingAddress: { country: 'FR' } }), choose), 'InvalidOperation', {
    message: /has no rate in EUR for FR/,
  });
  t.notOk(
    'shippingInfo' in (await update(cart, { action: 'setShippingAddress', address: { country: 'FR' } })),
    'no rate there any more',
  );
  cart = await update(await get(cart), { action: 'setShippingAddress', address: germany }, choose, {
    action: 'setShippingMethod',
  });
  t.notOk('shippingInfo' in cart);
  const inactive = await shop.method({ active: false });
  isRefused(
    t,
    await refuse(cart, { action: 'setShippingMethod', shippingMethod: typedReference('shipping-method', inactive) }),
    'InvalidOperation',
    { message: /is not active/ },
  );
  const type = await createIn('types', {
    key: newKey('type'),
    name: { en: 'T' },
    resourceTypeIds: ['shipping'],
    fieldDefinitions: [fieldDefinition('note', { name: 'String' })],
  });
  const bike = {
    action: 'setCustomShippingMethod',
    shippingMethodName: 'Bike',
    shippingRate: { price: money(400) },
    taxCategory: typedReference('tax-category', taxCategory),
    custom: { type: typedReference('type', type), fields: { note: 'x' } },
  };
  cart = await update(cart, bike, { action: 'setShippingCustomField', name: 'note', value: 'y' });
  t.match(cart, {
    shippingInfo: { shippingMethodName: 'Bike', price: { centAmount: 400 }, taxRate: { amount: 0.19 } },
    shippingCustomFields: { fields: { note: 'y' } },
  });
  t.notOk('shippingCustomFields' in (await update(cart, { action: 'setShippingCustomType' })));
  isRefused(t, await refuse(await get(cart), { ...bike, shippingRate: { price: money(1, 'USD') } }), 'InvalidInput', {
    message: /the shippingRate is in USD/,
  });
});

test('applies relative, absolute and fixed discounts to items, shipping and the total in order', async t => {
  const purchaseOrderNumber = number();
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const cart = await create({
    purchaseOrderNumber: 'none',
    shippingAddress: germany,
    lineItems: [{ sku, quantity: 3 }],
    customLineItems: [custom({ money: money(500) })],
    shippingMethod: typedReference('shipping-method', await shop.method()),
  });
  t.match(cart, cost(4_000));
  const on = (type: string, predicate?: string) => ({ type, predicate });
  const [tenth, two] = await Promise.all([
    discount(purchaseOrderNumber, {
      sortOrder: '0.91',
      value: { type: 'relative', permyriad: 1_000 },
      target: on('lineItems', `sku = "${sku}"`),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.92',
      value: { type: 'absolute', money: [money(200)] },
      target: on('lineItems', 'true'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.93',
      value: { type: 'fixed', money: [money(100)] },
      target: on('customLineItems', 'money > "1.00 EUR"'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.94',
      value: { type: 'relative', permyriad: 5_000 },
      target: on('shipping'),
    }),
    discount(purchaseOrderNumber, {
      sortOrder: '0.95',
      value: { type: 'absolute', money: [money(20)] },
      target: on('totalPrice'),
    }),
    discount(purchaseOrderNumber, { sortOrder: '0.96', isActive: false }),
    discount(purchaseOrderNumber, { sortOrder: '0.97', validUntil: '2020-01-01T00:00:00Z' }),
    discount(purchaseOrderNumber, { sortOrder: '0.98', requiresDiscountCode: true }),
  ]);
  let sold = await update(cart, { action: 'setPurchaseOrderNumber', purchaseOrderNumber });
  t.match(
    sold,
    {
      lineItems: [
        {
          totalPrice: { centAmount: 2_160 },
          discountedPricePerQuantity: [
            {
              quantity: 3,
              discountedPrice: {
                value: { centAmount: 720 },
                includedDiscounts: [
                  { discount: typedReference('cart-discount', two), discountedAmount: { centAmount: 200 } },
                  { discount: typedReference('cart-discount', tenth), discountedAmount: { centAmount: 80 } },
                ],
              },
            },
          ],
        },
      ],
      customLineItems: [{ totalPrice: { centAmount: 100 } }],
      shippingInfo: { price: { centAmount: 500 }, discountedPrice: { value: { centAmount: 250 } } },
      discountOnTotalPrice: { discountedAmount: { centAmount: 20 } },
      ...cost(2_160 + 100 + 250 - 20),
    },
    'and a predicate about another member is heard at once',
  );
  await change('cart-discounts', two, { action: 'changeStackingMode', stackingMode: 'StopAfterThisDiscount' });
  sold = await update(sold, { action: 'recalculate' });
  t.match(
    sold.lineItems[0]!.discountedPricePerQuantity,
    [
      {
        discountedPrice: {
          value: { centAmount: 800 },
          includedDiscounts: [{ discount: typedReference('cart-discount', two) }],
        },
      },
    ],
    'the last one',
  );
  t.match(await update(sold, { action: 'setPurchaseOrderNumber' }), {
    lineItems: [{ discountedPricePerQuantity: [] }],
    ...cost(4_000),
  });

  const cheap = number();
  await discount(cheap, {
    value: { type: 'fixed', money: [{ type: 'centPrecision', ...money(250) }] },
    target: {
      type: 'multiBuyLineItems',
      predicate: 'true',
      triggerQuantity: 3,
      discountedQuantity: 1,
      selectionMode: 'Cheapest',
      maxOccurrence: 2,
    },
  });
  const buy = await create({ purchaseOrderNumber: cheap, lineItems: [{ sku, quantity: 10 }] });
  t.match(buy, {
    lineItems: [
      {
        discountedPricePerQuantity: [
          { quantity: 2, discountedPrice: { value: { centAmount: 250 } } },
          { quantity: 8, discountedPrice: { value: { centAmount: 1_000 }, includedDiscounts: [] } },
        ],
      },
    ],
    ...cost(8_500),
  });
  const spread = number();
  await discount(spread, {
    value: { type: 'absolute', money: [money(100)], applicationMode: 'ProportionateDistribution' },
    target: on('lineItems', 'true'),
  });
  const three = await create({ purchaseOrderNumber: spread, lineItems: [{ sku, quantity: 3 }] });
  t.match(three, {
    lineItems: [
      {
        discountedPricePerQuantity: [
          { quantity: 1, discountedPrice: { value: { centAmount: 966 } } },
          { quantity: 2, discountedPrice: { value: { centAmount: 967 } } },
        ],
      },
    ],
    ...cost(2_900),
  });
  const store = await createIn('stores', { key: newKey('store') });
  const there = number();
  await discount(there, {
    stores: [{ typeId: 'store', key: store.key }],
    value: { type: 'relative', permyriad: 5_000 },
    target: on('totalPrice'),
  });
  t.match(await create({ purchaseOrderNumber: there, lineItems: [{ sku }] }), cost(1_000));
  t.match(
    await create({ purchaseOrderNumber: there, lineItems: [{ sku }], store: { typeId: 'store', key: store.key } }),
    cost(500),
  );
});

test('discount codes have states and exclude direct discounts (ORD030, ERR054, ERR055, ERR056)', async t => {
  const purchaseOrderNumber = number();
  const off = await discount(purchaseOrderNumber, {
    requiresDiscountCode: true,
    value: { type: 'absolute', money: [money(100)] },
    target: { type: 'totalPrice' },
  });
  const [code, limited, old, picky, sleeping, own2] = await Promise.all([
    codeFor([off]),
    codeFor([off], { maxApplications: 1 }),
    codeFor([off], { validUntil: '2020-01-01T00:00:00.000Z' }),
    codeFor([off], { cartPredicate: 'country = "DE"' }),
    codeFor([off], { isActive: false }),
    codeFor([off], { key: newKey('code') }),
  ]);
  const add = (code: object) => ({ action: 'addDiscountCode', ...('code' in code && { code: code.code }) });
  const states = ({ discountCodes }: Cart) => discountCodes.map(({ state }) => state);
  let cart = await create({ purchaseOrderNumber, customLineItems: [custom()] });
  t.match(cart, cost(200));
  cart = await update(cart, add(code));
  t.match(cart, {
    discountCodes: [{ discountCode: typedReference('discount-code', code), state: 'MatchesCart' }],
    discountOnTotalPrice: { includedDiscounts: [{ discount: typedReference('cart-discount', off) }] },
    ...cost(100),
  });
  t.equal((await update(cart, add(code))).version, cart.version);
  isRefused(t, await refuse(cart, add({ code: 'NOPE' })), 'DiscountCodeNonApplicable', {
    discountCode: 'NOPE',
    reason: 'DoesNotExist',
  });
  isRefused(t, await refuse(cart, add(old)), 'DiscountCodeNonApplicable', {
    discountCode: old.code,
    dicountCodeId: old.id,
    validUntil: '2020-01-01T00:00:00.000Z',
    validityCheckTime: /^20/,
    reason: 'TimeRangeNonApplicable',
  });
  isRefused(
    t,
    await refuse(cart, { action: 'removeDiscountCode', discountCode: typedReference('discount-code', limited) }),
    'InvalidOperation',
    { message: /not one of the cart's/ },
  );
  isRefused(t, await refuse(cart, { action: 'removeDiscountCode', discountCode: {} }), 'RequiredField', {
    field: 'discountCode.id',
  });
  isRefused(
    t,
    await refuse(cart, {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'relative', permyriad: 1 }, target: { type: 'totalPrice' } }],
    }),
    'InvalidOperation',
    { message: /has discountCodes, which exclude directDiscounts/ },
  );
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: typedReference('discount-code', code) },
    add(picky),
    add(sleeping),
    add(own2),
  );
  t.same(states(cart), ['DoesNotMatchCart', 'NotActive', 'MatchesCart']);
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: { typeId: 'discount-code', key: own2.key } },
    { action: 'setCountry', country: 'DE' },
  );
  t.same(states(cart), ['MatchesCart', 'NotActive']);
  await remove('discount-codes', picky);
  cart = await update(cart, { action: 'recalculate' });
  t.match([states(cart), cart.totalPrice.centAmount], [['NotActive', 'NotActive'], 200], 'a code that is gone');
  cart = await update(
    cart,
    { action: 'removeDiscountCode', discountCode: typedReference('discount-code', picky) },
    { action: 'removeDiscountCode', discountCode: typedReference('discount-code', sleeping) },
  );
  t.match(cart, { discountCodes: [] });
  t.match(await remove('cart-discounts', off), { errors: [{ code: 'ReferenceExists' }] });

  const direct = (value: object, target: object | undefined = { type: 'totalPrice' }) => ({
    action: 'setDirectDiscounts',
    discounts: [{ value, target }],
  });
  cart = await update(cart, direct({ type: 'relative', permyriad: 2_500 }));
  t.match(cart, {
    directDiscounts: [{ id: /./, value: { permyriad: 2_500 }, target: { type: 'totalPrice' } }],
    discountOnTotalPrice: {
      includedDiscounts: [{ discount: { typeId: 'direct-discount', id: cart.directDiscounts[0]!.id } }],
    },
    ...cost(150),
  });
  isRefused(t, await refuse(cart, add(code)), 'InvalidOperation', {
    message: /has directDiscounts, which exclude discountCodes/,
  });
  isRefused(
    t,
    await refuse(cart, direct({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'x' } })),
    'InvalidField',
    { field: 'discounts.value.type' },
  );
  isRefused(
    t,
    await refuse(cart, direct({ type: 'relative', permyriad: 1 }, { type: 'lineItems', predicate: 'x =' })),
    'SyntaxError',
  );
  isRefused(
    t,
    await refuse(cart, {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'absolute', money: [money(1)] } }],
    }),
    'RequiredField',
    { field: 'target' },
  );
  cart = await update(cart, { action: 'setDirectDiscounts', discounts: [] });
  t.match(cart, { directDiscounts: [], ...cost(200) });
  const drafted = await create({
    purchaseOrderNumber,
    customLineItems: [custom()],
    discountCodes: [limited.code, limited.code],
  });
  t.match(drafted, { discountCodes: [{ state: 'MatchesCart' }], ...cost(100) });
  t.equal(drafted.discountCodes.length, 1);
});

test('adds and removes gifts with their discount; a removed gift is not given again (ORD031)', async t => {
  const purchaseOrderNumber = number();
  const present = await shop.product([{ value: money(1_500) }]);
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const gift = await discount(purchaseOrderNumber, {
    cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}" and lineItemCount(sku = "${sku}") > 1`,
    value: { type: 'giftLineItem', product: typedReference('product', present), variantId: 1 },
    target: undefined,
  });
  let cart = await create({ purchaseOrderNumber, shippingAddress: germany, lineItems: [{ sku }] });
  t.equal(cart.lineItems.length, 1);
  const bought = { lineItemId: cart.lineItems[0]!.id };
  const buy = (quantity: number) => ({ action: 'changeLineItemQuantity', ...bought, quantity });
  cart = await update(cart, buy(2));
  t.match(cart.lineItems, [
    {},
    {
      productId: present.id,
      lineItemMode: 'GiftLineItem',
      quantity: 1,
      price: { value: { centAmount: 1_500 } },
      totalPrice: { centAmount: 0 },
      taxedPrice: taxed(0, 0),
      discountedPricePerQuantity: [
        {
          quantity: 1,
          discountedPrice: {
            value: { centAmount: 0 },
            includedDiscounts: [
              { discount: typedReference('cart-discount', gift), discountedAmount: { centAmount: 1_500 } },
            ],
          },
        },
      ],
    },
  ]);
  t.match(cart, { ...cost(2_000), totalLineItemQuantity: 3 });
  const given = { lineItemId: cart.lineItems[1]!.id };
  for (const [action, more] of [
    ['changeLineItemQuantity', { quantity: 2 }],
    ['setLineItemPrice', { externalPrice: money(1) }],
    ['setLineItemTotalPrice', { externalTotalPrice: { price: money(1), totalPrice: money(1) } }],
  ] as const)
    isRefused(t, await refuse(cart, { action, ...given, ...more }), 'InvalidOperation', { message: /gift/ });
  cart = await update(cart, { action: 'addLineItem', sku: present.sku });
  t.same(
    cart.lineItems.map(({ lineItemMode }) => lineItemMode),
    ['Standard', 'Standard', 'GiftLineItem'],
    'who buys the same pays for it',
  );
  t.equal(cart.lineItems[2]!.id, given.lineItemId, 'the gift stays the same');
  cart = await update(cart, buy(1));
  t.equal(cart.lineItems.length, 2);
  cart = await update(cart, buy(2));
  cart = await update(cart, { action: 'removeLineItem', lineItemId: cart.lineItems[2]!.id });
  t.match(cart, { refusedGifts: [typedReference('cart-discount', gift)] });
  cart = await update(cart, buy(5), { action: 'recalculate' });
  t.equal(cart.lineItems.length, 2);
  t.match(await remove('cart-discounts', gift), { errors: [{ code: 'ReferenceExists' }] });

  const alone = number();
  const separate = await shop.product([], { priceMode: 'Standalone' });
  await createIn('standalone-prices', { sku: separate.sku, value: money(300) });
  await discount(alone, {
    value: { type: 'giftLineItem', product: typedReference('product', separate), variantId: 1 },
    target: undefined,
  });
  t.match(
    (await create({ purchaseOrderNumber: alone, customLineItems: [custom()] })).lineItems,
    [{ productId: separate.id, price: { value: { centAmount: 300 } } }],
    'also at a standalone price',
  );
});

test('a frozen cart keeps its prices until it is unfrozen (ORD063)', async t => {
  const purchaseOrderNumber = number();
  const product = await shop.product([{ key: 'one', value: money(1_000) }]);
  const { sku } = product;
  const half = await discount(purchaseOrderNumber, {
    value: { type: 'relative', permyriad: 5_000 },
    target: { type: 'shipping' },
  });
  let cart = await create({
    purchaseOrderNumber,
    shippingAddress: germany,
    shippingMethod: typedReference('shipping-method', await shop.method()),
  });
  isRefused(t, await refuse(cart, { action: 'freezeCart' }), 'InvalidOperation', { message: /empty/ });
  isRefused(t, await refuse(cart, { action: 'unfreezeCart' }), 'InvalidOperation', { message: /is Active/ });
  cart = await update(cart, { action: 'addLineItem', sku, quantity: 2, key: 'aa' }, { action: 'freezeCart' });
  t.match(
    cart,
    {
      cartState: 'Frozen',
      freezeStrategy: 'SoftFreeze',
      lineItems: [{ price: { value: { centAmount: 1_000 } }, totalPrice: { centAmount: 2_000 } }],
      ...cost(2_250),
    },
    'what comes with the freeze is priced',
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
    { action: 'addCustomLineItem', ...custom() },
    { action: 'setCountry', country: 'DE' },
    { action: 'recalculate' },
    { action: 'changeTaxMode', taxMode: 'Disabled' },
    {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'relative', permyriad: 1 }, target: { type: 'totalPrice' } }],
    },
  ])
    isRefused(t, await refuse(cart, action), 'InvalidOperation', { message: /is frozen \(SoftFreeze\)/ });
  cart = await update(
    cart,
    { action: 'setShippingAddress', address: { ...germany, city: 'Bonn' } },
    { action: 'setCustomerEmail', email: 'a@example.com' },
  );
  t.match(cart, {
    shippingAddress: { city: 'Bonn' },
    shippingInfo: { discountedPrice: { value: { centAmount: 250 } } },
    ...cost(2_250),
  });
  cart = await update(cart, { action: 'freezeCart', strategy: 'HardFreeze' });
  isRefused(t, await refuse(cart, { action: 'setShippingAddress', address: { country: 'FR' } }), 'InvalidOperation', {
    message: /HardFreeze.*shippingAddress/,
  });
  t.match(await update(cart, { action: 'setLocale', locale: 'en' }), { locale: 'en', ...cost(2_250) });
  cart = await update(await get(cart), { action: 'unfreezeCart' });
  t.match(cart, { cartState: 'Active', ...cost(10_000) }, 'free of shipping, at the prices of today');
  t.notOk('freezeStrategy' in cart);
});

test('prices a cart again after the actions of an extension, with the same totals', async t => {
  const server = await startExternalServer();
  const purchaseOrderNumber = number();
  const { sku } = await shop.product([{ value: money(1_000) }]);
  await discount(purchaseOrderNumber, {
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'lineItems', predicate: 'true' },
  });
  await discount(purchaseOrderNumber, {
    value: {
      type: 'giftLineItem',
      product: typedReference('product', await shop.product([{ value: money(1) }])),
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
      { action: 'addCustomLineItem', ...custom({ key: 'fee' }) },
    ],
  });
  let cart = await create({ purchaseOrderNumber, shippingAddress: germany, lineItems: [{ sku, quantity: 2 }] });
  t.match(cart, {
    country: 'DE',
    version: 1,
    lineItems: [{ totalPrice: { centAmount: 1_800 } }, { lineItemMode: 'GiftLineItem' }],
    customLineItems: [{ key: 'fee' }],
    ...cost(2_000),
  });
  server.say({ actions: [] });
  cart = await update(cart, { action: 'changeLineItemQuantity', lineItemId: cart.lineItems[0]!.id, quantity: 3 });
  t.match(cart, { ...cost(2_900), totalLineItemQuantity: 4 });
  server.say({ actions: [{ action: 'addLineItem', sku }] });
  cart = await update(
    cart,
    { action: 'changeTaxMode', taxMode: 'ExternalAmount' },
    { action: 'setCartTotalTax', externalTotalGross: money(5_000) },
  );
  t.match(
    cart,
    { ...cost(3_800), taxedPrice: taxed(3_800, 5_000) },
    'a total tax holds for what the cart comes to in the end',
  );
  t.ok(server.requests.length >= 3);
  await remove('extensions', extension);
});

test('replicates a cart or an order with current prices', async t => {
  const product = await shop.product([{ value: money(1_000) }]);
  const payment = typedReference('payment', await createIn('payments', { amountPlanned: money(1) }));
  let cart = await create({
    key: newKey('cart'),
    locale: 'en',
    country: 'DE',
    shippingAddress: germany,
    shippingMethod: typedReference('shipping-method', await shop.method()),
    lineItems: [{ sku: product.sku, quantity: 2, key: 'aa' }, own()],
    customLineItems: [custom()],
  });
  cart = await update(cart, { action: 'addPayment', payment }, { action: 'freezeCart' });
  const latest = (await http.send('GET', `${base}/products/${product.id}`)).json as {
    id: string;
    version: number;
    masterData: { current: { masterVariant: { prices: { id: string }[] } } };
  };
  await change('products', latest, {
    action: 'changePrice',
    priceId: latest.masterData.current.masterVariant.prices[0]!.id,
    price: { value: money(2_000) },
    staged: false,
  });
  const key = newKey('again');
  const again = (
    await sdk
      .carts()
      .replicate()
      .post({ body: { reference: { typeId: 'cart', id: cart.id }, key } })
      .execute()
  ).body;
  t.match(again, {
    version: 1,
    key,
    cartState: 'Active',
    locale: 'en',
    country: 'DE',
    shippingInfo: { price: { centAmount: 500 } },
    lineItems: [{ key: 'aa', quantity: 2, totalPrice: { centAmount: 4_000 } }, { priceMode: 'ExternalPrice' }],
    ...cost(4_000 + 1_000 + 200 + 500),
  });
  t.notOk('paymentInfo' in again || 'freezeStrategy' in again);
  t.not(again.lineItems[0]!.id, cart.lineItems[0]!.id);
  const order = await createIn('orders/import', {
    totalPrice: money(2_000),
    lineItems: [{ name: { en: 'Old' }, variant: { sku: 'OLD' }, quantity: 2, price: { value: money(1_000) } }],
  });
  t.match(
    (
      await sdk
        .carts()
        .replicate()
        .post({ body: { reference: { typeId: 'order', id: order.id } } })
        .execute()
    ).body,
    { lineItems: [{ name: { en: 'Old' }, priceMode: 'ExternalPrice' }], ...cost(2_000) },
  );
  const refusal = await resourcesAt('carts/replicate').refuseCreation({ reference: { typeId: 'cart', id: 'none' } });
  isRefused(t, refusal, 'ReferencedResourceNotFound', { typeId: 'cart', id: 'none' });
});

test('prices carts while the catalogue changes, or refuses with a reason', async t => {
  const purchaseOrderNumber = number();
  const product = await shop.product([{ value: money(1_000) }]);
  const off = await discount(purchaseOrderNumber, {
    requiresDiscountCode: true,
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'totalPrice' },
  });
  const [code, gift] = await Promise.all([
    codeFor([off]),
    discount(purchaseOrderNumber, {
      value: { type: 'giftLineItem', product: typedReference('product', product), variantId: 1 },
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
    act(cart, { action: 'addCustomLineItem', ...custom() }),
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
