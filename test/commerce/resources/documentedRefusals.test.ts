/** Requests that the public SDK documents as refused, each with the rules behind it. */
import type { ProductCatalogData } from '@commercetools/platform-sdk';
import { germany } from '../../support/cartShop.js';
import {
  fieldDefinition,
  lineItemDraft,
  money,
  newKey,
  orderDraft,
  productDraft,
  referenceTo,
} from '../../support/drafts.js';
import { valuesOf } from '../../support/matchWhole.js';
import type { Resource } from '../../support/resourceApi.js';
import { assertError } from '../../support/refusal.js';
import { test } from '../../support/tap.js';
import type { ErrorCode } from '../../../src/base/errors/errorTable.js';
import { startCarts } from './cart/startCarts.js';
import { customItem } from './cart/cartItems.js';

const shop = await startCarts();
const { http, base, createIn, resourcesAt } = shop;
const newChannel = (roles: readonly string[]) => createIn('channels', { key: newKey('channel'), roles });
const supply = referenceTo('channel', await newChannel(['InventorySupply']));
const home = { ...germany, key: 'home' };
const priceOf = (centAmount: number, key?: string) => ({ value: money(centAmount), key });
const withItem = (members: object) => ({ lineItems: [{ ...lineItemDraft(), ...members }] });
const imported = (members: object) => ({ ...orderDraft(), ...members });
const typeDraft = (resourceTypeIds: readonly string[], ...fieldDefinitions: object[]) => ({
  key: newKey('type'),
  name: { en: 'Type' },
  resourceTypeIds,
  fieldDefinitions,
});
await createIn(
  'types',
  typeDraft(
    ['channel', 'store'],
    fieldDefinition('size', { name: 'Number' }),
    fieldDefinition('kind', { name: 'Enum', values: [{ key: 'a', label: 'A' }] }),
  ),
);
const psp = { interfaceId: newKey('psp'), paymentMethodInfo: { paymentInterface: 'stripe' } };
const payment = (members: object = {}) => ({ amountPlanned: money(1), ...members });
await createIn('payments', payment(psp));
const customer = { typeId: 'customer', id: await shop.customer() };
const channelKey = newKey('channel');
const { id: channelId } = await createIn('channels', { key: channelKey });

const image = { url: 'https://example.com/1.png', dimensions: { w: 1, h: 1 } };
const source = { uri: 'https://example.com/1.pdf', key: 'small' };
const asset = { name: { en: 'Manual' }, key: 'manual', sources: [source] };
const productWith = (masterVariant: object) => productDraft({ id: shop.productType.id }, { masterVariant } as never);

const longSlug = 's'.repeat(257);

type Expected = readonly [code: ErrorCode, members?: object];
const duplicate = (field: string, duplicateValue: unknown): Expected => ['DuplicateField', { field, duplicateValue }];
const invalid = (field: string, invalidValue: unknown): Expected => ['InvalidField', { field, invalidValue }];
const missing = (field: string): Expected => ['RequiredField', { field }];

