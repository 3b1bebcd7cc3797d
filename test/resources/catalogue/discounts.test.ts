import { test, type Test } from 'tap';
import { defineView } from '../../../src/engine/document/defineView.js';
import { Document } from '../../../src/engine/document/Document.js';
import { assertCartPredicate, compileCartPredicate, lineItemFields } from '../../../src/pricing/cartPredicate.js';
import { cartDiscountDraft, money, newKey } from '../../support/drafts.js';
import { assertSingleError, refusalOf } from '../../support/refusal.js';
import { startResourceApi, type Resource } from '../../support/resourceApi.js';
import { fieldDefinition } from '../../support/types.js';
import { matchWhole } from '../../support/matchWhole.js';

const { createIn, resourcesAt, messagesOf, http, base } = await startResourceApi('cart-discounts');
const [discounts, codes] = [resourcesAt('cart-discounts'), resourcesAt('discount-codes')];

type Refusal = Awaited<ReturnType<typeof discounts.refuseCreation>>;
interface RefusalFields {
  readonly message?: RegExp;
  readonly [extra: string]: unknown;
}
/** The response is a 400 with one entry that has this code and these extra fields. */
const isRefused = (t: Test, answer: Refusal, code: string, { message, ...extra }: RefusalFields = {}) => {
  t.equal(answer.statusCode, 400);
  assertSingleError(t, answer, { code, ...extra });
  if (message !== undefined) t.match(answer.errors[0]?.message, message);
};
const typeFor = (resourceTypeId: string) =>
  createIn('types', {
    key: newKey('type'),
    name: { en: 'T' },
    resourceTypeIds: [resourceTypeId],
    fieldDefinitions: [fieldDefinition('note', { name: 'String' })],
  });
const to = (typeId: string, { id }: { readonly id: string }) => ({ typeId, id });
const [early, late] = ['2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'];

