/** Categories over GraphQL: the tree, numbers, localized fields, mutations, and products in them. */
import { categoryDraft, newKey, productDraft, productTypeDraft } from '../support/drafts.js';
import { startGraphql } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import { test } from '../support/tap.js';

const { createIn, data, ask } = await startGraphql();

const create = async (members: object): Promise<{ id: string; key: string }> =>
  (
    await data('mutation ($draft: CategoryDraft!) { createCategory(draft: $draft) { id key } }', {
      draft: {
        key: newKey('category'),
        name: [{ locale: 'en', value: 'Shoes' }],
        slug: [{ locale: 'en', value: newKey('slug') }],
        ...members,
      },
    })
  ).createCategory;

test('shows the tree, from the root to the parent and to the children', async t => {
  const root = await create({});
  const [one, two] = [await create({ parent: { key: root.key } }), await create({ parent: { id: root.id } })];
  const leaf = await create({ parent: { id: two.id }, orderHint: '0.25' });
  const fields = `id childCount stagedProductCount children { id } parent { id } parentRef { id }
    ancestors { id } ancestorsRef { typeId id }`;
  const { category, categories } = await data(
    `query ($key: String!, $where: String!) {
      category(key: $key) { ${fields} name(locale: "en") nameAllLocales { locale value } orderHint }
      categories(where: $where, sort: ["createdAt asc"]) { total results { ${fields} } }
    }`,
    { key: leaf.key, where: `ancestors(id="${root.id}")` },
  );
  matchWhole(t, category, {
    name: 'Shoes',
    nameAllLocales: [{ locale: 'en', value: 'Shoes' }],
    orderHint: '0.25',
    childCount: 0,
    children: [],
    parent: { id: two.id },
    parentRef: { id: two.id },
    ancestors: [{ id: root.id }, { id: two.id }],
    ancestorsRef: [root, two].map(({ id }) => ({ typeId: 'category', id })),
  });
  matchWhole(t, categories, {
    total: 3,
    results: [
      { id: one.id, childCount: 0, ancestors: [{ id: root.id }] },
      { id: two.id, childCount: 1, children: [{ id: leaf.id }] },
      { id: leaf.id },
    ],
  });
});

test('mutations move, change and delete a category', async t => {
  const [root, other] = [await create({}), await create({})];
  const { updateCategory } = await data(
    `mutation ($id: String!, $actions: [CategoryUpdateAction!]!) {
      updateCategory(id: $id, version: 1, actions: $actions) {
        version name(locale: "de") ancestors { id } assets { key }
      }
    }`,
    {
      id: root.id,
      actions: [
        { changeParent: { parent: { id: other.id } } },
        { changeName: { name: [{ locale: 'de', value: 'Schuhe' }] } },
        {
          addAsset: { asset: { key: 'manual', name: [{ locale: 'en', value: 'a' }], sources: [{ uri: 'https://a' }] } },
        },
      ],
    },
  );
  matchWhole(t, updateCategory, { name: 'Schuhe', ancestors: [{ id: other.id }], assets: [{ key: 'manual' }] });
  const { version } = updateCategory as { version: number };
  const { deleteCategory } = await data(
    `mutation ($id: String!, $version: Long!) { deleteCategory(id: $id, version: $version) { id } }`,
    { id: root.id, version },
  );
  t.equal(deleteCategory.id, root.id);
});

test('shows and changes the categories of a product, with order hints', async t => {
  const category = await createIn<{ id: string }>('categories', categoryDraft());
  const type = await createIn<{ id: string }>('product-types', productTypeDraft());
  const product = await createIn<{ id: string }>('products', productDraft({ id: type.id }));
  const fields =
    'categories { id } categoriesRef { id } categoryOrderHints { categoryId orderHint } ' +
    `categoryOrderHint(categoryId: "${category.id}")`;
  const { updateProduct } = await data(
    `mutation ($id: String!, $actions: [ProductUpdateAction!]!) {
      updateProduct(id: $id, version: 1, actions: $actions) {
        masterData { staged { ${fields} } current { ${fields} } }
      }
    }`,
    {
      id: product.id,
      actions: [
        { addToCategory: { category: { id: category.id } } },
        { setCategoryOrderHint: { categoryId: category.id, orderHint: '0.7' } },
      ],
    },
  );
  matchWhole(t, updateProduct.masterData, {
    staged: {
      categories: [{ id: category.id }],
      categoriesRef: [{ id: category.id }],
      categoryOrderHints: [{ categoryId: category.id, orderHint: '0.7' }],
      categoryOrderHint: '0.7',
    },
    current: { categories: [], categoryOrderHints: [], categoryOrderHint: null },
  });
  const { category: counted } = await data(`{ category(id: "${category.id}") { stagedProductCount } }`);
  t.equal(counted.stagedProductCount, 1);
});

