/** Quantities and numbers of items. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const { base, create, update, refuse, refuseCreation, noted, soldProduct, newBuyer } = await startCarts();

test('changes and removes quantities of items', async t => {
  let cart = await create({
    itemShippingAddresses: [
      { ...germany, key: 'home' },
      { ...germany, key: 'work' },
    ],
    lineItems: [
      externalItem({
        key: 'aa',
        quantity: 5,
        shippingDetails: {
          targets: [
            { addressKey: 'home', quantity: 3 },
            { addressKey: 'work', quantity: 2 },
          ],
        },
      }),
      externalItem({ key: 'bb', sku: 'B' }),
      externalItem({ key: 'cc', sku: 'C', quantity: 2 }),
    ],
    customLineItems: [customItem({ key: 'dd', quantity: 2 }), customItem({ key: 'ee' })],
  });
  const [a, b] = cart.lineItems;
  cart = await update(
    cart,
    {
      action: 'removeLineItem',
      lineItemId: a!.id,
      quantity: 2,
      shippingDetailsToRemove: { targets: [{ addressKey: 'work', quantity: 2 }] },
    },
    { action: 'changeLineItemQuantity', lineItemKey: 'bb', quantity: 7 },
    { action: 'changeCustomLineItemQuantity', customLineItemKey: 'dd', quantity: 4 },
  );
  matchWhole(t, cart, {
    lineItems: [
      {
        quantity: 3,
        state: [{ quantity: 3 }],
        shippingDetails: { targets: [{ addressKey: 'home', quantity: 3 }], valid: true },
      },
      { quantity: 7, totalPrice: { centAmount: 7_000 } },
      { quantity: 2 },
    ],
    customLineItems: [{ quantity: 4, totalPrice: { centAmount: 800 } }, {}],
    totalLineItemQuantity: 12,
  });
  cart = await update(
    cart,
    { action: 'changeLineItemQuantity', lineItemId: b!.id, quantity: 0 },
    { action: 'removeLineItem', lineItemKey: 'cc', quantity: 9 },
    { action: 'changeCustomLineItemQuantity', customLineItemKey: 'dd', quantity: 0 },
    { action: 'removeCustomLineItem', customLineItemKey: 'ee' },
    { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 4 },
  );
  matchWhole(t, cart, {
    lineItems: [{ key: 'aa', shippingDetails: { valid: false } }],
    customLineItems: [],
    totalPrice: { centAmount: 4_000 },
  });
  t.same([cart.lineItems.length, cart.customLineItems.length], [1, 0]);
  const same = await update(cart, { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 4 });
  t.equal(same.version, cart.version, 'an update without a change creates no version');
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'changeLineItemQuantity', lineItemKey: 'none', quantity: 4 }),
    'InvalidOperation',
    { message: /no lineItem with key 'none'/, actionIndex: 0 },
  );
  assertCartRefusal(t, await refuse(cart, { action: 'changeLineItemQuantity', quantity: 4 }), 'RequiredField', {
    field: 'lineItemId',
    actionIndex: 0,
  });
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'changeLineItemQuantity', lineItemKey: 'aa', lineItemId: a!.id, quantity: 4 }),
    'InvalidInput',
    { actionIndex: 0 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: -1 }),
    'InvalidField',
    { field: 'actions[0].quantity', invalidValue: -1 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, {
      action: 'removeLineItem',
      lineItemKey: 'aa',
      quantity: 1,
      shippingDetailsToRemove: { targets: [{ addressKey: 'x', quantity: 1 }] },
    }),
    'InvalidInput',
    { message: /'x' names no address/, actionIndex: 0 },
  );
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'removeCustomLineItem', customLineItemId: 'none' }),
    'InvalidOperation',
    {
      actionIndex: 0,
    },
  );
});

/** A long value as an error quotes it. */
const beginningOf = (value: unknown): string => `${JSON.stringify(value).slice(0, 1_000)}…`;

test('takes 500 line items at most', async t => {
  const cart = await create({
    lineItems: Array.from({ length: 499 }, (_, at) => externalItem({ sku: `S${at}`, quantity: 2 })),
  });
  const full = await update(cart, { action: 'addLineItem', ...externalItem() });
  matchWhole(t, full, { totalLineItemQuantity: 999, totalPrice: { centAmount: 999_000 } });
  assertCartRefusal(
    t,
    await refuse(full, { action: 'addLineItem', ...externalItem({ sku: 'MORE' }) }),
    'InvalidOperation',
    {
      message: /at most 500 lineItems; it would have 501/,
    },
  );
  matchWhole(t, await update(full, { action: 'addLineItem', ...externalItem() }), { totalLineItemQuantity: 1_000 });
  const many = Array.from({ length: 501 }, () => ({ sku: soldProduct.sku }));
  assertCartRefusal(t, await refuseCreation({ lineItems: many }), 'InvalidField', {
    field: 'lineItems',
    invalidValue: beginningOf(many),
  });
  const customLineItems = many.map(() => customItem());
  assertCartRefusal(t, await refuseCreation({ customLineItems }), 'InvalidField', {
    field: 'customLineItems',
    invalidValue: beginningOf(customLineItems),
  });
  assertCartRefusal(
    t,
    (await (await newBuyer()).http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR', lineItems: many } }))
      .json as object,
    'InvalidField',
    { field: 'lineItems', invalidValue: beginningOf(many) },
  );
  const merged = await create({
    lineItems: [
      ...Array.from({ length: 499 }, (_, at) => ({
        sku: soldProduct.sku,
        custom: noted(`${at % 250}`),
        ...(at < 250 && { key: `key-${at}` }),
      })),
      { sku: soldProduct.sku, key: 'key-0', custom: noted('0') },
    ],
  });
  t.same(
    merged.lineItems.map(
      ({
        key,
        quantity,
        custom: {
          fields: { note },
        } = { fields: {} } as never,
      }) => [key, quantity, note],
    ),
    Array.from({ length: 250 }, (_, at) => [`key-${at}`, at === 0 ? 3 : at === 249 ? 1 : 2, `${at}`]),
    'merges each item with its equal',
  );
});
