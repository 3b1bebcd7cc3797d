/** Carts with the SDK as the client: endpoints, and what every action sets and refuses. What things cost is in pricing.test.ts. */
import type { Cart } from '@commercetools/platform-sdk';
import { test, type Test } from 'tap';
import { money, newKey } from '../../support/drafts.js';
import { addCustomer, basic, post, tokenIn } from '../../support/oauth.js';
import { rejectionOf } from '../../support/sdk.js';
import { germany, startShop, typedReference } from '../../support/cartShop.js';
import { fieldDefinition } from '../../support/types.js';

const shop = await startShop();
const { quayside, credentials, http, base, sdk, createIn, create, update, refuse, refuseDraft, get } = shop;
const { projectKey } = credentials;

const isRefused = (t: Test, answer: object, code: string, more: object = {}) =>
  t.match(answer, { statusCode: 400, errors: [{ code, ...more }] }, JSON.stringify(answer).slice(0, 300));
/** An item from elsewhere. */
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
const type = await createIn('types', {
  key: newKey('type'),
  name: { en: 'T' },
  resourceTypeIds: ['order', 'line-item', 'custom-line-item', 'address', 'shipping'],
  fieldDefinitions: [
    fieldDefinition('note', { name: 'String' }),
    fieldDefinition('place', { name: 'Reference', referenceTypeId: 'channel' }),
  ],
});
const noted = (note: string) => ({ type: typedReference('type', type), fields: { note } });
const product = await shop.product([{ value: money(2_500) }]);

const tokens = {
  customer: async (scope = `manage_my_orders:${projectKey}`) => {
    const customer = await addCustomer(quayside, projectKey);
    const { access_token } = tokenIn(
      await post(quayside, `${projectKey}/customers/token`, basic(credentials), {
        grant_type: 'password',
        username: customer.email,
        password: customer.password,
        scope,
      }),
    );
    return { id: customer.id, http: quayside.http.as(access_token) };
  },
  visitor: async () => {
    const id = newKey('v').slice(0, 36);
    const { access_token } = tokenIn(
      await post(quayside, `${projectKey}/anonymous/token`, basic(credentials), {
        grant_type: 'client_credentials',
        scope: `manage_my_orders:${projectKey}`,
        anonymous_id: id,
      }),
    );
    return { id, http: quayside.http.as(access_token) };
  },
};

test('creates, reads, queries, updates and deletes a cart (ORD063, LIM019)', async t => {
  const key = newKey('cart');
  const cart = await create({ key });
  t.match(cart, {
    version: 1,
    key,
    cartState: 'Active',
    lineItems: [],
    customLineItems: [],
    totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 0, fractionDigits: 2 },
    taxMode: 'Platform',
    taxRoundingMode: 'HalfEven',
    priceRoundingMode: 'HalfEven',
    taxCalculationMode: 'LineItemLevel',
    inventoryMode: 'None',
    shippingMode: 'Single',
    shipping: [],
    itemShippingAddresses: [],
    discountCodes: [],
    directDiscounts: [],
    refusedGifts: [],
    origin: 'Customer',
    deleteDaysAfterLastModification: 90,
  });
  for (const absent of [
    'taxedPrice',
    'shippingInfo',
    'totalLineItemQuantity',
    'customerId',
    'anonymousId',
    'discountOnTotalPrice',
  ])
    t.notOk(absent in cart, absent);
  t.same((await sdk.carts().withKey({ key }).get().execute()).body, cart);
  t.same(await get(cart), cart);
  t.match(
    (
      await sdk
        .carts()
        .get({ queryArgs: { where: `key = "${key}" and cartState = "Active"` } })
        .execute()
    ).body,
    { total: 1, results: [{ id: cart.id }] },
  );
  const changed = (
    await sdk
      .carts()
      .withKey({ key })
      .post({ body: { version: 1, actions: [{ action: 'setCountry', country: 'DE' }] } })
      .execute()
  ).body;
  t.match(changed, { version: 2, country: 'DE' });
  const endOf = async () => (await quayside.services.store.scores(projectKey, 'cart', { by: 'endsAt' }, [cart.id]))[0];
  const dayMs = 24 * 60 * 60 * 1_000;
  t.equal(
    await endOf(),
    Date.parse(changed.lastModifiedAt) + 90 * dayMs,
    'it is kept for 90 days after its last change',
  );
  const brief = await update(changed, {
    action: 'setDeleteDaysAfterLastModification',
    deleteDaysAfterLastModification: 2,
  });
  t.equal(await endOf(), Date.parse(brief.lastModifiedAt) + 2 * dayMs, 'or for as long as it says');
  t.match(
    await rejectionOf(
      sdk
        .carts()
        .withId({ ID: cart.id })
        .delete({ queryArgs: { version: 1 } })
        .execute(),
    ),
    { statusCode: 409 },
  );
  t.equal(
    (
      await sdk
        .carts()
        .withKey({ key })
        .delete({ queryArgs: { version: 3 } })
        .execute()
    ).body.id,
    cart.id,
  );
  t.equal((await rejectionOf(sdk.carts().withId({ ID: cart.id }).get().execute())).statusCode, 404);
});

