/** The items of shopping lists: variants of products, and texts. */
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { attributes, itemsOf, name, noted, startLists, textsOf } from './startLists.js';

const shop = await startLists();
const { base, create, http, lists, otherSku, product, productType, resourcesAt, shirt, sku, types } = shop;
const products = resourcesAt('products');

test('adds a variant by product, by id of the variant, or by SKU (shopping-list.942f2)', async t => {
  const { id: productId } = shirt;
  const list = await create({
    lineItems: [{ productId }, { productId, variantId: 2 }],
  });
  const type = referenceTo('product-type', productType);
  const common = { productId, published: true, quantity: 1, addedAt: String, productType: type };
  matchWhole(t, itemsOf(list), [
    { ...common, variantId: undefined, variant: undefined, productSlug: undefined },
    { ...common, variantId: 2 },
  ]);
  const addedAt = '2026-01-02T03:04:05.000Z';
  const added = await lists.update(list, { action: 'addLineItem', sku, quantity: 3, key: 'red', addedAt });
  matchWhole(t, itemsOf(added)[2], { ...common, variantId: 1, quantity: 3, key: 'red', addedAt });
  for (const [item, code, error] of [
    [{}, 'RequiredField', { field: 'sku' }],
    [{ productId, variantId: 9 }, 'InvalidField', { field: 'variantId', invalidValue: 9 }],
    [{ sku: 'none' }, 'ReferencedResourceNotFound', { typeId: 'product' }],
    [{ productId: 'none' }, 'ReferencedResourceNotFound', { typeId: 'product', id: 'none' }],
    [{ productId, quantity: 0 }, 'InvalidField', { field: 'actions[0].quantity', invalidValue: 0 }],
  ] as const) {
    const refused = await lists.refuse(added, { action: 'addLineItem', ...item });
    matchWhole(t, refused, {
      statusCode: 400,
      errors: [
        { code, ...error, ...('quantity' in item || code === 'ReferencedResourceNotFound' ? {} : { actionIndex: 0 }) },
      ],
    });
  }
});

test('raises the quantity of the same variant with the same custom fields (shopping-list.7d073)', async t => {
  const { id: productId } = shirt;
  const custom = noted(types.item, 'a');
  const add = (item: object) => ({ action: 'addLineItem', productId, ...item });
  let list = await create();
  const quantities = async (...actions: readonly object[]) => {
    list = await lists.update(list, ...actions);
    return itemsOf(list).map(({ quantity }) => quantity);
  };
  t.same(await quantities(add({}), add({ quantity: 2 })), [3]);
  t.same(await quantities(add({ variantId: 1 })), [3, 1], 'the master variant by its id is another item');
  t.same(await quantities(add({ custom, quantity: 4 })), [3, 1, 4]);
  t.same(await quantities(add({ custom }), add({ custom: noted(types.item, 'b') })), [3, 1, 5, 1]);
  t.same(await quantities({ action: 'addLineItem', sku }), [3, 2, 5, 1]);
  t.same(await quantities(add({ key: 'own' })), [3, 2, 5, 1, 1]);
  const tooMany = add({ quantity: 2_147_483_647 });
  assertError(t, await lists.refuse(list, tooMany), 'InvalidOperation', { actionIndex: 0 });
  const drafted = await create({ lineItems: [{ productId }, { productId, quantity: 2 }, { sku }] });
  t.same(valuesOf(itemsOf(drafted), 'quantity'), [3, 1], 'also in a draft');
});

test('refuses two items with one key (shopping-list.fb0dc, shopping-list.fbbf6)', async t => {
  const [{ id: productId }, text] = [shirt, { name: { en: 'a' }, key: 'one' }];
  const [first, second] = [
    { productId, key: 'one' },
    { productId, variantId: 2, key: 'one' },
  ];
  const error = (field: string) => ({ field, duplicateValue: 'one' });
  for (const [draft, field] of [
    [{ lineItems: [first, second] }, 'lineItems.key'],
    [{ textLineItems: [text, text] }, 'textLineItems.key'],
  ] as const)
    assertError(t, await lists.refuseCreation({ name, ...draft }), 'DuplicateField', error(field));
  const list = await create({ lineItems: [first], textLineItems: [text] });
  for (const [action, field] of [
    [{ action: 'addLineItem', ...second }, 'lineItems.key'],
    [{ action: 'addTextLineItem', ...text }, 'textLineItems.key'],
  ] as const)
    assertError(t, await lists.refuse(list, action), 'DuplicateField', error(field));
});