const creations: readonly (readonly [title: string, path: string, draft: object, expected: Expected])[] = [
  [
    'a custom line item with a slug that is no slug (cart.1b418)',
    'carts',
    { currency: 'EUR', customLineItems: [customItem({ slug: 'no slug' })] },
    invalid('customLineItems[0].slug', 'no slug'),
  ],
  [
    'a custom line item with a slug of 257 characters (cart.1b418)',
    'carts',
    { currency: 'EUR', customLineItems: [customItem({ slug: longSlug })] },
    invalid('customLineItems[0].slug', longSlug),
  ],
  [
    'two targets of an item with one address (cart.0e009)',
    'carts',
    {
      currency: 'EUR',
      itemShippingAddresses: [home],
      customLineItems: [
        customItem({
          quantity: 2,
          shippingDetails: { targets: [1, 1].map(quantity => ({ addressKey: 'home', quantity })) },
        }),
      ],
    },
    duplicate('shippingDetails.targets.addressKey', 'home'),
  ],
  [
    'a rate input with the member of the other type (cart.abbdb, cart.c2732)',
    'carts',
    { currency: 'EUR', shippingRateInput: { type: 'Score', score: 1, key: 'Small' } },
    invalid('shippingRateInput.key', 'Small'),
  ],
  ['a currency that is none', 'carts', { currency: 'XXQ' }, invalid('currency', 'XXQ')],
  ['a country that is none', 'carts', { currency: 'EUR', country: 'XX' }, invalid('country', 'XX')],
  [
    'a price in a currency that is none',
    'standalone-prices',
    { sku: 's', value: money(1, 'XXQ') },
    invalid('value.currencyCode', 'XXQ'),
  ],
  [
    'a location in a country that is none',
    'zones',
    { name: 'z', locations: [{ country: 'ZZ' }] },
    invalid('locations[0].country', 'ZZ'),
  ],
  [
    'an address in a country that is none',
    'channels',
    { key: newKey('c'), address: { country: 'XI' } },
    invalid('address.country', 'XI'),
  ],
  [
    'a store in a country that is none',
    'stores',
    { key: newKey('s'), countries: [{ code: 'XX' }] },
    invalid('countries[0].code', 'XX'),
  ],
  [
    'an identifier with id and key (cart.a2c05, store.9fd8b, payment.a676c, type.3f7d0, inventory.3ebaf)',
    'inventory',
    { sku: newKey('sku'), quantityOnStock: 1, supplyChannel: { typeId: 'channel', id: channelId, key: channelKey } },
    ['InvalidJsonInput', { message: /both id and key/ }],
  ],
  [
    'a second payment with an interfaceId at one service (payment.32648, payment.041d2, payment.e9a71)',
    'payments',
    payment(psp),
    duplicate('interfaceId', psp.interfaceId),
  ],
  [
    'two images of a variant with one URL (common.89745)',
    'products',
    productWith({ images: [image, image] }),
    duplicate('images.url', image.url),
  ],
  [
    'two assets of a variant with one key (common.42354, common.39d71)',
    'products',
    productWith({ assets: [asset, asset] }),
    duplicate('assets.key', 'manual'),
  ],
  [
    'two sources of an asset with one key (common.42e23)',
    'products',
    productWith({ assets: [{ ...asset, sources: [source, source] }] }),
    duplicate('assets.sources.key', 'small'),
  ],
  [
    'two prices of a variant with one key (common.e766c, error.1fb96)',
    'products',
    productWith({ prices: [priceOf(1, 'one'), { ...priceOf(2, 'one'), country: 'DE' }] }),
    ['DuplicatePriceKey', { conflictingPrice: { key: 'one' } }],
  ],
  [
    'a field of another type than in another Type for the resource (type.19581)',
    'types',
    typeDraft(['order', 'store'], fieldDefinition('size', { name: 'String' })),
    invalid('fieldDefinitions.size.type', 'String'),
  ],
  [
    'two fields with one name (type.37523)',
    'types',
    typeDraft(['zone'], fieldDefinition('size', { name: 'String' }), fieldDefinition('size', { name: 'String' })),
    duplicate('fieldDefinitions.name', 'size'),
  ],
  ['an import without items (order.e0de2)', 'orders/import', imported({ lineItems: undefined }), missing('lineItems')],
  [
    'an import with an empty list of items (order.b7413)',
    'orders/import',
    imported({ lineItems: [] }),
    missing('lineItems'),
  ],
  [
    'an import with a product and no id of its variant (order.5320d)',
    'orders/import',
    imported(withItem({ productId: 'p' })),
    missing('lineItems.variant.id'),
  ],
  [
    'an import with the id of a variant and no product (order.1bedc)',
    'orders/import',
    imported(withItem({ variant: { id: 2, sku: 's' } })),
    missing('lineItems.productId'),
  ],
  [
    'an import of a variant without SKU and id',
    'orders/import',
    imported(withItem({ variant: {} })),
    missing('lineItems.variant.sku'),
  ],
  [
    'an import with two prices of one scope (order.cc9dd)',
    'orders/import',
    imported(withItem({ variant: { sku: 's', prices: [priceOf(1), priceOf(2)] } })),
    ['DuplicatePriceScope', { conflictingPrices: [Object, Object] }],
  ],
  [
    'an import with a slug that is no slug',
    'orders/import',
    imported({ customLineItems: [{ ...customItem({ slug: 'größe' }), quantity: 1 }] }),
    invalid('customLineItems[0].slug', 'größe'),
  ],
  [
    'an import with a channel of another role (order.b08de)',
    'orders/import',
    imported(withItem({ distributionChannel: supply })),
    ['MissingRoleOnChannel', { channel: supply, missingRole: 'ProductDistribution' }],
  ],
];

