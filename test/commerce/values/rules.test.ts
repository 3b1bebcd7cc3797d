/** Documented rules of common values: prices, tiers, money, assets, images, addresses, references. */
import type { Cart, Product } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { startShop } from '../../support/cartShop.js';
import { createType, money, newKey, orderDraft, productDraft } from '../../support/drafts.js';
import { matchWhole, valuesOf } from '../../support/matchWhole.js';
import { assertError } from '../../support/refusal.js';

const shop = await startShop();
const { createIn, resourcesAt, productType } = shop;
const products = resourcesAt('products');
const draftWith = (masterVariant: object) => productDraft({ id: productType.id }, { masterVariant } as object);
const createWith = (masterVariant: object) => products.create(draftWith(masterVariant));
const masterOf = (product: object) => (product as Product).masterData.staged.masterVariant;
const media = { url: 'https://example.com/a.png', dimensions: { w: 1, h: 1 } };
const asset = (changes: object = {}) => ({ name: { en: 'Manual' }, sources: [{ uri: 'https://a' }], ...changes });
const euros = (price: object) => ({ value: money(100), ...price });
const [spring, summer] = ['2024-03-01T00:00:00.000Z', '2024-06-01T00:00:00.000Z'] as const;

/** Also shows common.42e23, common.89745, common.5f933, common.e766c, error.1fb96 and error.fa59b. */
test('keys of assets and prices, and URLs of images, are unique in a variant (common.42354, common.39d71)', async t => {
  const source = { uri: 'https://a', key: 'small' };
  const distinct = {
    assets: [asset({ key: 'one', sources: [source] }), asset({ key: 'two', sources: [source] }), asset(), asset()],
    prices: [euros({ key: 'main' }), euros({ key: 'other', country: 'DE' })],
    images: [media, { ...media, url: 'https://example.com/b.png' }],
  };
  const product = await createWith(distinct);
  matchWhole(t, masterOf(product), distinct);
  const again = await products.create({
    ...draftWith(distinct),
    variants: [{ ...distinct, sku: newKey('sku') }],
  });
  t.ok(again, 'another variant may have the same');
  const duplicate = (field: string, duplicateValue: string) => ['DuplicateField', { field, duplicateValue }] as const;
  for (const [members, [code, entry]] of [
    [{ assets: [asset({ key: 'one' }), asset({ key: 'one' })] }, duplicate('assets.key', 'one')],
    [{ assets: [asset({ sources: [source, source] })] }, duplicate('assets.sources.key', 'small')],
    [{ images: [media, media] }, duplicate('images.url', media.url)],
    [
      { prices: [euros({ key: 'main' }), euros({ key: 'main', country: 'DE' })] },
      [
        'DuplicatePriceKey',
        {
          message: 'Duplicate price key: main. The price key must be unique per variant.',
          conflictingPrice: { key: 'main', value: { centAmount: 100 } },
        },
      ],
    ],
  ] as const) {
    assertError(t, await products.refuseCreation(draftWith(members)), code, entry);
    const add = { action: 'addVariant', sku: newKey('sku'), ...members };
    t.same(valuesOf((await products.refuse(product, add)).errors, 'code'), [code]);
  }
  const [, second] = masterOf(product).prices!;
  const price = euros({ key: 'main', country: 'FR' });
  for (const [action, code] of [
    [{ action: 'addExternalImage', variantId: 1, image: media }, 'DuplicateField'],
    [{ action: 'setPriceKey', priceId: second!.id, key: 'main' }, 'DuplicatePriceKey'],
    [{ action: 'addPrice', variantId: 1, price }, 'DuplicatePriceKey'],
    [{ action: 'changePrice', priceId: second!.id, price }, 'DuplicatePriceKey'],
    [{ action: 'setPrices', variantId: 1, prices: [price, euros({ key: 'main' })] }, 'DuplicatePriceKey'],
  ] as const)
    t.same(valuesOf((await products.refuse(product, action)).errors, 'code'), [code]);
});

/** Also shows common.43ce3, common.36432, common.b62af, common.67e46 and common.03ae9. */
test('a price ends after it begins; its tiers begin at 2, once each and in its currency (common.cc675)', async t => {
  const tier = (minimumQuantity: number, value = money(90)) => ({ minimumQuantity, value });
  const product = await createWith({ prices: [euros({})] });
  for (const [changes, field, invalidValue] of [
    [{ validFrom: spring, validUntil: spring }, 'validUntil', spring],
    [{ validFrom: summer, validUntil: spring }, 'validUntil', spring],
    [{ tiers: [tier(1)] }, 'tiers.minimumQuantity', 1],
    [{ tiers: [tier(2), tier(5), tier(2)] }, 'tiers.minimumQuantity', 2],
    [{ tiers: [tier(2, money(90, 'USD'))] }, 'tiers.value.currencyCode', 'USD'],
  ] as const) {
    const wrong = { field, invalidValue };
    const price = euros({ country: 'DE', ...changes });
    assertError(t, await products.refuseCreation(draftWith({ prices: [price] })), 'InvalidField', wrong);
    const add = { action: 'addPrice', variantId: 1, price };
    assertError(t, await products.refuse(product, add), 'InvalidField', { ...wrong, actionIndex: 0 });
    const scope = { sku: newKey('sku'), ...price };
    assertError(t, await resourcesAt('standalone-prices').refuseCreation(scope), 'InvalidField', wrong);
  }
  assertError(t, await products.refuseCreation(draftWith({ prices: [euros({ tiers: [tier(0)] })] })), 'InvalidField', {
    field: 'masterVariant.prices[0].tiers[0].minimumQuantity',
    invalidValue: 0,
  });
  const kept = { validFrom: spring, validUntil: '2024-03-01T00:00:00.001Z', tiers: [tier(5), tier(2)] };
  matchWhole(t, masterOf(await createWith({ prices: [euros(kept)] })).prices, [kept]);
});

