import { test } from '../../../support/tap.js';
import { cartDiscountDraft, createType, money, newKey, referenceTo } from '../../../support/drafts.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertBadRequest } from '../../../support/refusal.js';

const discounts = await startResourceApi('cart-discounts');
const { base, createIn, http, messagesOf } = discounts;
const [early, late] = ['2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'];

test('applies every field and update action of cart discounts', async t => {
  const [type, store, other] = await Promise.all([
    createType(createIn, ['cart-discount']),
    createIn('stores', { key: newKey('store') }),
    createIn('stores', { key: newKey('store') }),
  ]);
  const keyed = ({ key }: Resource) => ({ typeId: 'store', key });
  let discount = await discounts.create(
    cartDiscountDraft({
      key: newKey('d'),
      description: { en: 'x' },
      stores: [referenceTo('store', store), referenceTo('store', store)],
      validFrom: early,
      validUntil: late,
      custom: { type: referenceTo('type', type), fields: { note: 'n' } },
    }),
  );
  matchWhole(t, discount, {
    name: { en: 'Sale' },
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'lineItems', predicate: 'true' },
    cartPredicate: '1 = 1',
    stores: [keyed(store)],
    isActive: true,
    requiresDiscountCode: false,
    references: [],
    stackingMode: 'Stacking',
    validFrom: early,
    validUntil: late,
    custom: { fields: { note: 'n' } },
  });
  t.equal((discount.stores as unknown[]).length, 1);
  discount = await discounts.update(
    discount,
    { action: 'changeName', name: { en: 'B' } },
    { action: 'setKey' },
    { action: 'setDescription' },
    { action: 'changeCartPredicate', cartPredicate: 'totalPrice > "10.00 EUR"' },
    { action: 'changeTarget', target: { type: 'totalPrice', predicate: 'dropped' } },
    { action: 'changeValue', value: { type: 'absolute', money: [money(500), money(600, 'USD')] } },
    { action: 'changeSortOrder', sortOrder: '0.00001' },
    { action: 'changeIsActive', isActive: false },
    { action: 'changeRequiresDiscountCode', requiresDiscountCode: true },
    { action: 'changeStackingMode', stackingMode: 'StopAfterThisDiscount' },
    { action: 'setCustomField', name: 'note', value: 'm' },
  );
  matchWhole(t, discount, {
    name: { en: 'B' },
    key: undefined,
    description: undefined,
    cartPredicate: 'totalPrice > "10.00 EUR"',
    value: { type: 'absolute', money: [{ centAmount: 500, fractionDigits: 2 }, { currencyCode: 'USD' }] },
    sortOrder: '0.00001',
    isActive: false,
    requiresDiscountCode: true,
    stackingMode: 'StopAfterThisDiscount',
    custom: { fields: { note: 'm' } },
  });
  t.strictSame(discount.target, { type: 'totalPrice' });
  matchWhole(
    t,
    (
      await http.send(
        'GET',
        `${base}/cart-discounts?where=${encodeURIComponent('isActive = false and requiresDiscountCode = true')}`,
      )
    ).json,
    { total: 1, results: [{ id: discount.id }] },
  );
  matchWhole(
    t,
    (await http.send('GET', `${base}/cart-discounts?where=${encodeURIComponent('isActive = "false"')}`)).json,
    { total: 0 },
    'a text does not match a Boolean',
  );
  discount = await discounts.update(
    discount,
    { action: 'addStore', store: referenceTo('store', other) },
    { action: 'addStore', store: keyed(other) },
    { action: 'removeStore', store: referenceTo('store', store) },
  );
  t.strictSame(discount.stores, [keyed(other)]);
  discount = await discounts.update(
    discount,
    { action: 'setStores', stores: [referenceTo('store', store)] },
    { action: 'setValidFrom' },
    { action: 'setValidUntil', validUntil: early },
    { action: 'setCustomType' },
  );
  matchWhole(t, discount, { stores: [keyed(store)], validFrom: undefined, validUntil: early, custom: undefined });
  discount = await discounts.update(
    discount,
    { action: 'setValidFromAndUntil', validFrom: early, validUntil: late },
    { action: 'setStores' },
  );
  matchWhole(t, discount, { stores: [], validFrom: early, validUntil: late });
  assertBadRequest(t, await discounts.refuse(discount, { action: 'setValidFrom', validFrom: late }), 'InvalidInput', {
    message: /validFrom must be earlier/,
  });
  assertBadRequest(t, await discounts.refuse(discount, { action: 'setValidUntil', validUntil: early }), 'InvalidInput');
  assertBadRequest(
    t,
    await discounts.refuse(discount, { action: 'changeCartPredicate', cartPredicate: '1 =' }),
    'SyntaxError',
    { message: /^Malformed field 'cartPredicate': / },
  );
  assertBadRequest(
    t,
    await discounts.refuse(discount, { action: 'addStore', store: { typeId: 'store', key: 'none' } }),
    'ReferencedResourceNotFound',
    { typeId: 'store', key: 'none' },
  );
  t.equal((await discounts.remove(discount)).status, 200);
  matchWhole(t, await messagesOf(discount), [
    { type: 'CartDiscountCreated', cartDiscount: { id: discount.id } },
    { type: 'CartDiscountStoreAdded', store: keyed(other) },
    { type: 'CartDiscountStoreRemoved', store: keyed(store) },
    { type: 'CartDiscountStoresSet', stores: [keyed(store)] },
    { type: 'CartDiscountStoresSet', stores: [] },
    { type: 'CartDiscountDeleted' },
  ]);
});

