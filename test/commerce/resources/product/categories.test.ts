/** Products in categories: drafts, update actions, order hints, messages, and the revert of one variant. */
import { test } from '../../../support/tap.js';
import { categoryDraft, newKey } from '../../../support/drafts.js';
import { storeMany } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { dataOf, startProducts } from './startProducts.js';

const { products, createIn, plainDraft } = await startProducts();
const { create, update, refuse, refuseCreation, updateMessagesOf, http, base, quayside, projectKey } = products;

const createCategory = async () => {
  const { id, key } = await createIn('categories', categoryDraft({ key: newKey('category') }));
  return { id, key, reference: { typeId: 'category', id } };
};

test('a draft puts a product into categories with order hints, which need not be unique (product.56d20)', async t => {
  const [one, other] = [await createCategory(), await createCategory()];
  const categories = [{ typeId: 'category', key: one.key }, other.reference, one.reference];
  for (const categoryOrderHints of [{ [one.id]: '0.1' }, { [one.id]: '0.1', [other.id]: '0.1' }]) {
    const data = { categories: [one.reference, other.reference], categoryOrderHints };
    matchWhole(t, dataOf(await create(plainDraft({ categories, categoryOrderHints }))), {
      current: data,
      staged: data,
    });
  }
});

test('actions add a product to categories and remove it, in staged or all data (message.c5e9b)', async t => {
  const [one, other] = [await createCategory(), await createCategory()];
  const product = await create(plainDraft());
  const staged = await update(
    product,
    { action: 'addToCategory', category: { typeId: 'category', key: one.key }, orderHint: '0.5' },
    { action: 'addToCategory', category: other.reference, staged: false },
  );
  const both = { categories: [one.reference, other.reference], categoryOrderHints: { [one.id]: '0.5' } };
  matchWhole(t, dataOf(staged), {
    staged: both,
    current: { categories: [other.reference], categoryOrderHints: undefined },
  });
  t.same(await update(staged, { action: 'addToCategory', category: other.reference }), staged);
  const removed = await update(staged, { action: 'removeFromCategory', category: one.reference, staged: false });
  const left = { categories: [other.reference], categoryOrderHints: undefined };
  matchWhole(t, dataOf(removed), { staged: left, current: left, hasStagedChanges: false });
  t.same(await update(removed, { action: 'removeFromCategory', category: one.reference }), removed);
  matchWhole(t, await updateMessagesOf(product), [
    { type: 'ProductAddedToCategory', category: one.reference, staged: true },
    { type: 'ProductAddedToCategory', category: other.reference, staged: false },
    { type: 'ProductRemovedFromCategory', category: one.reference, staged: false },
  ]);
});

test('an order hint starts with 0. and does not end with 0, in drafts too (product.f6f9a, product.0272b)', async t => {
  const { id, reference } = await createCategory();
  const product = await create(plainDraft({ categories: [reference] }));
  const set = (orderHint?: string, staged?: boolean) => ({
    action: 'setCategoryOrderHint',
    categoryId: id,
    orderHint,
    staged,
  });
  for (const orderHint of ['0', '1', '1.5', '0.', '0.10', '.5', 'x'])
    for (const action of [set(orderHint), { action: 'addToCategory', category: reference, orderHint }])
      assertError(t, await refuse(product, action), 'InvalidField', {
        field: 'actions[0].orderHint',
        invalidValue: orderHint,
      });
  for (const orderHint of ['0', '1', '1.5', '0.', '0.10', '.5', 'x']) {
    const draft = plainDraft({ categories: [reference], categoryOrderHints: { [id]: orderHint } });
    assertError(t, await refuseCreation(draft), 'InvalidField', {
      field: `categoryOrderHints.${id}`,
      invalidValue: orderHint,
    });
  }
  const drafted = await create(plainDraft({ categories: [reference], categoryOrderHints: { [id]: '0.25' } }));
  matchWhole(t, dataOf(drafted).current, { categoryOrderHints: { [id]: '0.25' } });
  const empty = await create(plainDraft({ categories: [reference], categoryOrderHints: { [id]: '' } }));
  matchWhole(t, dataOf(empty).current, { categoryOrderHints: undefined }, 'as in an action');
  const hinted = await update(product, set('0.05'));
  matchWhole(t, dataOf(hinted), {
    staged: { categoryOrderHints: { [id]: '0.05' } },
    current: { categoryOrderHints: undefined },
  });
  const both = await update(hinted, set('0.9', false));
  matchWhole(t, dataOf(both), {
    staged: { categoryOrderHints: { [id]: '0.9' } },
    current: { categoryOrderHints: { [id]: '0.9' } },
  });
  for (const none of ['', undefined]) {
    const { staged } = dataOf(await update(await update(await products.get(both), set('0.7')), set(none)));
    t.same((staged as { categoryOrderHints?: object }).categoryOrderHints, undefined);
  }
});

