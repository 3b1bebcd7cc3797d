/** Update actions that set members of items. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const { sdk, createIn, create, update, refuse, noted } = await startCarts();

test('item actions set channels, inventory mode, custom fields, shipping details and order', async t => {
  const [supply, sales] = await Promise.all([
    createIn('channels', { key: newKey('c') }),
    createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
  ]);
  let cart = await create({
    itemShippingAddresses: [{ ...germany, key: 'home' }],
    lineItems: [externalItem({ key: 'aa', quantity: 3 }), externalItem({ key: 'bb', sku: 'B' })],
    customLineItems: [customItem({ key: 'cc', quantity: 2 })],
  });
  const [a, b] = cart.lineItems.map(({ id }) => id);
  const [onA, onC] = [{ lineItemKey: 'aa' }, { customLineItemKey: 'cc' }];
  cart = await update(
    cart,
    { action: 'setLineItemDistributionChannel', ...onA, distributionChannel: referenceTo('channel', sales) },
    { action: 'setLineItemSupplyChannel', ...onA, supplyChannel: referenceTo('channel', supply) },
    { action: 'setLineItemInventoryMode', ...onA, inventoryMode: 'TrackOnly' },
    { action: 'setLineItemCustomType', ...onA, ...noted('x') },
    { action: 'setLineItemCustomField', ...onA, name: 'note', value: 'y' },
    { action: 'setCustomLineItemCustomType', ...onC, ...noted('x') },
    { action: 'setCustomLineItemCustomField', ...onC, name: 'note', value: 'z' },
    {
      action: 'setLineItemShippingDetails',
      ...onA,
      shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] },
    },
    {
      action: 'applyDeltaToLineItemShippingDetailsTargets',
      ...onA,
      targetsDelta: [{ addressKey: 'home', quantity: 2 }],
    },
    {
      action: 'setCustomLineItemShippingDetails',
      ...onC,
      shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }] },
    },
    {
      action: 'applyDeltaToCustomLineItemShippingDetailsTargets',
      ...onC,
      targetsDelta: [{ addressKey: 'home', quantity: -1 }],
    },
    { action: 'changeLineItemsOrder', lineItemOrder: [b, a] },
    {
      action: 'changeCustomLineItemMoney',
      ...onC,
      money: { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 12_345, fractionDigits: 4 },
    },
    { action: 'changeCustomLineItemPriceMode', ...onC, mode: 'External' },
  );
  matchWhole(t, cart, {
    lineItems: [
      { id: b },
      {
        id: a,
        distributionChannel: referenceTo('channel', sales),
        supplyChannel: referenceTo('channel', supply),
        inventoryMode: 'TrackOnly',
        custom: { fields: { note: 'y' } },
        shippingDetails: { targets: [{ quantity: 3 }], valid: true },
      },
    ],
    customLineItems: [
      {
        custom: { fields: { note: 'z' } },
        shippingDetails: { targets: [{ quantity: 1 }], valid: false },
        money: { preciseAmount: 12_345, centAmount: 123 },
        totalPrice: { centAmount: 247 },
        priceMode: 'External',
      },
    ],
  });
  matchWhole(
    t,
    (
      await sdk
        .carts()
        .withId({ ID: cart.id })
        .get({ queryArgs: { expand: ['lineItems[*].supplyChannel', 'lineItems[*].state[*].state'] } })
        .execute()
    ).body.lineItems[1],
    { supplyChannel: { obj: { key: supply.key } }, state: [{ state: { obj: { key: 'Initial' } } }] },
  );
  assertCartRefusal(
    t,
    await refuse(cart, {
      action: 'setLineItemDistributionChannel',
      ...onA,
      distributionChannel: referenceTo('channel', supply),
    }),
    'MissingRoleOnChannel',
    { channel: referenceTo('channel', supply), missingRole: 'ProductDistribution', actionIndex: 0 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setLineItemInventoryMode', ...onA, inventoryMode: 'ReserveOnCart' }),
    'InvalidField',
    {
      allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
      field: 'actions[0].inventoryMode',
      invalidValue: 'ReserveOnCart',
    },
  );
  assertCartRefusal(t, await refuse(cart, { action: 'changeLineItemsOrder', lineItemOrder: [a] }), 'InvalidOperation', {
    message: /every line item of the cart once/,
    actionIndex: 0,
  });
  assertCartRefusal(
    t,
    await refuse(cart, {
      action: 'applyDeltaToLineItemShippingDetailsTargets',
      ...onA,
      targetsDelta: [{ addressKey: 'home', quantity: -4 }],
    }),
    'InvalidOperation',
    { message: /would get -1 pieces/, actionIndex: 0 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, {
      action: 'setLineItemShippingDetails',
      ...onA,
      shippingDetails: { targets: [{ addressKey: 'moon', quantity: 1 }] },
    }),
    'InvalidInput',
    { actionIndex: 0 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'changeCustomLineItemMoney', ...onC, money: money(1, 'USD') }),
    'InvalidInput',
    { message: /currency EUR; 'money' is in USD/, actionIndex: 0 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setLineItemCustomField', ...onA, name: 'none', value: 1 }),
    'InvalidField',
    { field: 'none', invalidValue: 1, actionIndex: 0 },
  );
  cart = await update(
    cart,
    { action: 'setLineItemDistributionChannel', ...onA },
    { action: 'setLineItemSupplyChannel', ...onA },
    { action: 'setLineItemInventoryMode', ...onA },
    { action: 'setLineItemCustomType', ...onA },
    { action: 'setCustomLineItemCustomType', ...onC },
    { action: 'setLineItemShippingDetails', ...onA },
  );
  for (const absent of ['distributionChannel', 'supplyChannel', 'inventoryMode', 'custom', 'shippingDetails'])
    t.notOk(absent in cart.lineItems[1]!, absent);
});
