/** Categories: members, slugs, order hints, assets and messages. */
import { test } from '../../../support/tap.js';
import { createSample } from '../../../support/createSample.js';
import { categoryDraft, newKey } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { startCategories, toReference } from './startCategories.js';

const categories = await startCategories();
const { create, update, refuse, refuseCreation, createBelow, find, updateMessagesOf, messagesOf, http, base, get } =
  categories;

const texts = ['description', 'metaTitle', 'metaDescription', 'metaKeywords'];

test('a draft gives all members, and update actions change and remove them', async t => {
  const given = {
    key: newKey('category'),
    externalId: 'erp-1',
    ...Object.fromEntries(texts.map(name => [name, { en: name }])),
  };
  const parent = await create(categoryDraft());
  const category = await createBelow(parent, given);
  matchWhole(t, category, { ...given, parent: toReference(parent), ancestors: [toReference(parent)], assets: [] });
  const set = (name: string) => `set${name[0]!.toUpperCase()}${name.slice(1)}`;
  const changed = await update(
    category,
    { action: 'changeName', name: { en: 'Boots' } },
    { action: 'changeOrderHint', orderHint: '0.25' },
    { action: 'setKey', key: `${given.key}-2` },
    { action: 'setExternalId', externalId: 'erp-2' },
    ...texts.map(name => ({ action: set(name), [name]: { de: name } })),
  );
  matchWhole(t, changed, {
    name: { en: 'Boots' },
    orderHint: '0.25',
    key: `${given.key}-2`,
    externalId: 'erp-2',
    ...Object.fromEntries(texts.map(name => [name, { de: name }])),
  });
  const emptied = await update(changed, ...['key', 'externalId', ...texts].map(name => ({ action: set(name) })));
  t.same(
    Object.keys(emptied).filter(name => name in given),
    [],
  );
  t.same(await update(emptied, { action: 'setExternalId', externalId: '' }), emptied, 'an empty id is none');
});

test('the message of a creation has the category, and that of another slug both slugs', async t => {
  const parent = await create(categoryDraft());
  const category = await createBelow(parent);
  matchWhole(t, await messagesOf(category), [{ type: 'CategoryCreated', category: { ...category } }]);
  const slug = { en: newKey('new') };
  await update(category, { action: 'changeSlug', slug });
  matchWhole(t, await updateMessagesOf(category), [{ type: 'CategorySlugChanged', slug, oldSlug: category.slug }]);
});

test('a slug is unique in a language, and may be equal in several (category.a8bcc, category.55466)', async t => {
  const slug = newKey('slug');
  const category = await create(categoryDraft({ slug: { en: slug, de: slug } }));
  const taken = { field: 'slug.de', duplicateValue: slug };
  assertError(t, await refuseCreation(categoryDraft({ slug: { de: slug } })), 'DuplicateField', taken);
  const other = await create(categoryDraft({ slug: { fr: slug } }));
  assertError(t, await refuse(other, { action: 'changeSlug', slug: { de: slug } }), 'DuplicateField', taken);
  t.same(await find(`slug(en="${slug}")`), [category.id]);
  t.same(await find(`slug(fr="${slug}" or de="${slug}")`), [category.id, other.id]);
  const freed = await update(category, { action: 'changeSlug', slug: { en: `${slug}-2` } });
  await update(other, { action: 'changeSlug', slug: { de: slug } });
  t.same(await find(`slug(en="${slug}")`), []);
  t.same(await find(`slug(en in ("${slug}", "${slug}-2"))`), [freed.id]);
  t.same(await find(`slug(en="${slug}-2") and name(en="Boots")`), []);
});

test('a slug has 2 to 256 letters, digits, underscores and hyphens (category.50d27)', async t => {
  const category = await create(categoryDraft());
  for (const slug of ['x', 'a b', 'a/b', 'ä'.repeat(3), 'a'.repeat(257)]) {
    const wrong = { field: 'slug.en', invalidValue: slug };
    assertError(t, await refuseCreation(categoryDraft({ slug: { en: slug } })), 'InvalidField', wrong);
    assertError(t, await refuse(category, { action: 'changeSlug', slug: { en: slug } }), 'InvalidField', {
      ...wrong,
      field: 'actions[0].slug.en',
    });
  }
  const longest = newKey('a_Z-9').padEnd(256, 'x');
  t.same((await create(categoryDraft({ slug: { en: longest } }))).slug, { en: longest });
});

test('an order hint is a decimal from 0 to 1, by default a random one (category.3bfb0, category.5ffb5)', async t => {
  const category = await create(categoryDraft());
  for (const orderHint of ['', '-0.1', '1.1', '2', 'x', '0.5x', '1e-3', '0,5', '0.'])
    assertError(t, await refuse(category, { action: 'changeOrderHint', orderHint }), 'InvalidField', {
      field: 'actions[0].orderHint',
      invalidValue: orderHint,
    });
  for (const orderHint of ['0', '1', '1.0', '0.00001', '.5'])
    t.equal((await create(categoryDraft({ orderHint }))).orderHint, orderHint);
  const hints = await Promise.all([1, 2, 3].map(() => create(categoryDraft({ orderHint: undefined }))));
  t.equal(new Set(valuesOf(hints, 'orderHint')).size, 3);
  t.same(
    valuesOf(hints, 'orderHint').filter(hint => !/^0\.\d{12}$/.test(hint as string)),
    [],
  );
});