const ruled = {
  lineItem: '(shopping-list.0ce0d, shopping-list.e19b0, shopping-list.6e3b7)',
  textLineItem: '(shopping-list.a4574, shopping-list.0c12d, shopping-list.e6219, shopping-list.8a9d9)',
};
for (const kind of ['lineItem', 'textLineItem'] as const)
  test(`changes, removes and orders each ${kind} by id or key ${ruled[kind]}`, async t => {
    const { id: productId } = shirt;
    const isText = kind === 'textLineItem';
    const all = isText ? textsOf : itemsOf;
    const drafts = ['aa', 'bb', 'cc'].map((key, at) =>
      isText
        ? { key, name: { en: key }, quantity: 9 }
        : { key, productId, ...(at > 0 && { variantId: at }), quantity: 9 },
    );
    let list = await create({ [`${kind}s`]: drafts });
    const noun = `${kind[0]!.toUpperCase()}${kind.slice(1)}`;
    const ids = valuesOf(all(list), 'id');
    const quantities = async (...actions: readonly object[]) => {
      list = await lists.update(list, ...actions);
      return Object.fromEntries(all(list).map(({ key, quantity }) => [key, quantity]));
    };
    const [change, remove] = [`change${noun}Quantity`, `remove${noun}`];
    const byKey = (key: string) => ({ [`${kind}Key`]: key });
    t.same(await quantities({ action: change, [`${kind}Id`]: ids[0], quantity: 7 }), { aa: 7, bb: 9, cc: 9 });
    const { version } = list;
    await quantities({ action: change, ...byKey('aa'), quantity: 7 });
    t.equal(list.version, version, 'no change');
    t.same(await quantities({ action: remove, ...byKey('aa'), quantity: 2 }), { aa: 5, bb: 9, cc: 9 });
    const order = { action: `change${noun}sOrder`, [`${kind}Order`]: [...ids].reverse() };
    await quantities(order);
    t.same(valuesOf(all(list), 'id'), [...ids].reverse());
    for (const wrong of [ids.slice(1), [...ids, ids[0]], [ids[0], ids[0], ids[1]], []])
      assertError(t, await lists.refuse(list, { ...order, [`${kind}Order`]: wrong }), 'InvalidOperation', {
        actionIndex: 0,
      });
    t.same(await quantities({ action: remove, ...byKey('aa'), quantity: 5 }), { cc: 9, bb: 9 }, 'all pieces');
    t.same(await quantities({ action: remove, [`${kind}Id`]: ids[1] }), { cc: 9 });
    t.same(await quantities({ action: change, ...byKey('cc'), quantity: 0 }), {});
    for (const action of [{ action: change, quantity: 1 }, { action: remove }]) {
      assertError(t, await lists.refuse(list, { ...action, ...byKey('aa') }), 'InvalidOperation', { actionIndex: 0 });
      const field = { field: `${kind}Id`, actionIndex: 0 };
      assertError(t, await lists.refuse(list, action), 'RequiredField', field);
    }
  });

test('text line items have a name, a description and custom fields', async t => {
  const custom = noted(types.text, 'a');
  const text = { name: { en: 'A card' }, description: { en: 'With flowers' }, quantity: 2, custom };
  const list = await lists.update(await create(), { action: 'addTextLineItem', key: 'card', ...text });
  matchWhole(t, textsOf(list), [{ ...text, key: 'card', id: String, addedAt: String }]);
  const names = { textLineItemKey: 'card' };
  const changed = await lists.update(
    list,
    { action: 'changeTextLineItemName', ...names, name: { en: 'A big card' } },
    { action: 'setTextLineItemDescription', ...names, description: { en: 'Red' } },
    { action: 'setTextLineItemCustomField', ...names, name: 'note', value: 'b' },
  );
  matchWhole(t, textsOf(changed), [
    { name: { en: 'A big card' }, description: { en: 'Red' }, custom: { fields: { note: 'b' } } },
  ]);
  const emptied = await lists.update(
    changed,
    { action: 'setTextLineItemDescription', ...names },
    { action: 'setTextLineItemCustomType', ...names },
  );
  matchWhole(t, textsOf(emptied), [{ description: undefined, custom: undefined }]);
  assertError(
    t,
    await lists.refuse(emptied, { action: 'changeTextLineItemName', ...names, name: {} }),
    'InvalidField',
    {
      field: 'actions[0].name',
      invalidValue: {},
    },
  );
});