for (const [title, path, draft, [code, members]] of creations)
  test(`refuses ${title}`, async t => assertError(t, await resourcesAt(path).refuseCreation(draft), code, members));

const cartWithItem = async (item: object = {}) =>
  createIn('carts', { currency: 'EUR', customLineItems: [customItem({ slug: 'wrap', ...item })] });
const stockedProduct = async () => {
  const sku = newKey('sku');
  await createIn('inventory', { sku, quantityOnStock: 1 });
  return createIn('products', productWith({ sku }));
};
const newPayment = (members: object = {}) => createIn('payments', payment(members));
const transactions = ['a', undefined].map(interfaceId => ({ type: 'Charge', amount: money(1), interfaceId }));
const product = () => shop.product([priceOf(1, 'one'), { ...priceOf(2, 'two'), country: 'DE' }]);
const priceId = ({ masterData }: Resource) => (masterData as ProductCatalogData).staged.masterVariant.prices![1]!.id;

const updates: readonly (readonly [
  title: string,
  path: string,
  resource: () => Promise<Resource>,
  action: object | ((resource: Resource) => object),
  expected: Expected,
])[] = [
  [
    'addCustomLineItem with the slug of a different item (cart.47c4d)',
    'carts',
    cartWithItem,
    { action: 'addCustomLineItem', ...customItem({ slug: 'wrap', money: money(1), ...shop.taxed }) },
    ['InvalidOperation', { message: /different custom line item with the slug 'wrap'/, actionIndex: 0 }],
  ],
  [
    'addCustomLineItem with a slug that is no slug (cart.1b418)',
    'carts',
    cartWithItem,
    { action: 'addCustomLineItem', ...customItem({ slug: 'x' }) },
    invalid('actions[0].slug', 'x'),
  ],
  [
    'addCustomLineItem with a slug of 257 characters (cart.1b418)',
    'carts',
    cartWithItem,
    { action: 'addCustomLineItem', ...customItem({ slug: longSlug }) },
    invalid('actions[0].slug', longSlug),
  ],
  [
    'a return without items (OrderAddReturnInfoAction.items)',
    'orders',
    () => createIn('orders/import', orderDraft()),
    { action: 'addReturnInfo', items: [] },
    invalid('actions[0].items', []),
  ],
  [
    'sync info of a channel without a role for it (order.cd2ed, order.3b7fe)',
    'orders',
    () => createIn('orders/import', orderDraft()),
    { action: 'updateSyncInfo', channel: supply },
    ['InvalidInput', { message: /none of the roles OrderExport and OrderImport/, actionIndex: 0 }],
  ],
  [
    'setStore without a store of an order in no store (order.a15eb, order.8c820)',
    'orders',
    () => createIn('orders/import', orderDraft()),
    { action: 'setStore' },
    ['InvalidOperation', { message: /in no store/, actionIndex: 0 }],
  ],
  ...([{ sku: 'other' }, {}] as const).map(
    members =>
      [
        `another SKU of a variant, ${JSON.stringify(members)}, where there is stock of the old one (product.436d4)`,
        'products',
        stockedProduct,
        { action: 'setSku', variantId: 1, ...members },
        ['InvalidOperation', { message: /cannot be changed or removed: it has an inventory entry/ }],
      ] as const,
  ),
  [
    'a place for an image behind the last one (ProductMoveImageToPositionAction.position)',
    'products',
    () => createIn('products', productWith({ images: [image] })),
    { action: 'moveImageToPosition', variantId: 1, imageUrl: image.url, position: 1 },
    ['InvalidField', { field: 'position', invalidValue: 1, actionIndex: 0 }],
  ],
  [
    'setInterfaceId with that of another payment at the service (payment.661d4)',
    'payments',
    () => newPayment({ paymentMethodInfo: psp.paymentMethodInfo }),
    { action: 'setInterfaceId', interfaceId: psp.interfaceId },
    duplicate('interfaceId', psp.interfaceId),
  ],
  [
    'setMethodInfoInterface to the service of another payment with the interfaceId (payment.e9a71)',
    'payments',
    () => newPayment({ interfaceId: psp.interfaceId }),
    { action: 'setMethodInfoInterface', interface: 'stripe' },
    duplicate('interfaceId', psp.interfaceId),
  ],
  ...(
    [
      ['setInterfaceId', { interfaceId: 'other' }, 'payment.7879d, payment.eadd6'],
      ['setInterfaceId', {}, 'payment.eadd6'],
      ['setMethodInfoInterface', { interface: 'other' }, 'payment.c1203, me.8ac4e'],
      ['setMethodInfo', { paymentInterface: 'other' }, 'payment.eadd6'],
      ['setMethodInfo', { paymentInterface: '' }, 'payment.eadd6'],
    ] as const
  ).map(
    ([action, members, rules]) =>
      [
        `${action} ${JSON.stringify(members)} where one is set (${rules})`,
        'payments',
        () => newPayment({ interfaceId: newKey('psp'), paymentMethodInfo: { paymentInterface: 'psp' } }),
        { action, ...members },
        ['InvalidOperation', { message: /cannot be changed or removed/, actionIndex: 0 }],
      ] as const,
  ),
  [
    'an anonymousId of a payment of a customer (payment.970b9)',
    'payments',
    () => newPayment({ customer }),
    { action: 'setAnonymousId', anonymousId: 'v' },
    ['InvalidOperation', { message: /belongs to a customer/, actionIndex: 0 }],
  ],
  [
    'the interfaceId of another transaction (payment.6095e)',
    'payments',
    () => newPayment({ transactions }),
    made => ({
      action: 'setTransactionInterfaceId',
      transactionId: (made.transactions as Resource[])[1]!.id,
      interfaceId: 'a',
    }),
    ['DuplicateField', { field: 'interfaceId', duplicateValue: 'a', actionIndex: 0 }],
  ],
  [
    'the removal of the last role of a channel',
    'channels',
    () => newChannel(['Primary']),
    { action: 'removeRoles', roles: ['Primary'] },
    ['InvalidOperation', { message: /keep at least one role/, actionIndex: 0 }],
  ],
  [
    'a key that another price of the variant has (common.5f933, common.e766c, error.1fb96)',
    'products',
    product,
    made => ({ action: 'setPriceKey', priceId: priceId(made), key: 'one' }),
    ['DuplicatePriceKey', { conflictingPrice: { key: 'one' }, actionIndex: 0 }],
  ],
];