test('a draft sets all members of a cart, and wrong ones are refused', async t => {
  const [group, store, code] = await Promise.all([
    createIn('customer-groups', { groupName: newKey('g') }),
    createIn('stores', { key: newKey('store') }),
    shop.method(),
  ]);
  const cart = await create({
    customerEmail: 'jo@example.com',
    customerGroup: typedReference('customer-group', group),
    anonymousId: 'somebody',
    store: { typeId: 'store', key: store.key },
    country: 'DE',
    locale: 'en',
    origin: 'Merchant',
    purchaseOrderNumber: 'PO-1',
    taxRoundingMode: 'HalfUp',
    priceRoundingMode: 'HalfDown',
    taxCalculationMode: 'UnitPriceLevel',
    inventoryMode: 'ReserveOnOrder',
    deleteDaysAfterLastModification: 7,
    billingAddress: germany,
    shippingAddress: germany,
    itemShippingAddresses: [{ ...germany, key: 'home' }],
    shippingMethod: typedReference('shipping-method', code),
    custom: noted('hello'),
    lineItems: [
      own({
        key: 'one',
        quantity: 2,
        shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }] },
        custom: noted('item'),
      }),
      own({ quantity: 1, sku: 'OTHER' }),
    ],
    customLineItems: [custom({ key: 'two', quantity: 3, custom: noted('wrap') })],
    shippingRateInput: { type: 'Score', score: 3 },
  });
  t.match(cart, {
    customerEmail: 'jo@example.com',
    customerGroup: typedReference('customer-group', group),
    anonymousId: 'somebody',
    store: { typeId: 'store', key: store.key },
    country: 'DE',
    locale: 'en',
    origin: 'Merchant',
    purchaseOrderNumber: 'PO-1',
    taxRoundingMode: 'HalfUp',
    priceRoundingMode: 'HalfDown',
    taxCalculationMode: 'UnitPriceLevel',
    inventoryMode: 'ReserveOnOrder',
    deleteDaysAfterLastModification: 7,
    billingAddress: germany,
    shippingAddress: germany,
    itemShippingAddresses: [{ key: 'home' }],
    shippingInfo: { price: { centAmount: 500 } },
    totalLineItemQuantity: 3,
    custom: { fields: { note: 'hello' } },
    shippingRateInput: { type: 'Score', score: 3 },
    totalPrice: { centAmount: 2_000 + 1_000 + 600 + 500 },
    lineItems: [
      {
        key: 'one',
        quantity: 2,
        priceMode: 'ExternalPrice',
        lineItemMode: 'Standard',
        totalPrice: { centAmount: 2_000 },
        shippingDetails: { valid: true },
        custom: { fields: { note: 'item' } },
        state: [{ quantity: 2, state: { typeId: 'state' } }],
      },
      { quantity: 1 },
    ],
    customLineItems: [
      {
        key: 'two',
        quantity: 3,
        priceMode: 'Standard',
        totalPrice: { centAmount: 600 },
        custom: { fields: { note: 'wrap' } },
      },
    ],
  });
  const merged = await create({ lineItems: [own(), own({ quantity: 4 })] });
  t.match(merged.lineItems, [{ quantity: 5, totalPrice: { centAmount: 5_000 } }]);
  t.equal(merged.lineItems.length, 1, 'more of the same is one item');

  isRefused(t, await refuseDraft({ currency: undefined }), 'RequiredField', { field: 'currency' });
  isRefused(t, await refuseDraft({ currency: 'euro' }), 'InvalidField', { field: 'currency' });
  isRefused(t, await refuseDraft({ customerId: 'c', anonymousId: 'a' }), 'ReferencedResourceNotFound', {
    typeId: 'customer',
  });
  const customerId = await shop.customer();
  isRefused(t, await refuseDraft({ customerId, anonymousId: 'a' }), 'InvalidInput', {
    message: /both customerId and anonymousId/,
  });
  isRefused(
    t,
    await refuseDraft({ customerId, customerGroup: typedReference('customer-group', group) }),
    'InvalidInput',
    {
      message: /both customerId and customerGroup/,
    },
  );
  isRefused(t, await refuseDraft({ locale: 'xx' }), 'ProjectNotConfiguredForLanguages', { languages: ['xx'] });
  isRefused(t, await refuseDraft({ shippingMode: 'Multiple' }), 'InvalidField', { field: 'shippingMode' });
  isRefused(t, await refuseDraft({ inventoryMode: 'ReserveOnCart' }), 'InvalidField', {
    field: 'inventoryMode',
    allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
  });
  isRefused(t, await refuseDraft({ lineItems: [own({ inventoryMode: 'ReserveOnCart' })] }), 'InvalidField', {
    allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
  });
  isRefused(t, await refuseDraft({ deleteDaysAfterLastModification: 0 }), 'InvalidField', {
    field: 'deleteDaysAfterLastModification',
  });
  isRefused(t, await refuseDraft({ itemShippingAddresses: [germany] }), 'RequiredField', {
    field: 'itemShippingAddresses.key',
  });
  isRefused(
    t,
    await refuseDraft({
      itemShippingAddresses: [
        { ...germany, key: 'a1' },
        { ...germany, key: 'a1' },
      ],
    }),
    'DuplicateField',
    { field: 'itemShippingAddresses.key' },
  );
  isRefused(t, await refuseDraft({ shippingMethod: typedReference('shipping-method', code) }), 'InvalidOperation', {
    message: /no shippingAddress/,
  });
  isRefused(t, await refuseDraft({ store: { typeId: 'store', key: 'none' } }), 'ReferencedResourceNotFound', {
    typeId: 'store',
    key: 'none',
  });
  isRefused(t, await refuseDraft({ discountCodes: ['NOPE'] }), 'DiscountCodeNonApplicable', {
    discountCode: 'NOPE',
    reason: 'DoesNotExist',
  });
});