test('requires a unique sortOrder between 0 and 1', async t => {
  for (const sortOrder of ['0', '1', '0.', '0.10', '.5', '1.5', '-0.5', '0,5', 'first'])
    assertBadRequest(t, await discounts.refuseCreation(cartDiscountDraft({ sortOrder })), 'InvalidField', {
      field: 'sortOrder',
    });
  assertBadRequest(t, await discounts.refuseCreation(cartDiscountDraft({ sortOrder: undefined })), 'RequiredField', {
    field: 'sortOrder',
  });
  const first = await discounts.create(cartDiscountDraft({ sortOrder: '0.123' }));
  assertBadRequest(t, await discounts.refuseCreation(cartDiscountDraft({ sortOrder: '0.123' })), 'DuplicateField', {
    field: 'sortOrder',
    duplicateValue: '0.123',
  });
  const second = await discounts.create(cartDiscountDraft({ sortOrder: '0.124' }));
  assertBadRequest(
    t,
    await discounts.refuse(second, { action: 'changeSortOrder', sortOrder: '0.123' }),
    'DuplicateField',
    { field: 'sortOrder', duplicateValue: '0.123' },
  );
  await discounts.update(first, { action: 'changeSortOrder', sortOrder: '0.125' });
  await discounts.update(second, { action: 'changeSortOrder', sortOrder: '0.123' });
});

test('refuses discount values that do not fit the target', async t => {
  const make = (value: object, target?: object) => discounts.create(cartDiscountDraft({ value, target }));
  const refuse = (value: object, target?: object) => discounts.refuseCreation(cartDiscountDraft({ value, target }));
  const relative = { type: 'relative', permyriad: 500 };
  const absolute = { type: 'absolute', money: [money(1)] };
  const items = { type: 'lineItems', predicate: 'sku = "x"' };
  const multiBuy = {
    type: 'multiBuyLineItems',
    predicate: 'true',
    triggerQuantity: 3,
    discountedQuantity: 1,
    selectionMode: 'Cheapest',
  };
  for (const target of [
    items,
    { type: 'customLineItems', predicate: 'money > "1.00 EUR"' },
    { type: 'shipping' },
    { type: 'totalPrice' },
    multiBuy,
    { ...multiBuy, type: 'multiBuyCustomLineItems', maxOccurrence: 4 },
  ])
    t.strictSame((await make(relative, target)).target, target);
  matchWhole(
    t,
    await make(
      {
        type: 'fixed',
        money: [{ type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 12_345, fractionDigits: 4 }],
        applicationMode: 'IndividualApplication',
      },
      items,
    ),
    {
      value: {
        money: [{ type: 'highPrecision', centAmount: 123, preciseAmount: 12_345 }],
        applicationMode: 'IndividualApplication',
      },
    },
  );
  t.strictSame(
    (await make({ ...relative, money: [money(1)], variantId: 3 }, items)).value,
    relative,
    'members of other types are not kept',
  );

  for (const [action, action2, code, members] of [
    [{ type: 'relative' }, items, 'RequiredField', { field: 'value.permyriad' }],
    [{ type: 'relative', permyriad: 10_001 }, items, 'InvalidField', { field: 'value.permyriad' }],
    [{ type: 'absolute' }, items, 'RequiredField', { field: 'value.money' }],
    [{ type: 'absolute', money: [] }, items, 'InvalidOperation', { message: /got none/ }],
    [{ type: 'absolute', money: [money(1), money(2)] }, items, 'InvalidOperation', { message: /got EUR, EUR/ }],
    [{ type: 'absolute', money: [money(-1)] }, items, 'InvalidField', { field: 'value.money' }],
    [
      {
        type: 'absolute',
        money: [{ type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 12_345, fractionDigits: 4 }],
      },
      items,
      'InvalidField',
      { field: 'value.money' },
    ],
    [absolute, multiBuy, 'InvalidOperation', {}],
    [{ ...absolute, type: 'fixed' }, { type: 'shipping' }, 'InvalidOperation', {}],
  ] as const)
    assertBadRequest(t, await refuse(action, action2), code, members);
  assertBadRequest(t, await refuse(relative), 'RequiredField', { field: 'target' });
  assertBadRequest(t, await refuse({ ...relative, applicationMode: 'EvenDistribution' }, items), 'InvalidOperation');
  assertBadRequest(t, await refuse(relative, { type: 'lineItems' }), 'RequiredField', { field: 'target.predicate' });
  assertBadRequest(t, await refuse(relative, { type: 'lineItems', predicate: 'sku =' }), 'SyntaxError', {
    message: /'target.predicate'/,
  });
  assertBadRequest(t, await refuse(relative, { ...multiBuy, discountedQuantity: 4 }), 'InvalidInput');
  assertBadRequest(t, await refuse(relative, { ...multiBuy, selectionMode: undefined }), 'RequiredField', {
    field: 'target.selectionMode',
  });
  assertBadRequest(
    t,
    await refuse(relative, { type: 'pattern', triggerPattern: [], targetPattern: [], selectionMode: 'Cheapest' }),
    'InvalidField',
    { field: 'target.targetPattern' },
  );
  assertBadRequest(
    t,
    await refuse({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } }, items),
    'InvalidInput',
    { message: /has no target; got lineItems/ },
  );
  assertBadRequest(t, await refuse({ type: 'giftLineItem', variantId: 1 }), 'RequiredField', {
    field: 'value.product',
  });
  assertBadRequest(
    t,
    await refuse({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } }),
    'ReferencedResourceNotFound',
    { typeId: 'product', id: 'p' },
  );
  const supply = await createIn('channels', { key: newKey('c') });
  assertBadRequest(
    t,
    await refuse({
      type: 'giftLineItem',
      variantId: 1,
      product: { typeId: 'product', id: 'p' },
      distributionChannel: referenceTo('channel', supply),
    }),
    'MissingRoleOnChannel',
    { missingRole: 'ProductDistribution', channel: referenceTo('channel', supply) },
  );

  const productType = await createIn('product-types', { key: newKey('pt'), name: 'T', description: 'd' });
  const product = await createIn('products', {
    productType: referenceTo('product-type', productType),
    name: { en: 'Gift' },
    slug: { en: newKey('gift') },
    masterVariant: { sku: newKey('sku') },
  });
  const gift = await make({
    type: 'giftLineItem',
    variantId: 1,
    product: referenceTo('product', product),
    supplyChannel: referenceTo('channel', supply),
  });
  t.strictSame(
    [gift.value, gift.target],
    [
      {
        type: 'giftLineItem',
        variantId: 1,
        product: referenceTo('product', product),
        supplyChannel: referenceTo('channel', supply),
      },
      undefined,
    ],
  );
  assertBadRequest(t, await discounts.refuse(gift, { action: 'changeValue', value: relative }), 'InvalidInput');
  assertBadRequest(t, await discounts.refuse(gift, { action: 'changeTarget', target: items }), 'InvalidInput');

  const discount = await make(absolute, items);
  for (const [action, code] of [
    [
      { action: 'changeValue', value: { type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } } },
      'InvalidInput',
    ],
    [{ action: 'changeTarget', target: multiBuy }, 'InvalidOperation'],
  ] as const)
    assertBadRequest(t, await discounts.refuse(discount, action), code);
  matchWhole(
    t,
    await discounts.update(
      discount,
      { action: 'changeValue', value: relative },
      { action: 'changeTarget', target: multiBuy },
    ),
    { value: relative, target: multiBuy },
  );
});