test('searches categories by words, conditions and order, and completes their names', async t => {
  const [word, other] = [newKey('w').replaceAll('-', ''), newKey('v').replaceAll('-', '')];
  const named = (en: string, members: object = {}) =>
    create({
      name: [
        { locale: 'en', value: en },
        { locale: 'de', value: `Haus ${en}` },
      ],
      ...members,
    });
  const root = await named(`Garden ${word}`, { externalId: other, orderHint: '0.9' });
  const child = await named(`Big ${word} house`, { parent: { id: root.id }, orderHint: '0.10' });
  const leaf = await named(`a ${word}`, { parent: { id: child.id }, orderHint: '0.3' });
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  const search = async (args: string) =>
    (await data(`{ categorySearch(${args}) { offset count total results { id } } }`)).categorySearch;
  const fulltext = (text: string, locale = 'en') => `fulltext: { locale: "${locale}", text: "${text}" }`;
  const tree = `filters: ["id:subtree(\\"${root.id}\\")"]`;
  for (const [args, expected] of [
    [fulltext(word.toUpperCase()), [leaf, child, root]],
    [fulltext(`${word} house`), [child]],
    [fulltext(`house ${word}`, 'de'), [child]],
    [fulltext(word.slice(0, -1)), []],
    [fulltext(other), [root]],
    [`${tree}, sorts: ["orderHint asc"]`, [child, leaf, root]],
    [`${tree}, sorts: ["name.en desc"]`, [root, child, leaf]],
    [`${tree}, sorts: ["externalId asc", "createdAt desc"]`, [root, leaf, child]],
    [`${tree}, queryFilters: ["parent:missing"]`, [root]],
    [`${tree}, queryFilters: ["parent.id:exists"], sorts: ["createdAt asc"]`, [child, leaf]],
    [`filters: ["ancestors.id:\\"${child.id}\\""]`, [leaf]],
    [`filters: ["key:\\"${leaf.key}\\", \\"${child.key}\\""], sorts: ["createdAt asc"]`, [child, leaf]],
    [`${tree}, queryFilters: ["orderHint:range (0.2 to *)"], sorts: ["createdAt asc"]`, [root, leaf]],
  ] as const)
    t.same(ids((await search(args)).results), ids(expected), args);
  matchWhole(t, await search(`${fulltext(word)}, limit: 1, offset: 1`), {
    offset: 1,
    count: 1,
    total: 3,
    results: [{ id: child.id }],
  });
  const { categoryAutocomplete } = await data(
    `{ categoryAutocomplete(locale: "en", text: "${word.slice(0, -1)} ho") { total results {
      id name(locale: "en") parent { id } ancestors { id } children { id } childCount stagedProductCount
        productTypeNames } } }`,
  );
  t.same(categoryAutocomplete, {
    total: 1,
    results: [
      {
        id: child.id,
        name: `Big ${word} house`,
        parent: { id: root.id },
        ancestors: [{ id: root.id }],
        children: [{ id: leaf.id }],
        childCount: 1,
        stagedProductCount: 0,
        productTypeNames: [],
      },
    ],
  });
  const type = await createIn<{ id: string }>('product-types', productTypeDraft([], { name: 'House' }));
  await createIn('products', { ...productDraft(type), categories: [{ typeId: 'category', id: leaf.id }] });
  const { categorySearch } = await data(
    `{ categorySearch(filters: ["id:\\"${leaf.id}\\""]) { results { stagedProductCount productTypeNames } } }`,
  );
  t.same(categorySearch.results, [{ stagedProductCount: 1, productTypeNames: ['House'] }]);
  for (const [args, message] of [
    ['filters: ["colour:\\"a\\""]', /filters: expected the path of a field of categories, got 'colour'/],
    ['filters: ["parent.id:subtree(\\"a\\")"]', /behind id alone/],
    ['filters: ["createdAt:range(\\"2024-02-30\\" to *)"]', /expected a date and time .* got 'createdAt:range/],
    ['filters: ["key"]', /a path, ':' and values/],
    ['sorts: ["colour"]', /sorts: expected the path of a field/],
    [fulltext('!'), /1 to 100 words/],
    ['limit: 501', /limit.*from 0 to 500/],
  ] as const)
    matchWhole(t, (await ask(`{ categorySearch(${args}) { total } }`)).errors, [
      { message, extensions: { code: 'InvalidInput' } },
    ]);
});
