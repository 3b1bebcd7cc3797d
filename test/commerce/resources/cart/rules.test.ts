/** Requests about carts that are refused according to the documentation. */
import type { ErrorCode } from '../../../../src/base/errors/errorTable.js';
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { http, base, createIn, create, update, refuse, refuseCreation, soldProduct } = shop;
const { sku } = soldProduct;
const channelWith = async (role: string) =>
  referenceTo('channel', await createIn('channels', { key: newKey('channel'), roles: [role] }));
const [supply, sales] = [await channelWith('InventorySupply'), await channelWith('ProductDistribution')];
const [home, work] = [
  { ...germany, key: 'home' },
  { ...germany, city: 'Bonn', key: 'work' },
];
const picky = referenceTo('shipping-method', await shop.method({ predicate: 'totalPrice > "900.00 EUR"' }));
const inactive = referenceTo('shipping-method', await shop.method({ active: false }));
const italian = { country: 'IT' };
const noRate = { taxCategoryId: shop.taxCategory.id, country: 'IT' };
const businessUnit = { typeId: 'business-unit', key: 'none' };
const noUnit = { typeId: 'business-unit', key: 'none' };
const noRole = (channel: object, missingRole: string) => ({ channel, missingRole });
const methodOf = (method: { readonly id: string }, reason: RegExp) => ({
  message: new RegExp(`${method.id}.*${reason.source}`),
});
const rate = { name: 'VAT', amount: 0.2, country: 'DE' };
const external = (externalTaxRate: object) => ({ taxMode: 'External', lineItems: [externalItem({ externalTaxRate })] });
const notSum = { message: /add up to 0.1; expected its amount, 0.2/ };
const reserving = { allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'], invalidValue: 'ReserveOnCart' };

type Expected = readonly [code: ErrorCode, members?: object];

const drafts: readonly (readonly [title: string, draft: () => object, expected: Expected])[] = [
  [
    'a locale that is no language of the project (cart.126ca)',
    () => ({ locale: 'xx' }),
    ['ProjectNotConfiguredForLanguages', { languages: ['xx'] }],
  ],
  [
    'a shipping address that is none of the item shipping addresses (cart.24bd3)',
    () => ({ shippingAddress: germany, itemShippingAddresses: [work] }),
    ['InvalidInput', { message: 'The shippingAddress is not one of the itemShippingAddresses.' }],
  ],
  [
    'an item shipping address without a key (cart.3684a)',
    () => ({ itemShippingAddresses: [home, germany] }),
    ['RequiredField', { field: 'itemShippingAddresses.key' }],
  ],
  [
    'two item shipping addresses with one key (cart.3684a)',
    () => ({ itemShippingAddresses: [home, { ...work, key: 'home' }] }),
    ['DuplicateField', { field: 'itemShippingAddresses.key', duplicateValue: 'home' }],
  ],
  [
    'a shipping method whose predicate does not match (cart.39d1b)',
    () => ({ shippingAddress: germany, customLineItems: [customItem()], shippingMethod: picky }),
    ['InvalidOperation', methodOf(picky, /predicate does not match/)],
  ],
  [
    'a custom line item without a tax category in the tax mode Platform',
    () => ({ customLineItems: [customItem(), customItem({ taxCategory: undefined })] }),
    ['RequiredField', { field: 'customLineItems[1].taxCategory' }],
  ],
  ['a line item that names no variant (cart.1339f)', () => ({ lineItems: [{}] }), ['RequiredField', { field: 'sku' }]],
  [
    'a distribution channel without the role (cart.3fd3f)',
    () => ({ lineItems: [{ sku, distributionChannel: supply }] }),
    ['MissingRoleOnChannel', noRole(supply, 'ProductDistribution')],
  ],
  [
    'a supply channel without the role (cart.f709c)',
    () => ({ lineItems: [{ sku, supplyChannel: sales }] }),
    ['MissingRoleOnChannel', noRole(sales, 'InventorySupply')],
  ],
  [
    'an external tax rate without an amount and sub rates (cart.8c300)',
    () => external({ ...rate, amount: undefined }),
    ['RequiredField', { field: 'externalTaxRate.amount' }],
  ],
  [
    'sub rates that do not add up to the amount (cart.d303d, cart.52fb0)',
    () => external({ ...rate, subRates: [{ name: 'a', amount: 0.1 }] }),
    ['InvalidInput', notSum],
  ],
  [
    'several shipping methods, which are not offered',
    () => ({ shippingMode: 'Multiple' }),
    ['InvalidField', { field: 'shippingMode', invalidValue: 'Multiple' }],
  ],
  [
    'tax rates for several shipping methods',
    () => ({ lineItems: [{ sku, perMethodExternalTaxRate: [{ shippingMethodKey: 'a', taxRate: rate }] }] }),
    [
      'InvalidField',
      {
        field: 'lineItems[0].perMethodExternalTaxRate',
        invalidValue: [{ shippingMethodKey: 'a', taxRate: rate }],
        message: /does not offer/,
      },
    ],
  ],
  ['a business unit, of which there is none', () => ({ businessUnit }), ['ReferencedResourceNotFound', noUnit]],
  [
    'the reservation of a cart',
    () => ({ inventoryMode: 'ReserveOnCart' }),
    ['InvalidField', { field: 'inventoryMode', ...reserving }],
  ],
];

for (const [title, draft, [code, members]] of drafts)
  test(`refuses a draft with ${title}`, async t => assertError(t, await refuseCreation(draft()), code, members));

test('takes a shipping address that is one of the item shipping addresses (cart.24bd3)', async t => {
  for (const shippingAddress of [work, { ...work, key: undefined }])
    t.match(await create({ shippingAddress, itemShippingAddresses: [home, work] }), {
      shippingAddress: { city: 'Bonn' },
    });
});

test('an external tax amount is no external tax rate of an item (cart.98cc2, cart.2d58f)', async t => {
  const externalTaxRate = { totalGross: money(1_200), taxRate: rate };
  for (const draft of [
    { lineItems: [externalItem({ externalTaxRate })] },
    { customLineItems: [customItem({ externalTaxRate })] },
  ]) {
    const refused = await refuseCreation({ taxMode: 'ExternalAmount', ...draft });
    const [at] = Object.keys(draft);
    t.same(
      [refused.statusCode, refused.errors.map(({ code, field }) => [code, field])],
      [400, ['name', 'country'].map(name => ['RequiredField', `${at}[0].externalTaxRate.${name}`])],
    );
  }
  const cart = await create({ taxMode: 'ExternalAmount', lineItems: [externalItem({ key: 'external' })] });
  const asRate = { action: 'setLineItemTaxRate', lineItemKey: 'external', externalTaxRate };
  const { statusCode, errors } = await refuse(cart, asRate);
  t.equal(statusCode, 400);
  matchWhole(
    t,
    errors,
    ['name', 'country'].map(name => ({ code: 'RequiredField', field: `actions[0].externalTaxRate.${name}` })),
  );
});

const full = {
  itemShippingAddresses: [home],
  lineItems: [
    { sku, key: 'product', shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] } },
    externalItem({ key: 'external' }),
  ],
  customLineItems: [customItem({ key: 'custom' })],
};
const product = { lineItemKey: 'product' };
const set = (name: string, members: object = {}) => ({ action: `set${name}`, ...members });