test('adds line items of products, and line items with a name, a price and a tax rate', async t => {
  const { sku, id: productId } = product;
  const cart = await create({ lineItems: [{ sku }, { productId, quantity: 2, key: 'keyed' }, own()] });
  t.match(cart.lineItems, [
    {
      productId,
      variant: { id: 1, sku },
      name: { en: 'Rain jacket' },
      quantity: 1,
      price: { value: { centAmount: 2_500 } },
    },
    { key: 'keyed', quantity: 2 },
    { variant: { sku: 'BOOTS' }, name: { en: 'Boots' } },
  ]);
  t.notOk('productId' in cart.lineItems[2]!);
  for (const { variant } of cart.lineItems) t.notOk('prices' in variant, 'the prices of others are not repeated');
  const more = await update(
    cart,
    { action: 'addLineItem', sku, quantity: 3 },
    { action: 'addLineItem', sku, key: 'other' },
    { action: 'addLineItem', ...own({ quantity: 2 }) },
  );
  t.same(
    more.lineItems.map(({ quantity }) => quantity),
    [4, 2, 3, 1],
    'like items are one, unless a key says otherwise',
  );
  t.equal(more.totalPrice.centAmount, 7 * 2_500 + 3 * 1_000);

  const unpublished = await shop.product([{ value: money(1) }], { publish: false });
  isRefused(t, await refuse(more, { action: 'addLineItem', productId: 'nothing' }), 'ReferencedResourceNotFound', {
    typeId: 'product',
    id: 'nothing',
  });
  isRefused(t, await refuse(more, { action: 'addLineItem', sku: 'nothing' }), 'ReferencedResourceNotFound', {
    typeId: 'product',
  });
  isRefused(t, await refuse(more, { action: 'addLineItem', sku: unpublished.sku }), 'InvalidOperation', {
    message: /is not published/,
  });
  isRefused(t, await refuse(more, { action: 'addLineItem', productId, variantId: 9 }), 'InvalidField', {
    field: 'variantId',
    invalidValue: 9,
  });
  isRefused(t, await refuse(more, { action: 'addLineItem' }), 'RequiredField', { field: 'sku' });
  isRefused(t, await refuse(more, { action: 'addLineItem', name: { en: 'x' } }), 'RequiredField', {
    field: 'externalPrice',
  });
  isRefused(
    t,
    await refuse(more, { action: 'addLineItem', ...own({ externalPrice: money(1, 'USD') }) }),
    'InvalidInput',
    { message: /currency EUR; an external price is in USD/ },
  );
  for (const quantity of [0, -1])
    isRefused(t, await refuse(more, { action: 'addLineItem', sku, quantity }), 'InvalidField');
  isRefused(t, await refuse(more, { action: 'addLineItem', sku, quantity: 1.5 }), 'InvalidJsonInput');
  isRefused(t, await refuse(more, { action: 'addLineItem', ...own({ key: 'keyed', sku: 'X' }) }), 'DuplicateField', {
    field: 'lineItems.key',
    duplicateValue: 'keyed',
  });
  isRefused(
    t,
    await refuseDraft({ customLineItems: [custom({ key: 'same' }), custom({ key: 'same' })] }),
    'DuplicateField',
    { field: 'customLineItems.key' },
  );
  const most = Number.MAX_SAFE_INTEGER;
  isRefused(t, await refuse(more, { action: 'addLineItem', sku, quantity: most }), 'InvalidOperation', {
    message: /come to at most 9007199254740991/,
  });
  isRefused(
    t,
    await refuse(more, { action: 'changeLineItemQuantity', lineItemKey: 'keyed', quantity: most - 10 }),
    'InvalidInput',
    { message: /exceeds 9007199254740991/ },
  );
});