for (const [title, path, resource, action, [code, members]] of updates)
  test(`refuses ${title}`, async t => {
    const made = await resource();
    const given = typeof action === 'function' ? action(made) : action;
    assertError(t, await resourcesAt(path).refuse(made, given), code, members);
  });

test('takes slugs of 2 and 256 characters (cart.1b418)', async t => {
  const slugs = ['s'.repeat(2), 's'.repeat(256)];
  const cart = await cartWithItem({ slug: slugs[0] });
  const add = { action: 'addCustomLineItem', ...customItem({ slug: slugs[1], ...shop.taxed }) };
  const { customLineItems } = await resourcesAt('carts').update(cart, add);
  t.same(valuesOf(customLineItems as Resource[], 'slug'), slugs);
});

test('refuses empty lists of a project (project.2b3e4, project.d695b)', async t => {
  const { version } = (await http.send('GET', base)).json as Resource;
  for (const name of ['currencies', 'countries', 'languages']) {
    const actions = [{ action: `change${name[0]!.toUpperCase()}${name.slice(1)}`, [name]: [] }];
    const refused = await http.send('POST', base, { body: { version, actions } });
    assertError(t, refused, ...invalid(`actions[0].${name}`, []));
  }
});

test('takes enum values of its own for a field of one type, and any type for other resources (type.19581)', async t => {
  const kind = fieldDefinition('kind', { name: 'Enum', values: [{ key: 'b', label: 'B' }] });
  const made = await createIn('types', typeDraft(['channel', 'order'], kind));
  t.match(await createIn('types', typeDraft(['zone'], fieldDefinition('size', { name: 'String' }))), { version: 1 });
  t.match(made, { fieldDefinitions: [kind] });
});

test('a return without a date is of now (OrderAddReturnInfoAction.returnDate)', async t => {
  const order = await createIn('orders/import', orderDraft());
  const items = [{ lineItemId: (order.lineItems as Resource[])[0]!.id, quantity: 1, shipmentState: 'Returned' }];
  const before = new Date().toISOString();
  const { returnInfo } = await resourcesAt('orders').update(order, { action: 'addReturnInfo', items });
  const [{ returnDate }] = returnInfo as [{ returnDate: string }];
  t.ok(returnDate >= before && returnDate <= new Date().toISOString());
});