test('queries find categories by name, key, external id and parent, and expand those above', async t => {
  const [key, name, externalId] = [newKey('key'), newKey('Name'), newKey('erp')];
  const root = await create(categoryDraft({ key, externalId }));
  const child = await createBelow(root, { name: { en: name } });
  const leaf = await createBelow(child);
  for (const [where, ids] of [
    [`key="${key}"`, [root.id]],
    [`externalId="${externalId}"`, [root.id]],
    [`name(en="${name}")`, [child.id]],
    [`parent(id="${root.id}")`, [child.id]],
    [`ancestors(id="${root.id}")`, [child.id, leaf.id]],
    [`parent is not defined and key="${key}"`, [root.id]],
    [`slug(en="${(child.slug as { en: string }).en}") and parent(id="${leaf.id}")`, []],
  ] as const)
    t.same(await find(where), ids, where);
  const expanded = await http.send('GET', `${base}/categories/${leaf.id}?expand=parent&expand=ancestors[*]`);
  matchWhole(t, expanded.json, {
    parent: { obj: { id: child.id } },
    ancestors: [{ obj: { id: root.id } }, { obj: { id: child.id, ancestors: [toReference(root)] } }],
  });
});

test('actions change and order assets (category.1bb05, category.f309b, category.c28b3, category.60497)', async t => {
  const asset = (key: string) => ({ key, name: { en: key }, sources: [{ uri: `https://example.com/${key}` }] });
  const category = await create(categoryDraft({ assets: [asset('aa'), asset('bb')] }));
  const [first, second] = category.assets;
  const add = (position: number) => ({ action: 'addAsset', asset: asset('cc'), position });
  assertError(t, await refuse(category, add(3)), 'InvalidField', {
    field: 'position',
    invalidValue: 3,
    actionIndex: 0,
  });
  const ofFirst = { assetId: first!.id };
  assertError(t, await refuse(category, { action: 'setAssetSources', ...ofFirst, sources: [] }), 'InvalidField', {
    field: 'actions[0].sources',
    invalidValue: [],
  });
  assertError(t, await refuse(category, { action: 'addAsset', asset: asset('aa') }), 'DuplicateField', {
    field: 'assets.key',
    duplicateValue: 'aa',
  });
  const changed = await update(
    category,
    add(1),
    { action: 'changeAssetName', assetKey: 'aa', name: { en: 'New' } },
    { action: 'setAssetDescription', ...ofFirst, description: { en: 'd' } },
    { action: 'setAssetTags', ...ofFirst, tags: ['t'] },
    { action: 'setAssetSources', ...ofFirst, sources: [{ uri: 'https://b' }] },
    { action: 'setAssetKey', ...ofFirst, assetKey: 'xx' },
    { action: 'setAssetKey', assetId: second!.id },
  );
  const edited = { key: 'xx', name: { en: 'New' }, description: { en: 'd' }, tags: ['t'] };
  matchWhole(t, changed.assets, [
    { id: first!.id, ...edited, sources: [{ uri: 'https://b' }] },
    { key: 'cc' },
    { id: second!.id, key: undefined },
  ]);
  const ids = valuesOf(changed.assets, 'id') as string[];
  assertError(t, await refuse(changed, { action: 'changeAssetOrder', assetOrder: ids.slice(1) }), 'InvalidInput', {
    actionIndex: 0,
  });
  const ordered = await update(changed, { action: 'changeAssetOrder', assetOrder: ids.toReversed() });
  t.same(valuesOf(ordered.assets, 'id'), ids.toReversed());
  const removed = await update(
    ordered,
    { action: 'removeAsset', ...ofFirst },
    { action: 'removeAsset', assetKey: 'cc' },
  );
  t.same(valuesOf(removed.assets, 'id'), [second!.id]);
  t.same(await update(removed, { action: 'changeAssetOrder', assetOrder: [second!.id] }), removed);
});

test('a category is deleted with all below it, unless a product is in one of them', async t => {
  const [rootKey, slug] = [newKey('root'), newKey('slug')];
  const root = await create(categoryDraft({ key: rootKey, slug: { en: slug } }));
  const [first, second] = [await createBelow(root), await createBelow(root)];
  const deep = await createBelow(first, { key: newKey('deep') });
  const tree = [root, first, second, deep];
  const statuses = async (): Promise<number[]> =>
    Promise.all(tree.map(async ({ id }) => (await http.send('GET', `${base}/categories/${id}`)).status));
  const remove = async () => {
    const { version } = await get(root);
    return http.send('DELETE', `${base}/categories/key=${rootKey}?version=${version}`);
  };
  const product = await createSample(categories, 'product', draft => ({
    ...draft,
    categories: [toReference(deep)],
  }));
  assertError(t, await remove(), 'ReferenceExists');
  t.same(await statuses(), [200, 200, 200, 200]);
  t.equal((await http.send('DELETE', `${base}/products/${product.id}?version=${product.version}`)).status, 200);
  matchWhole(t, await remove(), { status: 200, json: { id: root.id, key: rootKey } });
  t.same(await statuses(), [404, 404, 404, 404]);
  const again = await create(categoryDraft({ key: rootKey, slug: { en: slug } }));
  t.not(again.id, root.id, 'its key and its slug are free');
});