test('merges equal items with their addresses; another tax rate makes another item', async t => {
  const home = (quantity: number) => ({ shippingDetails: { targets: [{ addressKey: 'home', quantity }] } });
  const addresses = {
    itemShippingAddresses: [
      { ...germany, key: 'home' },
      { ...germany, key: 'work' },
    ],
  };
  let cart = await create({
    ...addresses,
    lineItems: [own({ quantity: 2, ...home(2) }), own({ quantity: 3, ...home(3) })],
  });
  t.match(cart.lineItems, [
    { quantity: 5, shippingDetails: { targets: [{ addressKey: 'home', quantity: 5 }], valid: true } },
  ]);
  cart = await update(cart, {
    action: 'addLineItem',
    ...own({
      quantity: 4,
      shippingDetails: {
        targets: [
          { addressKey: 'work', quantity: 3 },
          { addressKey: 'home', quantity: 1 },
        ],
      },
    }),
  });
  t.match(cart.lineItems, [
    {
      quantity: 9,
      shippingDetails: {
        targets: [
          { addressKey: 'home', quantity: 6 },
          { addressKey: 'work', quantity: 3 },
        ],
        valid: true,
      },
    },
  ]);
  cart = await update(cart, { action: 'addLineItem', ...own() });
  t.match(cart.lineItems, [{ quantity: 10, shippingDetails: { valid: false } }]);
  const huge = {
    action: 'setLineItemShippingDetails',
    lineItemId: cart.lineItems[0]!.id,
    ...home(Number.MAX_SAFE_INTEGER),
  };
  isRefused(t, await refuse(cart, huge, { action: 'addLineItem', ...own(home(1)) }), 'InvalidOperation', {
    message: /'home' would get/,
  });

  const rate = (amount: number) => ({ externalTaxRate: { name: 'VAT', amount, country: 'DE' } });
  const rates = ({ lineItems }: Cart) => lineItems.map(({ quantity, taxRate }) => [quantity, taxRate?.amount]);
  let taxed = await create({ taxMode: 'External', lineItems: [own(rate(0.1)), own(rate(0.2)), own(rate(0.1))] });
  t.same(rates(taxed), [
    [2, 0.1],
    [1, 0.2],
  ]);
  taxed = await update(
    taxed,
    { action: 'addLineItem', ...own(rate(0.2)) },
    { action: 'addLineItem', ...own() },
    { action: 'addLineItem', ...own(rate(0.3)) },
  );
  t.same(rates(taxed), [
    [3, 0.1],
    [2, 0.2],
    [1, 0.3],
  ]);
  const platform = await create({ shippingAddress: germany, lineItems: [{ sku: product.sku }] });
  t.same(
    rates(await update(platform, { action: 'addLineItem', sku: product.sku, ...rate(0.3) })),
    [[2, 0.19]],
    'where the platform taxes, nobody hears it',
  );
});