test('applies every field and update action of cart discounts', async t => {
  const [type, store, other] = await Promise.all([
    typeFor('cart-discount'),
    createIn('stores', { key: newKey('store') }),
    createIn('stores', { key: newKey('store') }),
  ]);
  const keyed = ({ key }: Resource) => ({ typeId: 'store', key });
  let discount = await discounts.create(
    cartDiscountDraft({
      key: newKey('d'),
      description: { en: 'x' },
      stores: [to('store', store), to('store', store)],
      validFrom: early,
      validUntil: late,
      custom: { type: to('type', type), fields: { note: 'n' } },
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
    'a flag is no text',
  );
  discount = await discounts.update(
    discount,
    { action: 'addStore', store: to('store', other) },
    { action: 'addStore', store: keyed(other) },
    { action: 'removeStore', store: to('store', store) },
  );
  t.strictSame(discount.stores, [keyed(other)]);
  discount = await discounts.update(
    discount,
    { action: 'setStores', stores: [to('store', store)] },
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
  isRefused(t, await discounts.refuse(discount, { action: 'setValidFrom', validFrom: late }), 'InvalidInput', {
    message: /validFrom must be earlier/,
  });
  isRefused(t, await discounts.refuse(discount, { action: 'setValidUntil', validUntil: early }), 'InvalidInput');
  isRefused(
    t,
    await discounts.refuse(discount, { action: 'changeCartPredicate', cartPredicate: '1 =' }),
    'SyntaxError',
    { message: /^Malformed field 'cartPredicate': / },
  );
  isRefused(
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
    isRefused(t, await discounts.refuseCreation(cartDiscountDraft({ sortOrder })), 'InvalidField', {
      field: 'sortOrder',
    });
  isRefused(t, await discounts.refuseCreation(cartDiscountDraft({ sortOrder: undefined })), 'RequiredField', {
    field: 'sortOrder',
  });
  const first = await discounts.create(cartDiscountDraft({ sortOrder: '0.123' }));
  isRefused(t, await discounts.refuseCreation(cartDiscountDraft({ sortOrder: '0.123' })), 'DuplicateField', {
    field: 'sortOrder',
    duplicateValue: '0.123',
  });
  const second = await discounts.create(cartDiscountDraft({ sortOrder: '0.124' }));
  isRefused(t, await discounts.refuse(second, { action: 'changeSortOrder', sortOrder: '0.123' }), 'DuplicateField', {
    field: 'sortOrder',
    duplicateValue: '0.123',
  });
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

  isRefused(t, await refuse({ type: 'relative' }, items), 'RequiredField', { field: 'value.permyriad' });
  isRefused(t, await refuse({ type: 'relative', permyriad: 10_001 }, items), 'InvalidField', {
    field: 'value.permyriad',
  });
  isRefused(t, await refuse({ type: 'absolute' }, items), 'RequiredField', { field: 'value.money' });
  isRefused(t, await refuse({ type: 'absolute', money: [] }, items), 'InvalidOperation', { message: /got none/ });
  isRefused(t, await refuse({ type: 'absolute', money: [money(1), money(2)] }, items), 'InvalidOperation', {
    message: /got EUR, EUR/,
  });
  isRefused(t, await refuse({ type: 'absolute', money: [money(-1)] }, items), 'InvalidField', { field: 'value.money' });
  isRefused(
    t,
    await refuse(
      {
        type: 'absolute',
        money: [{ type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 12_345, fractionDigits: 4 }],
      },
      items,
    ),
    'InvalidField',
    { field: 'value.money' },
  );
  isRefused(t, await refuse(absolute, multiBuy), 'InvalidOperation');
  isRefused(t, await refuse({ ...absolute, type: 'fixed' }, { type: 'shipping' }), 'InvalidOperation');
  isRefused(t, await refuse(relative), 'RequiredField', { field: 'target' });
  isRefused(t, await refuse({ ...relative, applicationMode: 'EvenDistribution' }, items), 'InvalidOperation');
  isRefused(t, await refuse(relative, { type: 'lineItems' }), 'RequiredField', { field: 'target.predicate' });
  isRefused(t, await refuse(relative, { type: 'lineItems', predicate: 'sku =' }), 'SyntaxError', {
    message: /'target.predicate'/,
  });
  isRefused(t, await refuse(relative, { ...multiBuy, discountedQuantity: 4 }), 'InvalidInput');
  isRefused(t, await refuse(relative, { ...multiBuy, selectionMode: undefined }), 'RequiredField', {
    field: 'target.selectionMode',
  });
  isRefused(
    t,
    await refuse(relative, { type: 'pattern', triggerPattern: [], targetPattern: [], selectionMode: 'Cheapest' }),
    'InvalidField',
    { field: 'target.type' },
  );
  isRefused(
    t,
    await refuse({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } }, items),
    'InvalidInput',
    { message: /has no target; got lineItems/ },
  );
  isRefused(t, await refuse({ type: 'giftLineItem', variantId: 1 }), 'RequiredField', { field: 'value.product' });
  isRefused(
    t,
    await refuse({ type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } }),
    'ReferencedResourceNotFound',
    { typeId: 'product', id: 'p' },
  );
  const supply = await createIn('channels', { key: newKey('c') });
  isRefused(
    t,
    await refuse({
      type: 'giftLineItem',
      variantId: 1,
      product: { typeId: 'product', id: 'p' },
      distributionChannel: to('channel', supply),
    }),
    'MissingRoleOnChannel',
    { missingRole: 'ProductDistribution', channel: to('channel', supply) },
  );

  const productType = await createIn('product-types', { key: newKey('pt'), name: 'T', description: 'd' });
  const product = await createIn('products', {
    productType: to('product-type', productType),
    name: { en: 'Gift' },
    slug: { en: newKey('gift') },
    masterVariant: { sku: newKey('sku') },
  });
  const gift = await make({
    type: 'giftLineItem',
    variantId: 1,
    product: to('product', product),
    supplyChannel: to('channel', supply),
  });
  t.strictSame(
    [gift.value, gift.target],
    [
      { type: 'giftLineItem', variantId: 1, product: to('product', product), supplyChannel: to('channel', supply) },
      undefined,
    ],
  );
  isRefused(t, await discounts.refuse(gift, { action: 'changeValue', value: relative }), 'InvalidInput');
  isRefused(t, await discounts.refuse(gift, { action: 'changeTarget', target: items }), 'InvalidInput');

  const discount = await make(absolute, items);
  isRefused(
    t,
    await discounts.refuse(discount, {
      action: 'changeValue',
      value: { type: 'giftLineItem', variantId: 1, product: { typeId: 'product', id: 'p' } },
    }),
    'InvalidInput',
  );
  isRefused(t, await discounts.refuse(discount, { action: 'changeTarget', target: multiBuy }), 'InvalidOperation');
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

test('applies every field and update action of discount codes', async t => {
  const [first, second, type] = await Promise.all([
    discounts.create(cartDiscountDraft()),
    discounts.create(cartDiscountDraft()),
    typeFor('discount-code'),
  ]);
  const word = newKey('SALE');
  const refer = (...list: Resource[]) => list.map(each => to('cart-discount', each));
  const key = newKey('code');
  let code = await codes.create({
    code: word,
    key,
    name: { en: 'N' },
    cartDiscounts: refer(first, first),
    cartPredicate: 'true',
    maxApplications: 5,
    groups: ['a', 'a'],
    validFrom: early,
    custom: { type: to('type', type), fields: { note: 'n' } },
  });
  matchWhole(t, code, {
    code: word,
    name: { en: 'N' },
    cartPredicate: 'true',
    isActive: true,
    references: [],
    maxApplications: 5,
    validFrom: early,
    custom: { fields: { note: 'n' } },
  });
  t.strictSame([code.cartDiscounts, code.groups], [refer(first), ['a']]);
  code = await codes.update(
    code,
    { action: 'setKey' },
    { action: 'setName' },
    { action: 'setDescription', description: { en: 'D' } },
    { action: 'setCartPredicate', cartPredicate: 'lineItemExists(sku = "x")' },
    { action: 'changeIsActive', isActive: false },
    { action: 'changeGroups', groups: ['b'] },
    { action: 'changeCartDiscounts', cartDiscounts: refer(second, first) },
    { action: 'setMaxApplications' },
    { action: 'setMaxApplicationsPerCustomer', maxApplicationsPerCustomer: 2 },
    { action: 'setValidFrom' },
    { action: 'setValidUntil', validUntil: late },
    { action: 'setCustomField', name: 'note', value: 'm' },
  );
  matchWhole(t, code, {
    key: undefined,
    name: undefined,
    description: { en: 'D' },
    cartPredicate: 'lineItemExists(sku = "x")',
    isActive: false,
    groups: ['b'],
    cartDiscounts: refer(second, first),
    maxApplications: undefined,
    maxApplicationsPerCustomer: 2,
    validFrom: undefined,
    validUntil: late,
    custom: { fields: { note: 'm' } },
  });
  code = await codes.update(
    code,
    { action: 'setCartPredicate' },
    { action: 'setValidFromAndUntil' },
    { action: 'setCustomType' },
    { action: 'changeGroups', groups: [] },
  );
  matchWhole(t, code, { cartPredicate: undefined, validUntil: undefined, custom: undefined, groups: [] });

  isRefused(t, await codes.refuse(code, { action: 'changeCartDiscounts', cartDiscounts: [] }), 'InvalidField', {
    field: 'actions[0].cartDiscounts',
  });
  isRefused(
    t,
    await codes.refuse(code, {
      action: 'changeCartDiscounts',
      cartDiscounts: refer(...Array.from({ length: 11 }, () => first)),
    }),
    'InvalidField',
    { field: 'actions[0].cartDiscounts' },
  );
  isRefused(
    t,
    await codes.refuse(code, {
      action: 'changeCartDiscounts',
      cartDiscounts: [{ typeId: 'cart-discount', id: 'none' }],
    }),
    'ReferencedResourceNotFound',
    { typeId: 'cart-discount', id: 'none' },
  );
  isRefused(t, await codes.refuse(code, { action: 'setCartPredicate', cartPredicate: 'country = :x' }), 'SyntaxError', {
    message: /Variables are not supported/,
  });
  isRefused(t, await codes.refuse(code, { action: 'setMaxApplications', maxApplications: 0 }), 'InvalidField', {
    field: 'actions[0].maxApplications',
  });
  isRefused(
    t,
    await codes.refuse(code, { action: 'setValidFromAndUntil', validFrom: late, validUntil: early }),
    'InvalidInput',
  );
  isRefused(t, await codes.refuseCreation({ code: word, cartDiscounts: refer(first) }), 'DuplicateField', {
    field: 'code',
    duplicateValue: word,
  });
  isRefused(
    t,
    await codes.refuseCreation({ code: newKey(), cartDiscounts: refer(first), cartPredicate: '(' }),
    'SyntaxError',
  );
  isRefused(
    t,
    await codes.refuseCreation({ code: newKey(), cartDiscounts: refer(first), validFrom: late, validUntil: late }),
    'InvalidInput',
  );
  isRefused(t, await codes.refuseCreation({ code: newKey() }), 'RequiredField', { field: 'cartDiscounts' });
  matchWhole(t, (await discounts.remove(first)).json, { errors: [{ code: 'ReferenceExists' }] });
  t.equal((await codes.remove(code)).status, 200);
  matchWhole(t, await messagesOf(code), [
    { type: 'DiscountCodeCreated', discountCode: { id: code.id } },
    { type: 'DiscountCodeKeySet', oldKey: key, key: undefined },
    { type: 'DiscountCodeDeleted' },
  ]);
});

const item = (sku: string, quantity: number, centAmount: number, color: string) => ({
  productId: `p-${sku}`,
  quantity,
  variant: {
    id: 1,
    sku,
    attributes: [
      { name: 'color', value: color },
      { name: 'size', value: { key: 'm', label: 'M' } },
    ],
  },
  totalPrice: { currencyCode: 'EUR', centAmount },
  taxedPrice: {
    totalNet: { currencyCode: 'EUR', centAmount: centAmount / 2 },
    totalGross: { currencyCode: 'EUR', centAmount },
  },
});
const cart = {
  country: 'DE',
  totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 1_050, fractionDigits: 2 },
  shippingAddress: { country: 'DE' },
  custom: { type: { typeId: 'type', id: 't' }, fields: { note: '10.50 EUR', tags: ['a', 'b'] } },
  lineItems: [item('x', 2, 1_000, 'red'), item('y', 1, 50, 'blue')],
  customLineItems: [{ slug: 'wrap', quantity: 4, totalPrice: { currencyCode: 'EUR', centAmount: 200 } }],
};

const met = [
  '1 = 1',
  'true',
  'TRUE',
  'not false',
  '"a" = "a"',
  '2 > 1 and 1 <= 1',
  '1 = 2 or (1 = 1)',
  '"1" != 1',
  'country = "DE"',
  'country in ("DE", "AT")',
  'not (country = "FR")',
  'lineItems(quantity > 1)',
  'lineItems(1 = 1)',
  'totalPrice = "10.50 EUR"',
  'totalPrice = "10.5 EUR"',
  'totalPrice > "10.49 EUR"',
  'totalPrice >= "10.50 EUR"',
  'totalPrice < "11 EUR"',
  'totalPrice != "10.49 EUR"',
  'totalPrice != "10.50 USD"',
  'totalPrice in ("1 EUR", "10.50 EUR")',
  'totalPrice not in ("10.50 USD")',
  'totalPrice(centAmount > 1000)',
  'shippingAddress.country = "DE"',
  'shippingAddress.country is defined',
  'shippingAddress.state is not defined',
  'billingAddress.country is not defined',
  'billingAddress.country != "DE"',
  'billingAddress.country not in ("DE")',
  'billingAddress.country is empty',
  'custom.note = "10.50 EUR"',
  'custom.fields.note is defined',
  'custom.type.id = "t"',
  'custom.tags contains any ("b", "c")',
  'custom.tags contains all ("a", "b")',
  '`shippingAddress`.`country` = "DE"',
  'lineItemCount(sku = "x") = 2',
  'lineItemCount(1 = 1) > 2',
  'lineItemCount(true) in (3, 4)',
  'lineItemCount(sku = "z") = 0',
  'lineItemCount(attributes.color = "red" and attributes.size.key = "m") = 2',
  'lineItemCount(variantId = 1) = 3',
  'lineItemCount(product.id = "p-y") = 1',
  'customLineItemCount(slug = "wrap") = 4',
  'lineItemExists(sku = "x")',
  'lineItemExists(sku = ")") = false',
  'not lineItemExists(sku = "z")',
  'customLineItemExists(slug = "wrap")',
  'forAllLineItems(quantity > 0)',
  'forAllLineItems(quantity > 1) = false',
  'forAllCustomLineItems(slug = "wrap") and 1 = 1',
  'lineItemTotal(sku = "x") = "10 EUR"',
  'lineItemTotal(true) >= "10.50 EUR"',
  'lineItemNetTotal(true) = "5.25 EUR"',
  'lineItemGrossTotal(sku = "y") < "0.51 EUR"',
  'customLineItemTotal(true) = "2.00 EUR"',
  'lineItemTotal(sku = "z") = "0 EUR"',
  'lineItemCount(sku = "x") = 2 and lineItemCount(sku = "y") = 1',
  'totalPrice >\n "10.00 EUR"',
  'not(1 = 2)and lineItemExists(true)and 1=1',
];
const notMet = [
  '1 != 1',
  'false',
  '1 = 2',
  '"1" = 1',
  'true = false',
  'country = "FR"',
  'totalPrice = "10.50 USD"',
  'totalPrice > "1.00 USD"',
  'totalPrice < "10.50 EUR"',
  'totalPrice != "10.50 EUR"',
  'totalPrice > "10.50 EUR"',
  'totalPrice not in ("10.50 EUR")',
  'totalPrice = "1050 JPY"',
  'billingAddress.country = "DE"',
  'billingAddress.country is defined',
  'billingAddress.country is not empty',
  'custom.tags contains all ("a", "c")',
  'lineItemCount(sku = "x") > 2',
  'lineItemExists(sku = "z")',
  'forAllLineItems(sku = "x")',
  'lineItemTotal(true) > "10.50 EUR"',
  'lineItemTotal(true) > "1 USD"',
  'lineItems(false)',
  'constructor.name = "Object"',
  'lineItemCount(constructor is defined) > 0',
];

test('evaluates cart predicates', async t => {
  for (const text of met) t.equal(compileCartPredicate(text)(cart), true, text);
  for (const text of notMet) t.equal(compileCartPredicate(text)(cart), false, text);
  t.equal(
    compileCartPredicate('sku = "x" and attributes.color = "red" and totalPrice = "10 EUR"')(
      lineItemFields(cart.lineItems[0]),
    ),
    true,
    'an item as its fields',
  );
  t.equal(
    compileCartPredicate('lineItemCount(true) = 0 and totalPrice is not defined')({}),
    true,
    'a cart without items',
  );
  const view = defineView<object>(Object.keys(cart))(Document.open(Buffer.from(JSON.stringify(cart))));
  t.equal(
    compileCartPredicate('country = "DE" and lineItemCount(sku = "x") = 2')(view),
    true,
    'a cart as the engine opens it',
  );
  t.equal(
    compileCartPredicate('categories.id contains any ("c2")')({ categories: [{ id: 'c1' }, { id: 'c2' }] }),
    true,
  );
  t.equal(
    compileCartPredicate('categories.id contains all ("c2", "c3")')({ categories: [{ id: 'c1' }, { id: 'c2' }] }),
    false,
  );
  t.equal(
    compileCartPredicate('totalPrice > "90071992547409.90 EUR"')({
      totalPrice: { currencyCode: 'EUR', centAmount: 9_007_199_254_740_991 },
    }),
    true,
    'to the last cent',
  );
});

test('refuses malformed cart predicates with the position of the error', async t => {
  const refused: readonly (readonly [string, RegExp])[] = [
    ['1 =', /Unexpected end of input.*\(line 1, column 4\)/],
    ['sku = "x', /expected '"'/],
    ['(1=1', /column 5/],
    ['country = "DE"\n and', /\(line 2, column 5\)/],
    ['country = :x', /Variables are not supported here \(line 1, column 11\)/],
    ['lineItemCount(sku="x")', /'lineItemCount' without a comparison is not supported/],
    ['lineItemCount(true) is defined', /without a comparison/],
    ['lineItemCount(sku = ) > 1', /column 21/],
    ['lineItemCount() > 1', /Unexpected end/],
    [
      'lineItems(lineItemCount(sku="x") > 1)',
      /The function 'lineItemCount' is not supported here \(line 1, column 11\)/,
    ],
    ['lineItemCount(lineItemCount(1=1)=1) = 1', /column 15/],
    ['averagePrice(x=1) > 2', /Invalid input '>'/],
    ['_ = 1', /'_' is not supported/],
    ['totalPrice > "10.505 EUR"', /more than the 2 digits/],
    ['totalPrice > "1.5 JPY"', /more than the 0 digits/],
    ['totalPrice > "9999999999999999 EUR"', /larger than any price/],
    ['a..b = 1', /Invalid input '\.'/],
    ['place within circle(999, 1, 1)', /longitude/],
    ['', /expected a field/],
    [`${'('.repeat(65)}1=1${')'.repeat(65)}`, /64 levels/],
    [Array.from({ length: 33 }, () => 'lineItemExists(true)').join(' and '), /at most 32 functions/],
    [`${'a.'.repeat(16)}a = 1`, /at most 16 steps/],
  ];
  for (const [text, message] of refused) {
    const refusal = refusalOf(() => assertCartPredicate(text, 'cartPredicate'));
    matchWhole(t, refusal, { errors: [{ code: 'SyntaxError', message }] }, text.slice(0, 40));
    t.match(refusal?.message, /^Malformed field 'cartPredicate': (?!Malformed)/);
  }
  isRefused(
    t,
    await discounts.refuseCreation(cartDiscountDraft({ cartPredicate: `country = "${'x'.repeat(10_000)}"` })),
    'InvalidField',
    { field: 'cartPredicate' },
  );
  isRefused(t, await discounts.refuseCreation(cartDiscountDraft({ cartPredicate: '' })), 'InvalidField', {
    field: 'cartPredicate',
  });
});