test('refuses an order hint in a category that the product is not in (product.5ed82)', async t => {
  const [one, other] = [await createCategory(), await createCategory()];
  const product = await create(plainDraft({ categories: [one.reference] }));
  const action = { action: 'setCategoryOrderHint', categoryId: other.id, orderHint: '0.1' };
  assertError(t, await refuse(product, action), 'InvalidOperation', {
    message: `The product is not in the category '${other.id}'.`,
    actionIndex: 0,
  });
});

test('queries and expansion lead from products to their categories, and a category with products stays', async t => {
  const { id, reference } = await createCategory();
  const product = await create(plainDraft({ categories: [reference] }));
  const where = encodeURIComponent(`masterData(current(categories(id="${id}")))`);
  const { json } = await http.send('GET', `${base}/products?where=${where}&expand=masterData.current.categories[*]`);
  matchWhole(t, json, {
    results: [{ id: product.id, masterData: { current: { categories: [{ obj: { id, ancestors: [] } }] } } }],
  });
  assertError(t, await http.send('DELETE', `${base}/categories/${id}?version=1`), 'ReferenceExists');
});

test('reverts one variant to its current data', async t => {
  const variants = [{ sku: newKey('sku') }, { sku: newKey('sku') }];
  const product = await create(plainDraft({ masterVariant: { sku: newKey('sku') }, variants }));
  const renamed = [2, 3].map(variantId => ({ action: 'setProductVariantKey', variantId, key: newKey('variant') }));
  const changed = await update(product, ...renamed, { action: 'addVariant', sku: newKey('sku') });
  const reverted = await update(changed, { action: 'revertStagedVariantChanges', variantId: 2 });
  const [second, third] = dataOf(reverted).staged.variants;
  t.same(second, dataOf(product).current.variants[0]);
  t.equal((third as { key?: string }).key, renamed[1]!.key);
  for (const [variantId, message] of [
    [4, 'The current data has no variant 4 to revert to.'],
    [9, 'The product has no variant with id 9.'],
  ] as const)
    assertError(t, await refuse(reverted, { action: 'revertStagedVariantChanges', variantId }), 'InvalidOperation', {
      message,
      actionIndex: 0,
    });
});

test('a product is in at most 1,000 categories', async t => {
  const members = Array.from({ length: 1_001 }, () => ({
    ...categoryDraft({ key: newKey('many') }),
    ancestors: [],
    assets: [],
  }));
  const ids = await storeMany(quayside, projectKey, 'category', members as never);
  const references = ids.map(id => ({ typeId: 'category', id }));
  assertError(t, await refuseCreation(plainDraft({ categories: references })), 'InvalidField', {
    field: 'categories',
    invalidValue: /^\[/,
  });
  const product = await create(plainDraft({ categories: references.slice(0, 1_000) }));
  t.equal((dataOf(product).staged as unknown as { categories: object[] }).categories.length, 1_000);
  const add = (at: number) => ({ action: 'addToCategory', category: references[at]! });
  assertError(t, await refuse(product, add(1_000)), 'InvalidOperation', {
    message: 'A product is in at most 1000 categories.',
    actionIndex: 0,
  });
  t.equal((await update(product, add(999))).version, product.version, 'it is in that category already');
  const remove = { action: 'removeFromCategory', category: references[0]! };
  t.equal((await update(product, remove, add(1_000))).version, product.version + 1);
});