const actions: readonly (readonly [title: string, draft: object, action: object, expected: Expected])[] = [
  [
    'a locale that is no language of the project (cart.5a15d)',
    {},
    set('Locale', { locale: 'xx' }),
    ['ProjectNotConfiguredForLanguages', { languages: ['xx'], actionIndex: 0 }],
  ],
  [
    'an item whose tax category has no rate for the address (cart.68cd9)',
    { shippingAddress: italian },
    { action: 'addLineItem', sku },
    ['MissingTaxRateForCountry', noRate],
  ],
  [
    'a custom item whose tax category has no rate for the address (cart.68cd9)',
    { shippingAddress: italian },
    { action: 'addCustomLineItem', ...customItem(shop.taxed) },
    ['MissingTaxRateForCountry', noRate],
  ],
  [
    'a custom item without a tax category in the tax mode Platform (cart.590a6)',
    full,
    { action: 'addCustomLineItem', ...customItem({ taxCategory: undefined }) },
    ['RequiredField', { field: 'taxCategory', actionIndex: 0 }],
  ],
  [
    'a shipping address without a tax rate for an item (cart.fe695)',
    full,
    set('ShippingAddress', { address: italian }),
    ['MissingTaxRateForCountry', noRate],
  ],
  [
    'an item without a price for the buyer (cart.b9502)',
    { currency: 'USD' },
    { action: 'addLineItem', sku },
    ['MatchingPriceNotFound', { productId: soldProduct.id, variantId: 1, currency: 'USD' }],
  ],
  [
    'an item that names no variant (cart.9226b)',
    {},
    { action: 'addLineItem', quantity: 1 },
    ['RequiredField', { field: 'sku', actionIndex: 0 }],
  ],
  [
    'a new item with a distribution channel without the role (cart.5ec70)',
    {},
    { action: 'addLineItem', sku, distributionChannel: supply },
    ['MissingRoleOnChannel', { ...noRole(supply, 'ProductDistribution'), actionIndex: 0 }],
  ],
  [
    'a distribution channel without the role (cart.5ec70)',
    full,
    set('LineItemDistributionChannel', { ...product, distributionChannel: supply }),
    ['MissingRoleOnChannel', { ...noRole(supply, 'ProductDistribution'), actionIndex: 0 }],
  ],
  [
    'a new item with a supply channel without the role (cart.8eb24)',
    {},
    { action: 'addLineItem', sku, supplyChannel: sales },
    ['MissingRoleOnChannel', { ...noRole(sales, 'InventorySupply'), actionIndex: 0 }],
  ],
  [
    'a supply channel without the role (cart.8eb24)',
    full,
    set('LineItemSupplyChannel', { ...product, supplyChannel: sales }),
    ['MissingRoleOnChannel', { ...noRole(sales, 'InventorySupply'), actionIndex: 0 }],
  ],
  [
    'a target without its number of pieces (cart.d23d5)',
    full,
    set('LineItemShippingDetails', { ...product, shippingDetails: { targets: [{ addressKey: 'home' }] } }),
    ['RequiredField', { field: 'actions[0].shippingDetails.targets[0].quantity' }],
  ],
  [
    'the removal of an address that shipping details name (cart.76f77)',
    full,
    { action: 'removeItemShippingAddress', addressKey: 'home' },
    ['InvalidOperation', { message: /'home' cannot be removed/, actionIndex: 0 }],
  ],
  [
    'an item shipping address with the key of another (cart.a3427)',
    full,
    { action: 'addItemShippingAddress', address: { ...work, key: 'home' } },
    ['DuplicateField', { field: 'address.key', duplicateValue: 'home', actionIndex: 0 }],
  ],
  [
    'an item shipping address without a key (cart.a3427)',
    full,
    { action: 'addItemShippingAddress', address: germany },
    ['RequiredField', { field: 'address.key', actionIndex: 0 }],
  ],
  [
    'a shipping method without a shipping address (cart.006ab)',
    full,
    set('ShippingMethod', { shippingMethod: picky }),
    ['InvalidOperation', { message: /no shippingAddress/, actionIndex: 0 }],
  ],
  [
    'a custom shipping method without a shipping address (cart.65019)',
    full,
    set('CustomShippingMethod', { shippingMethodName: 'Bike', shippingRate: { price: money(1) } }),
    ['InvalidOperation', { message: /no shippingAddress/, actionIndex: 0 }],
  ],
  [
    'a shipping method whose predicate does not match (cart.138d1)',
    { ...full, shippingAddress: home },
    set('ShippingMethod', { shippingMethod: picky }),
    ['InvalidOperation', methodOf(picky, /predicate does not match/)],
  ],
  [
    'an inactive shipping method (cart.138d1)',
    { ...full, shippingAddress: home },
    set('ShippingMethod', { shippingMethod: inactive }),
    ['InvalidOperation', methodOf(inactive, /is not active/)],
  ],
  [
    'the freezing of an empty cart (cart.39c23)',
    {},
    { action: 'freezeCart' },
    ['InvalidOperation', { message: /empty/, actionIndex: 0 }],
  ],
  [
    'a business unit, of which there is none',
    full,
    set('BusinessUnit', { businessUnit }),
    ['ReferencedResourceNotFound', noUnit],
  ],
  [
    'the reservation of an item',
    full,
    set('LineItemInventoryMode', { ...product, inventoryMode: 'ReserveOnCart' }),
    ['InvalidField', { field: 'actions[0].inventoryMode', ...reserving }],
  ],
  [
    'a gift as a direct discount, so none has a target (cart.825b3, cart.5de76)',
    full,
    set('DirectDiscounts', {
      discounts: [
        {
          value: { type: 'giftLineItem', product: referenceTo('product', soldProduct), variantId: 1 },
          target: { type: 'totalPrice' },
        },
      ],
    }),
    [
      'InvalidField',
      {
        field: 'discounts.value.type',
        invalidValue: 'giftLineItem',
        allowedValues: ['relative', 'absolute', 'fixed'],
        actionIndex: 0,
      },
    ],
  ],
];