test('refuses an empty or too long cart predicate', async t => {
  for (const [draft, members] of [
    [cartDiscountDraft({ cartPredicate: `country = "${'x'.repeat(10_000)}"` }), { field: 'cartPredicate' }],
    [cartDiscountDraft({ cartPredicate: '' }), { field: 'cartPredicate' }],
  ] as const)
    assertBadRequest(t, await discounts.refuseCreation(draft), 'InvalidField', members);
});

test('reads, creates, changes and deletes cart discounts of a store', async t => {
  const [here, there] = await Promise.all([
    createIn('stores', { key: newKey('here') }),
    createIn('stores', { key: newKey('there') }),
  ]);
  const references = ({ key }: Resource) => [{ typeId: 'store', key }];
  const elsewhere = [await discounts.create(cartDiscountDraft({ stores: references(there) }))];
  elsewhere.push(await discounts.create(cartDiscountDraft()));
  const inStore = discounts.resourcesAt(`in-store/key=${String(here.key)}/cart-discounts`);
  const key = newKey('d');
  const made = await inStore.create(cartDiscountDraft({ key, stores: references(there) }));
  matchWhole(t, made, { key, stores: references(here) });
  const path = `${base}/in-store/key=${String(here.key)}/cart-discounts`;
  matchWhole(t, (await http.send('GET', path)).json, { total: 1, results: [{ id: made.id }] });
  const changed = await http.send('POST', `${path}/key=${key}`, {
    body: { version: 1, actions: [{ action: 'changeIsActive', isActive: false }] },
  });
  matchWhole(t, changed.json, { id: made.id, version: 2, isActive: false, stores: references(here) });
  for (const at of [made.id, `key=${key}`]) t.equal((await http.send('GET', `${path}/${at}`)).text, changed.text);
  for (const { id } of elsewhere)
    for (const [method, query] of [
      ['GET', ''],
      ['HEAD', ''],
      ['DELETE', '?version=1'],
    ] as const)
      t.equal((await http.send(method, `${path}/${id}${query}`)).status, 404);
  t.equal((await http.send('DELETE', `${path}/key=${key}?version=2`)).text, changed.text);
  matchWhole(t, (await http.send('GET', path)).json, { total: 0 });
});