test('shows variants and slugs of all line items on request (shopping-list.c5ac1, shopping-list.6eef4)', async t => {
  const { id } = await create({ lineItems: [{ productId: shirt.id }, { sku: otherSku }] });
  const read = async (expand: string) =>
    itemsOf((await http.send('GET', `${base}/shopping-lists/${id}?expand=${expand}`)).json as Resource);
  const brand = { name: 'brand', value: 'Acme' };
  matchWhole(t, await read('lineItems[*].variant'), [
    { variant: { id: 1, sku, attributes: [brand, ...attributes] }, productSlug: undefined },
    { variant: { id: 2, sku: otherSku, attributes: [brand] } },
  ]);
  const slug = { en: String };
  matchWhole(t, await read('lineItems[*].productSlug'), [
    { productSlug: slug },
    { productSlug: slug, variant: undefined },
  ]);
  for (const one of ['lineItems[0].variant', 'lineItems[0].productSlug'])
    matchWhole(t, await read(one), [
      { variant: undefined, productSlug: undefined },
      { variant: undefined, productSlug: undefined },
    ]);
  matchWhole(t, await read('lineItems[*].productType'), [
    { productType: { obj: { id: productType.id } } },
    { productType: { obj: {} } },
  ]);
});

test('line items follow their products, also those that are gone (shopping-list.6033c)', async t => {
  let pants = (await product([{ value: money(1) }], { variants: [{ sku: newKey('sku') }] })) as Resource;
  const list = await create({ lineItems: [{ productId: pants.id }, { productId: pants.id, variantId: 2 }] });
  const shown = async () => itemsOf(await lists.get(list));
  matchWhole(t, await shown(), [
    { published: true, deactivatedAt: undefined },
    { published: true, deactivatedAt: undefined },
  ]);
  const change = async (...actions: readonly object[]) => {
    pants = await products.update(pants, ...actions);
  };
  await change({ action: 'changeName', name: { en: 'Trousers' }, staged: false }, { action: 'unpublish' });
  const trousers = { name: { en: 'Trousers' }, published: false };
  matchWhole(t, await shown(), [trousers, trousers]);
  await change({ action: 'removeVariant', id: 2, staged: false });
  matchWhole(t, await shown(), [{ deactivatedAt: undefined }, { ...trousers, deactivatedAt: String }]);
  t.equal((await products.remove(pants)).status, 200);
  const gone = await shown();
  matchWhole(t, gone, [
    { published: false, name: Object, deactivatedAt: String },
    { published: false, name: Object, deactivatedAt: String },
  ]);
  t.equal((await lists.get(list)).version, 1, 'the list itself has not changed');
});

test('items are added now, unless the request names another time (shopping-list.aa902)', async t => {
  const addedAt = '2026-01-02T03:04:05.000Z';
  const [item, text] = [{ sku }, { name }];
  const given = await create({ lineItems: [{ ...item, addedAt }], textLineItems: [{ ...text, addedAt }] });
  const before = new Date().toISOString();
  const drafted = await create({ lineItems: [item], textLineItems: [text] });
  const changed = await lists.update(
    given,
    { action: 'addLineItem', ...item, quantity: 2 },
    { action: 'addTextLineItem', ...text },
    { action: 'addTextLineItem', ...text, addedAt },
  );
  const after = new Date().toISOString();
  const isNow = (time: unknown): unknown => (String(time) >= before && String(time) <= after ? 'now' : time);
  const timesOf = (list: Resource) => [itemsOf(list), textsOf(list)].map(all => all.map(each => isNow(each.addedAt)));
  t.same(timesOf(drafted), [['now'], ['now']]);
  t.same(timesOf(given), [[addedAt], [addedAt]]);
  t.same(timesOf(changed)[1], [addedAt, 'now', addedAt]);
});