test('changes and removes quantities of items', async t => {
  let cart = await create({
    itemShippingAddresses: [
      { ...germany, key: 'home' },
      { ...germany, key: 'work' },
    ],
    lineItems: [
      own({
        key: 'aa',
        quantity: 5,
        shippingDetails: {
          targets: [
            { addressKey: 'home', quantity: 3 },
            { addressKey: 'work', quantity: 2 },
          ],
        },
      }),
      own({ key: 'bb', sku: 'B' }),
      own({ key: 'cc', sku: 'C', quantity: 2 }),
    ],
    customLineItems: [custom({ key: 'dd', quantity: 2 }), custom({ key: 'ee' })],
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
  t.match(cart, {
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
  t.match(cart, {
    lineItems: [{ key: 'aa', shippingDetails: { valid: false } }],
    customLineItems: [],
    totalPrice: { centAmount: 4_000 },
  });
  t.same([cart.lineItems.length, cart.customLineItems.length], [1, 0]);
  const same = await update(cart, { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 4 });
  t.equal(same.version, cart.version, 'nothing changed, no version');
  isRefused(
    t,
    await refuse(cart, { action: 'changeLineItemQuantity', lineItemKey: 'none', quantity: 4 }),
    'InvalidOperation',
    { message: /no lineItem with key 'none'/ },
  );
  isRefused(t, await refuse(cart, { action: 'changeLineItemQuantity', quantity: 4 }), 'RequiredField');
  isRefused(
    t,
    await refuse(cart, { action: 'changeLineItemQuantity', lineItemKey: 'aa', lineItemId: a!.id, quantity: 4 }),
    'InvalidInput',
  );
  isRefused(
    t,
    await refuse(cart, { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: -1 }),
    'InvalidField',
  );
  isRefused(
    t,
    await refuse(cart, {
      action: 'removeLineItem',
      lineItemKey: 'aa',
      quantity: 1,
      shippingDetailsToRemove: { targets: [{ addressKey: 'x', quantity: 1 }] },
    }),
    'InvalidInput',
    { message: /'x' names no address/ },
  );
  isRefused(t, await refuse(cart, { action: 'removeCustomLineItem', customLineItemId: 'none' }), 'InvalidOperation');
});

test('takes 500 line items at most', async t => {
  const cart = await create({ lineItems: Array.from({ length: 499 }, (_, at) => own({ sku: `S${at}`, quantity: 2 })) });
  const full = await update(cart, { action: 'addLineItem', ...own() });
  t.match(full, { totalLineItemQuantity: 999, totalPrice: { centAmount: 999_000 } });
  isRefused(t, await refuse(full, { action: 'addLineItem', ...own({ sku: 'MORE' }) }), 'InvalidOperation', {
    message: /at most 500 lineItems; it would have 501/,
  });
  t.match(await update(full, { action: 'addLineItem', ...own() }), { totalLineItemQuantity: 1_000 });
  const many = Array.from({ length: 501 }, () => ({ sku: product.sku }));
  isRefused(t, await refuseDraft({ lineItems: many }), 'InvalidField', { field: 'lineItems' });
  isRefused(t, await refuseDraft({ customLineItems: many.map(() => custom()) }), 'InvalidField', {
    field: 'customLineItems',
  });
  isRefused(
    t,
    (
      await (
        await tokens.customer()
      ).http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR', lineItems: many } })
    ).json as object,
    'InvalidField',
    { field: 'lineItems' },
  );
  const merged = await create({
    lineItems: [
      ...Array.from({ length: 499 }, (_, at) => ({
        sku: product.sku,
        custom: noted(`${at % 250}`),
        ...(at < 250 && { key: `key-${at}` }),
      })),
      { sku: product.sku, key: 'key-0', custom: noted('0') },
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
    'each found the one that is like it',
  );
});

test('item actions set channels, inventory mode, custom fields, shipping details and order', async t => {
  const [supply, sales] = await Promise.all([
    createIn('channels', { key: newKey('c') }),
    createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
  ]);
  let cart = await create({
    itemShippingAddresses: [{ ...germany, key: 'home' }],
    lineItems: [own({ key: 'aa', quantity: 3 }), own({ key: 'bb', sku: 'B' })],
    customLineItems: [custom({ key: 'cc', quantity: 2 })],
  });
  const [a, b] = cart.lineItems.map(({ id }) => id);
  const [onA, onC] = [{ lineItemKey: 'aa' }, { customLineItemKey: 'cc' }];
  cart = await update(
    cart,
    { action: 'setLineItemDistributionChannel', ...onA, distributionChannel: typedReference('channel', sales) },
    { action: 'setLineItemSupplyChannel', ...onA, supplyChannel: typedReference('channel', supply) },
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
  t.match(cart, {
    lineItems: [
      { id: b },
      {
        id: a,
        distributionChannel: typedReference('channel', sales),
        supplyChannel: typedReference('channel', supply),
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
  t.match(
    (
      await sdk
        .carts()
        .withId({ ID: cart.id })
        .get({ queryArgs: { expand: ['lineItems[*].supplyChannel', 'lineItems[*].state[*].state'] } })
        .execute()
    ).body.lineItems[1],
    { supplyChannel: { obj: { key: supply.key } }, state: [{ state: { obj: { key: 'Initial' } } }] },
  );
  isRefused(
    t,
    await refuse(cart, {
      action: 'setLineItemDistributionChannel',
      ...onA,
      distributionChannel: typedReference('channel', supply),
    }),
    'MissingRoleOnChannel',
    { missingRole: 'ProductDistribution' },
  );
  isRefused(
    t,
    await refuse(cart, { action: 'setLineItemInventoryMode', ...onA, inventoryMode: 'ReserveOnCart' }),
    'InvalidField',
    { allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'] },
  );
  isRefused(t, await refuse(cart, { action: 'changeLineItemsOrder', lineItemOrder: [a] }), 'InvalidOperation', {
    message: /every line item of the cart once/,
  });
  isRefused(
    t,
    await refuse(cart, {
      action: 'applyDeltaToLineItemShippingDetailsTargets',
      ...onA,
      targetsDelta: [{ addressKey: 'home', quantity: -4 }],
    }),
    'InvalidOperation',
    { message: /would get -1 pieces/ },
  );
  isRefused(
    t,
    await refuse(cart, {
      action: 'setLineItemShippingDetails',
      ...onA,
      shippingDetails: { targets: [{ addressKey: 'moon', quantity: 1 }] },
    }),
    'InvalidInput',
  );
  isRefused(
    t,
    await refuse(cart, { action: 'changeCustomLineItemMoney', ...onC, money: money(1, 'USD') }),
    'InvalidInput',
    { message: /currency EUR; 'money' is in USD/ },
  );
  isRefused(
    t,
    await refuse(cart, { action: 'setLineItemCustomField', ...onA, name: 'none', value: 1 }),
    'InvalidField',
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

test('cart actions set owner, addresses and key', async t => {
  const customerGroup = typedReference('customer-group', await createIn('customer-groups', { groupName: newKey('g') }));
  const [grouped, plain] = [await shop.customer({ customerGroup }), await shop.customer()];
  let cart = await create({ anonymousId: 'visitor', customLineItems: [custom()] });
  cart = await update(
    cart,
    { action: 'setCustomerGroup', customerGroup },
    { action: 'setAnonymousId', anonymousId: 'another' },
  );
  t.match(cart, { customerGroup, anonymousId: 'another' });
  cart = await update(cart, { action: 'setCustomerId', customerId: plain });
  t.match([cart.customerId, cart.anonymousId, cart.customerGroup], [plain, undefined, undefined]);
  cart = await update(cart, { action: 'setCustomerId', customerId: grouped });
  t.match(cart, { customerId: grouped, customerGroup });
  isRefused(t, await refuse(cart, { action: 'setCustomerGroup' }), 'InvalidOperation', {
    message: /belongs to a customer/,
  });
  isRefused(t, await refuse(cart, { action: 'setAnonymousId', anonymousId: 'x' }), 'InvalidOperation');
  isRefused(t, await refuse(cart, { action: 'setCustomerId', customerId: 'nobody' }), 'ReferencedResourceNotFound', {
    typeId: 'customer',
  });
  cart = await update(cart, { action: 'setCustomerId' });
  t.match([cart.customerId, cart.customerGroup], [undefined, undefined]);

  const [key, address] = [newKey('cart'), { ...germany, key: 'home' }];
  cart = await update(
    cart,
    { action: 'setKey', key },
    { action: 'setCustomerEmail', email: 'a@example.com' },
    { action: 'setCountry', country: 'FR' },
    { action: 'setLocale', locale: 'en' },
    { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO' },
    { action: 'setDeleteDaysAfterLastModification', deleteDaysAfterLastModification: 3 },
    { action: 'setShippingAddress', address },
    { action: 'setBillingAddress', address },
    { action: 'addItemShippingAddress', address },
    { action: 'updateItemShippingAddress', address: { ...address, city: 'Bonn' } },
    { action: 'setCustomType', ...noted('a') },
    { action: 'setCustomField', name: 'note', value: 'b' },
    { action: 'setShippingAddressCustomType', ...noted('a') },
    { action: 'setShippingAddressCustomField', name: 'note', value: 's' },
    { action: 'setBillingAddressCustomType', ...noted('a') },
    { action: 'setBillingAddressCustomField', name: 'note', value: 'b' },
    { action: 'setItemShippingAddressCustomType', addressKey: 'home', ...noted('a') },
    { action: 'setItemShippingAddressCustomField', addressKey: 'home', name: 'note', value: 'i' },
    { action: 'changePriceRoundingMode', priceRoundingMode: 'HalfUp' },
    { action: 'changeTaxRoundingMode', taxRoundingMode: 'HalfDown' },
    { action: 'changeTaxCalculationMode', taxCalculationMode: 'UnitPriceLevel' },
    { action: 'changeTaxMode', taxMode: 'External' },
    { action: 'setShippingRateInput', shippingRateInput: { type: 'Classification', key: 'Small' } },
  );
  t.match(cart, {
    key,
    customerEmail: 'a@example.com',
    country: 'FR',
    locale: 'en',
    purchaseOrderNumber: 'PO',
    deleteDaysAfterLastModification: 3,
    shippingAddress: { key: 'home', custom: { fields: { note: 's' } } },
    billingAddress: { custom: { fields: { note: 'b' } } },
    itemShippingAddresses: [{ city: 'Bonn', custom: { fields: { note: 'i' } } }],
    custom: { fields: { note: 'b' } },
    priceRoundingMode: 'HalfUp',
    taxRoundingMode: 'HalfDown',
    taxCalculationMode: 'UnitPriceLevel',
    taxMode: 'External',
    shippingRateInput: { type: 'Classification', key: 'Small' },
  });
  isRefused(t, await refuse(cart, { action: 'setLocale', locale: 'xx' }), 'ProjectNotConfiguredForLanguages');
  isRefused(t, await refuse(cart, { action: 'addItemShippingAddress', address }), 'DuplicateField', {
    field: 'address.key',
  });
  isRefused(t, await refuse(cart, { action: 'addItemShippingAddress', address: germany }), 'RequiredField', {
    field: 'address.key',
  });
  isRefused(t, await refuse(cart, { action: 'removeItemShippingAddress', addressKey: 'none' }), 'InvalidOperation');
  isRefused(
    t,
    await refuse(cart, { action: 'setShippingRateInput', shippingRateInput: { type: 'Score' } }),
    'RequiredField',
    { field: 'shippingRateInput.score' },
  );
  isRefused(t, await refuse(cart, { action: 'changeTaxMode', taxMode: 'None' }), 'InvalidField', {
    allowedValues: ['Platform', 'External', 'ExternalAmount', 'Disabled'],
  });
  isRefused(t, await refuse(cart, { action: 'changeCartState', cartState: 'Ordered' }), 'InvalidField', {
    field: 'actions[0].action',
  });
  isRefused(t, await refuse(cart, { action: 'setKey', key: 'no spaces' }), 'InvalidField');
  isRefused(t, await refuse(await create(), { action: 'setKey', key }), 'DuplicateField', { field: 'key' });
  cart = await update(
    cart,
    { action: 'removeItemShippingAddress', addressKey: 'home' },
    ...[
      'setCustomerEmail',
      'setCountry',
      'setLocale',
      'setPurchaseOrderNumber',
      'setShippingAddress',
      'setBillingAddress',
      'setCustomType',
      'setShippingRateInput',
      'setDeleteDaysAfterLastModification',
      'setKey',
    ].map(action => ({ action })),
  );
  for (const absent of [
    'customerEmail',
    'country',
    'locale',
    'purchaseOrderNumber',
    'shippingAddress',
    'billingAddress',
    'custom',
    'shippingRateInput',
    'key',
  ])
    t.notOk(absent in cart, absent);
  t.match(cart, { itemShippingAddresses: [], deleteDaysAfterLastModification: 90 });
});

test('a payment belongs to one cart or order at a time (OACT084)', async t => {
  const payment = typedReference('payment', await createIn('payments', { amountPlanned: money(1) }));
  const [first, second] = [await create({ customLineItems: [custom()] }), await create()];
  let cart = await update(first, { action: 'addPayment', payment });
  t.match(cart.paymentInfo, { payments: [payment] });
  isRefused(t, await refuse(second, { action: 'addPayment', payment }), 'InvalidOperation', {
    message: /cart|payment/,
  });
  cart = await update(cart, { action: 'freezeCart' });
  isRefused(t, await refuse(second, { action: 'addPayment', payment }), 'InvalidOperation');
  t.match((await http.send('DELETE', `${base}/payments/${payment.id}?version=1`)).json, {
    errors: [{ code: 'ReferenceExists' }],
  });
  cart = await update(cart, { action: 'removePayment', payment });
  t.notOk('paymentInfo' in cart);
  const other = await update(second, { action: 'addPayment', payment });
  isRefused(t, await refuse(cart, { action: 'removePayment', payment }), 'InvalidOperation');
  await sdk
    .carts()
    .withId({ ID: other.id })
    .delete({ queryArgs: { version: other.version } })
    .execute();
  t.match(
    await update(cart, { action: 'addPayment', payment }),
    { paymentInfo: { payments: [payment] } },
    'a deleted cart sets it free',
  );
});

test('returns the latest active cart of a customer, by customer id and at /me', async t => {
  const store = await createIn('stores', { key: newKey('store') });
  const customer = await tokens.customer(
    `manage_my_orders:${projectKey} manage_my_orders:${projectKey}:${String(store.key)}`,
  );
  const mine = (path: string) => customer.http.send('GET', `${base}/${path}`);
  t.match(await mine('me/active-cart'), { status: 404, json: { errors: [{ code: 'ResourceNotFound' }] } });
  const make = async (body: object = {}) =>
    (await customer.http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR', ...body } })).json as Cart;
  const first = await make();
  const second = await make();
  t.match(first, { customerId: customer.id });
  const customerId = customer.id;
  t.match((await mine('me/active-cart')).json, { id: second.id });
  t.match((await sdk.carts().withCustomerId({ customerId }).get().execute()).body, { id: second.id });
  const touched = (
    await customer.http.send('POST', `${base}/me/carts/${first.id}`, {
      body: { version: 1, actions: [{ action: 'setCountry', country: 'DE' }] },
    })
  ).json as Cart;
  t.match((await mine('me/active-cart?expand=store')).json, { id: first.id });
  await update(touched, { action: 'addCustomLineItem', ...custom() }, { action: 'freezeCart' });
  t.match(
    (await sdk.carts().withCustomerId({ customerId }).get().execute()).body,
    { id: second.id },
    'a frozen one is not active',
  );
  t.equal((await rejectionOf(sdk.carts().withCustomerId({ customerId: 'nobody' }).get().execute())).statusCode, 404);
  t.match(await http.send('GET', `${base}/me/active-cart`), { status: 403 });
  t.match(await mine(`carts/customer-id=${customerId}`), { status: 403 }, 'beside /me the scope does not reach');

  const inStore = `in-store/key=${String(store.key)}`;
  t.equal((await mine(`${inStore}/me/active-cart`)).status, 404);
  const there = (await customer.http.send('POST', `${base}/${inStore}/me/carts`, { body: { currency: 'EUR' } }))
    .json as Cart;
  t.match(there, { store: { typeId: 'store', key: store.key }, customerId });
  t.match((await mine(`${inStore}/me/active-cart`)).json, { id: there.id });
  t.match((await http.send('GET', `${base}/${inStore}/carts/customer-id=${customerId}`)).json, { id: there.id });
  const visitor = await tokens.visitor();
  t.equal((await visitor.http.send('GET', `${base}/me/active-cart`)).status, 404);
  const theirs = (await visitor.http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR' } })).json as Cart;
  t.match(theirs, { anonymousId: visitor.id });
  t.match((await visitor.http.send('GET', `${base}/me/active-cart`)).json, { id: theirs.id });
});

test('/me refuses prices, taxes and owners, and carts of others', async t => {
  const [customer, visitor] = [await tokens.customer(), await tokens.visitor()];
  const mine = (method: string, path: string, body?: object) =>
    customer.http.send(method, `${base}/me/${path}`, body && { body });
  isRefused(
    t,
    (await mine('POST', 'carts', { currency: 'EUR', lineItems: [own({ sku: undefined })] })).json as object,
    'RequiredField',
    { field: 'sku' },
  );
  isRefused(t, (await mine('POST', 'carts', { currency: 'EUR', taxMode: 'Disabled' })).json as object, 'InvalidField', {
    field: 'taxMode',
  });
  const draft = {
    currency: 'EUR',
    customerId: 'somebody',
    anonymousId: 'x',
    customerGroup: { typeId: 'customer-group', id: 'vip' },
    lineItems: [
      {
        sku: product.sku,
        externalPrice: money(1),
        externalTotalPrice: { price: money(1), totalPrice: money(1) },
        externalTaxRate: { name: 'x', amount: 0, country: 'DE' },
      },
    ],
    customLineItems: [custom({ money: money(-100) })],
    shippingAddress: germany,
  };
  const cart = (await mine('POST', 'carts', draft)).json as Cart;
  t.match(cart, {
    customerId: customer.id,
    lineItems: [{ priceMode: 'Platform', totalPrice: { centAmount: 2_500 }, taxRate: { amount: 0.19 } }],
    customLineItems: [],
    totalPrice: { centAmount: 2_500 },
  });
  t.notOk('anonymousId' in cart || 'customerGroup' in cart);
  const act = (...actions: object[]) => mine('POST', `carts/${cart.id}`, { version: cart.version, actions });
  for (const action of [
    'setLineItemPrice',
    'setLineItemTotalPrice',
    'setLineItemTaxRate',
    'setLineItemTaxAmount',
    'addCustomLineItem',
    'setCustomShippingMethod',
    'setShippingMethodTaxRate',
    'setShippingMethodTaxAmount',
    'setCartTotalTax',
    'setDirectDiscounts',
    'setCustomerId',
    'setCustomerGroup',
    'setAnonymousId',
    'freezeCart',
    'setKey',
    'changeTaxCalculationMode',
    'changeCustomLineItemMoney',
  ])
    isRefused(t, (await act({ action })).json as object, 'InvalidField', { field: 'actions[0].action' });
  isRefused(t, (await act({ action: 'changeTaxMode', taxMode: 'Disabled' })).json as object, 'InvalidField');
  const method = await shop.method();
  const after = (
    await act(
      { action: 'changeLineItemQuantity', lineItemId: cart.lineItems[0]!.id, quantity: 2, externalPrice: money(1) },
      { action: 'addLineItem', sku: product.sku, externalPrice: money(1) },
      {
        action: 'setShippingMethod',
        shippingMethod: typedReference('shipping-method', method),
        externalTaxRate: { name: 'x', amount: 0, country: 'DE' },
      },
      { action: 'changeTaxMode', taxMode: 'External' },
    )
  ).json as Cart;
  t.match(after, {
    lineItems: [{ quantity: 3, priceMode: 'Platform', totalPrice: { centAmount: 7_500 } }],
    shippingInfo: { price: { centAmount: 500 }, taxRate: undefined },
  });

  const anothers = await create({ anonymousId: visitor.id });
  for (const path of [`carts/${anothers.id}`, `carts/key=${newKey()}`]) t.equal((await mine('GET', path)).status, 404);
  t.equal((await mine('POST', `carts/${anothers.id}`, { version: 1, actions: [] })).status, 404);
  t.equal((await mine('DELETE', `carts/${anothers.id}?version=1`)).status, 404);
  t.equal((await visitor.http.send('GET', `${base}/me/carts/${anothers.id}`)).status, 200);
  t.match((await visitor.http.send('GET', `${base}/me/carts`)).json, { total: 1, results: [{ id: anothers.id }] });
  t.equal((await visitor.http.send('DELETE', `${base}/me/carts/${anothers.id}?version=1`)).status, 200);
});

test('answers 404 for a cart of another store', async t => {
  const [here, there] = [newKey('store'), newKey('store')];
  await Promise.all([here, there].map(key => createIn('stores', { key })));
  const inStore = (storeKey: string) => sdk.inStoreKeyWithStoreKeyValue({ storeKey }).carts();
  const key = newKey('cart');
  const cart = (
    await inStore(here)
      .post({ body: { currency: 'EUR', key } })
      .execute()
  ).body;
  t.match(cart, { store: { typeId: 'store', key: here } });
  t.equal((await inStore(here).withKey({ key }).get().execute()).body.id, cart.id);
  t.equal((await inStore(there).get().execute()).body.total, 0);
  for (const call of [
    inStore(there).withId({ ID: cart.id }).get(),
    inStore(there).withKey({ key }).get(),
    inStore(there)
      .withId({ ID: cart.id })
      .post({ body: { version: 1, actions: [] } }),
    inStore(there)
      .withId({ ID: cart.id })
      .delete({ queryArgs: { version: 1 } }),
  ])
    t.match(await rejectionOf(call.execute()), { statusCode: 404 });
  t.match((await http.send('DELETE', `${base}/stores/key=${here}?version=1`)).json, {
    errors: [{ code: 'ReferenceExists' }],
  });
  t.equal(
    (
      await inStore(here)
        .withId({ ID: cart.id })
        .delete({ queryArgs: { version: 1 } })
        .execute()
    ).body.id,
    cart.id,
  );
});
