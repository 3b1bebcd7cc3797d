import { test } from '../../support/tap.js';
import { cartDiscountDraft, createType, money, newKey, referenceTo } from '../../support/drafts.js';
import { type Resource, startResourceApi } from '../../support/resourceApi.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertBadRequest } from '../../support/refusal.js';

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
    {
      field: 'sortOrder',
      duplicateValue: '0.123',
    },
  );
  await discounts.update(first, { action: 'changeSortOrder', sortOrder: '0.125' });
  await discounts.update(second, { action: 'changeSortOrder', sortOrder: '0.123' });
});