for (const [title, draft, action, [code, members]] of actions)
  test(`refuses ${title}`, async t => assertError(t, await refuse(await create(draft), action), code, members));

const nameIn = (title: string): string => title.split(' ')[0]!;

for (const action of ['setStore (cart.8f410)', 'addShippingMethod', 'addCustomShippingMethod'])
  test(`a cart has no ${action}`, async t =>
    assertUnknownAction(t, await refuse(await create(), { action: nameIn(action) }), nameIn(action), 'Cart'));

test('a hard freeze keeps the shipping method, a soft one does not (cart.bef33)', async t => {
  const method = referenceTo('shipping-method', await shop.method());
  let cart = await create({ ...full, shippingAddress: home });
  cart = await update(cart, { action: 'freezeCart' });
  cart = await update(cart, set('ShippingMethod', { shippingMethod: method }));
  t.match(cart, { shippingInfo: { price: { centAmount: 500 } } });
  cart = await update(cart, { action: 'freezeCart', strategy: 'HardFreeze' });
  const bike = { shippingMethodName: 'Bike', shippingRate: { price: money(1) } };
  for (const action of [set('ShippingMethod'), set('CustomShippingMethod', bike)])
    assertError(t, await refuse(cart, action), 'InvalidOperation', { message: /HardFreeze.*shippingInfo/ });
});

test('the merge of carts by request is not offered', async t => {
  const body = { anonymousCart: { typeId: 'cart', id: 'a' }, anonymousId: 'b' };
  const answer = await http.send('POST', `${base}/carts/customer-id=${await shop.customer()}/merge`, { body });
  assertError(t, answer, 'NotImplemented', {});
});