/** Also shows common.7a407, common.f76fc, common.d5c94, common.48f7a and common.291a3. */
test('a tier prices the whole quantity of each line item that reaches it (common.3f019, common.c96ab)', async t => {
  const tiers = [
    { minimumQuantity: 3, value: money(80) },
    { minimumQuantity: 5, value: money(70) },
  ];
  const { sku } = await shop.product([{ value: money(100), tiers }]);
  const type = await createType(createIn, ['line-item']);
  for (const [quantity, each] of [
    [1, 100],
    [2, 100],
    [3, 80],
    [4, 80],
    [5, 70],
    [50, 70],
  ] as const) {
    const cart: Cart = await shop.create({ lineItems: [{ sku, quantity }] });
    matchWhole(t, cart, {
      lineItems: [{ price: { value: { centAmount: each } }, totalPrice: { centAmount: each * quantity } }],
      totalPrice: { centAmount: each * quantity },
    });
  }
  const noted = (note: string) => ({
    sku,
    quantity: 2,
    custom: { type: { typeId: 'type', id: type.id }, fields: { note } },
  });
  const split: Cart = await shop.create({ lineItems: [noted('a'), noted('b'), { sku, quantity: 3 }] });
  t.same(
    split.lineItems.map(({ totalPrice }) => totalPrice.centAmount),
    [200, 200, 240],
    'each line item counts alone',
  );
});

/** Also shows common.eb9e8, common.153c5, common.c6484, common.9fb17, common.51385 and common.7ff53. */
test('money has the digits of its currency, high precision more (common.10848, common.4a433)', async t => {
  const cents = (currencyCode: string, fractionDigits: number) => ({ currencyCode, centAmount: 5, fractionDigits });
  for (const [currencyCode, fractionDigits] of [
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
  ] as const) {
    const stored = { type: 'centPrecision', ...cents(currencyCode, fractionDigits) };
    const precise = { type: 'highPrecision', currencyCode, preciseAmount: 15, fractionDigits: fractionDigits + 1 };
    for (const [value, expected] of [
      [money(5, currencyCode), stored],
      [cents(currencyCode, fractionDigits), stored],
      [precise, { ...precise, centAmount: 2 }],
      [
        { ...precise, preciseAmount: 25 },
        { ...precise, preciseAmount: 25, centAmount: 2 },
      ],
      [
        { ...precise, centAmount: 1 },
        { ...precise, centAmount: 1 },
      ],
    ] as const)
      t.same(valuesOf(masterOf(await createWith({ prices: [{ value }] })).prices!, 'value'), [expected]);
    for (const [value, code, members] of [
      [
        cents(currencyCode, fractionDigits + 1),
        'InvalidField',
        { field: 'value.fractionDigits', invalidValue: fractionDigits + 1 },
      ],
      [{ ...precise, fractionDigits }, 'InvalidField', { field: 'value.fractionDigits', invalidValue: fractionDigits }],
      [{ ...precise, centAmount: 3 }, 'InvalidInput', { message: /'value.centAmount' is 3; expected 1\.5 rounded/ }],
    ] as const)
      assertError(t, await products.refuseCreation(draftWith({ prices: [{ value }] })), code, members);
  }
});

test('keys of the addresses of a customer, cart or order are unique (common.42474)', async t => {
  const addresses = ['home', 'home'].map(key => ({ key, country: 'DE' }));
  const duplicate = { duplicateValue: 'home' };
  const customer = { email: `${newKey('jo')}@example.com`, password: 'secret-123', addresses };
  assertError(t, await resourcesAt('customers').refuseCreation(customer), 'DuplicateField', {
    field: 'addresses.key',
    ...duplicate,
  });
  for (const [path, draft] of [
    ['carts', { currency: 'EUR', itemShippingAddresses: addresses }],
    ['orders/import', orderDraft({ itemShippingAddresses: addresses })],
  ] as const)
    assertError(t, await resourcesAt(path).refuseCreation(draft), 'DuplicateField', {
      field: 'itemShippingAddresses.key',
      ...duplicate,
    });
});

test('references name one resource, by id or by constant key (common.c4486, common.b502b, common.135a9)', async t => {
  const key = newKey('store');
  const store = await createIn('stores', { key });
  const cart = (named: object) => ({ currency: 'EUR', store: named });
  for (const named of [{ id: store.id }, { key }, { typeId: 'store', id: store.id }, { typeId: 'store', key }])
    matchWhole(t, (await createIn('carts', cart(named))).store, { typeId: 'store', key });
  assertError(t, await resourcesAt('carts').refuseCreation(cart({ typeId: 'channel', key })), 'InvalidField', {
    field: 'store.typeId',
    invalidValue: 'channel',
  });
  const [refused] = (await resourcesAt('stores').refuse(store, { action: 'setKey', key: newKey('other') })).errors;
  matchWhole(t, refused?.field, 'actions[0].action', 'no action changes the key');
});
