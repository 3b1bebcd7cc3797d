/** Product selections and their products: individual and exclusion, on the paths of selections, products and stores. */
import { limits } from '../../../../src/base/config/limits.js';
import { createSample } from '../../../support/createSample.js';
import { newKey, productDraft, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const selections = await startResourceApi('product-selections');
const { base, http, createIn, messagesOf, quayside, projectKey } = selections;
const project = { quayside, http, projectKey };

const newProduct = () => createSample(project, 'product');
/** Creates products and sorts them like `byProduct`: products of one update have one creation time. */
const newProducts = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, newProduct))).toSorted((a, b) => (a.id < b.id ? -1 : 1));
const byProduct = 'sort=product.id';
const draft = (changes: object = {}) => ({ key: newKey('selection'), name: { en: 'Summer' }, ...changes });
const read = async (path: string) => (await http.send('GET', `${base}/${path}`)).json as Record<string, unknown>;
const page = (results: readonly object[]) => ({ limit: 20, offset: 0, count: results.length, results });
const only = (...skus: string[]) => ({ type: 'includeOnly', skus });
const except = (...skus: string[]) => ({ type: 'includeAllExcept', skus });

test('changes an individual selection (message.ProductSelectionProductAdded, product-selection.6b63e)', async t => {
  const [product, other] = await newProducts(2);
  const [one, two] = [referenceTo('product', product!), referenceTo('product', other!)];
  let selection = await selections.create(draft());
  matchWhole(t, selection, { mode: 'Individual', productCount: 0, name: { en: 'Summer' } });
  selection = await selections.update(
    selection,
    { action: 'addProduct', product: one, variantSelection: only('a', 'b') },
    { action: 'addProduct', product: { typeId: 'product', key: other!.key } },
    { action: 'addProduct', product: two },
  );
  matchWhole(t, selection, { version: 2, productCount: 2 });
  const path = `product-selections/${selection.id}/products?${byProduct}`;
  t.strictSame(await read(path), page([{ product: one, variantSelection: only('a', 'b') }, { product: two }]));
  selection = await selections.update(selection, { action: 'addProduct', product: two });
  t.equal(selection.version, 2, 'a product that is added again changes nothing');
  selection = await selections.update(
    selection,
    { action: 'setVariantSelection', product: one, variantSelection: except('c') },
    { action: 'setVariantSelection', product: two, variantSelection: except('c') },
    { action: 'setVariantSelection', product: two },
    { action: 'removeProduct', product: one },
    { action: 'removeProduct', product: one },
  );
  matchWhole(t, selection, { version: 3, productCount: 1 });
  t.strictSame(await read(path), page([{ product: two }]));
  matchWhole(t, await messagesOf(selection), [
    { type: 'ProductSelectionCreated', productSelection: { id: selection.id, productCount: 0 } },
    { type: 'ProductSelectionProductAdded', product: one, variantSelection: only('a', 'b') },
    { type: 'ProductSelectionProductAdded', product: two },
    {
      type: 'ProductSelectionVariantSelectionChanged',
      product: one,
      oldVariantSelection: only('a', 'b'),
      newVariantSelection: except('c'),
    },
    { type: 'ProductSelectionVariantSelectionChanged', product: two, newVariantSelection: except('c') },
    { type: 'ProductSelectionVariantSelectionChanged', product: two, oldVariantSelection: except('c') },
    { type: 'ProductSelectionProductRemoved', product: one },
  ]);
});

test('refuses a second assignment (product-selection.c110d, product-selection.fc0fc, error.d2eac, ERR075)', async t => {
  const product = referenceTo('product', await newProduct());
  const individual = await selections.update(await selections.create(draft()), {
    action: 'addProduct',
    product,
    variantSelection: only('a'),
  });
  const again = await selections.refuse(individual, { action: 'addProduct', product });
  assertError(t, again, 'ProductPresentWithDifferentVariantSelection', {
    product,
    existingVariantSelection: only('a'),
    message: 'Product is already present with the following different {"type":"includeOnly","skus":["a"]}.',
  });
  const exclusion = await selections.update(await selections.create(draft({ mode: 'IndividualExclusion' })), {
    action: 'excludeProduct',
    product,
  });
  const excluded = { action: 'excludeProduct', product, variantExclusion: { skus: ['a'] } };
  assertError(t, await selections.refuse(exclusion, excluded), 'ProductPresentWithDifferentVariantSelection', {
    product,
  });
});

/** Also shows product-selection.c452a, error.aecf5, error.a2ab4, product-selection.771a6 and ERR074. */
test('sets the variants of assigned products only (product-selection.5cf22, product-selection.5f9b2)', async t => {
  const product = referenceTo('product', await newProduct());
  const individual = await selections.create(draft());
  const exclusion = await selections.create(draft({ mode: 'IndividualExclusion' }));
  const set = { action: 'setVariantSelection', product, variantSelection: only('a') };
  assertError(t, await selections.refuse(individual, set), 'ProductAssignmentMissing', {
    product,
    message:
      'A Product Variant Selection can only be set for a Product that has previously ' +
      'been added to the Product Selection.',
  });
  const exclude = { action: 'setVariantExclusion', product, variantExclusion: { skus: ['a'] } };
  assertError(t, await selections.refuse(exclusion, exclude), 'ProductAssignmentMissing', {
    product,
    message:
      'A Variant Exclusion can only be set for a Product that has previously been added to the Product Selection ' +
      'of type Individual Exclusion.',
  });
  for (const [selection, action] of [
    [exclusion, 'addProduct'],
    [exclusion, 'setVariantSelection'],
    [individual, 'excludeProduct'],
    [individual, 'setVariantExclusion'],
  ] as const)
    assertError(t, await selections.refuse(selection, { action, product }), 'InvalidOperation', { actionIndex: 0 });
  const unknown = { action: 'addProduct', product: { typeId: 'product', id: newKey('no') } };
  assertError(t, await selections.refuse(individual, unknown), 'ReferencedResourceNotFound', unknown.product);
  const productSelection = { typeId: 'product-selection', id: 'some-id', key: 'some-key' };
  const body = { key: newKey('store'), productSelections: [{ productSelection }] };
  assertError(t, await http.send('POST', `${base}/stores`, { body }), 'InvalidJsonInput', {
    message: "'productSelections[0].productSelection' has both id and key; expected one of them.",
  });
  const empty = { action: 'addProduct', product, variantSelection: only() };
  assertError(t, await selections.refuse(individual, empty), 'InvalidField', {
    field: 'actions[0].variantSelection.skus',
    invalidValue: [],
  });
});

test('excludes products and variants (message.ProductSelectionProductExcluded, product-selection.bde1c)', async t => {
  const product = referenceTo('product', await newProduct());
  let selection = await selections.create(draft({ mode: 'IndividualExclusion' }));
  selection = await selections.update(
    selection,
    { action: 'excludeProduct', product, variantExclusion: { skus: ['a'] } },
    { action: 'setVariantExclusion', product, variantExclusion: { skus: ['b'] } },
  );
  t.equal(selection.productCount, 1);
  const results = [{ product, variantExclusion: { skus: ['b'] } }];
  t.strictSame(await read(`product-selections/key=${String(selection.key)}/products`), page(results));
  matchWhole(t, (await messagesOf(selection)).slice(1), [
    { type: 'ProductSelectionProductExcluded', product, variantExclusion: { skus: ['a'] } },
    {
      type: 'ProductSelectionVariantExclusionChanged',
      product,
      oldVariantExclusion: { skus: ['a'] },
      newVariantExclusion: { skus: ['b'] },
    },
  ]);
});

test('pages, filters, sorts and expands the products of selections (product-selection.38309)', async t => {
  const products = await newProducts(3);
  const references = products.map(product => referenceTo('product', product));
  const [first] = references;
  const added = await selections.update(
    await selections.create(draft()),
    ...references.map(product => ({ action: 'addProduct', product })),
  );
  const other = await selections.update(await selections.create(draft()), {
    action: 'addProduct',
    product: first,
    variantSelection: only('a'),
  });
  const path = `product-selections/${added.id}/products`;
  t.strictSame(await read(`${path}?${byProduct}&limit=1&offset=1&withTotal=true`), {
    ...page([{ product: references[1] }]),
    limit: 1,
    offset: 1,
    total: 3,
  });
  t.strictSame(
    await read(`${path}?where=${encodeURIComponent(`product(id="${first!.id}")`)}`),
    page([{ product: first }]),
  );
  const expanded = (await read(`${path}?${byProduct}&limit=1&expand=product`)) as {
    results: { product: { obj: Resource } }[];
  };
  t.equal(expanded.results[0]?.product.obj.key, products[0]!.key);

  const [mine, others] = [referenceTo('product-selection', added), referenceTo('product-selection', other)];
  const ofProduct = `products/${first!.id}/product-selections`;
  matchWhole(t, await read(`${ofProduct}?withTotal=true`), {
    total: 2,
    results: [
      { productSelection: mine, createdAt: added.lastModifiedAt, id: undefined },
      { productSelection: others, variantSelection: only('a'), product: undefined },
    ],
  });
  matchWhole(t, await read(`products/key=${String(products[1]!.key)}/product-selections?sort=createdAt%20desc`), {
    results: [{ productSelection: mine }],
  });
  t.equal((await http.send('GET', `${base}/products/${newKey('no')}/product-selections`)).status, 404);
  t.equal((await http.send('GET', `${base}/product-selections/${newKey('no')}/products`)).status, 404);
  const both = `productSelection(id in ("${added.id}", "${other.id}")) and product(id="${first!.id}")`;
  t.strictSame(
    await read(`product-selection-assignments?where=${encodeURIComponent(both)}`),
    page([
      { product: first, productSelection: mine },
      { product: first, productSelection: others, variantSelection: only('a') },
    ]),
  );
});

test('lists products of active selections (ByProjectKeyInStoreKeyByStoreKeyProductSelectionAssignments)', async t => {
  const product = referenceTo('product', await newProduct());
  const [active, inactive] = await Promise.all(
    [0, 1].map(async () => selections.update(await selections.create(draft()), { action: 'addProduct', product })),
  );
  const setting = (selection: Resource, isActive: boolean) => ({
    productSelection: referenceTo('product-selection', selection),
    active: isActive,
  });
  const stores = selections.resourcesAt('stores');
  let store = await stores.create({
    key: newKey('store'),
    productSelections: [setting(active!, true), setting(inactive!, false)],
  });
  const path = `in-store/key=${String(store.key)}/product-selection-assignments`;
  const listed = { product, productSelection: referenceTo('product-selection', active!) };
  t.strictSame(await read(path), page([listed]));
  store = await stores.update(
    store,
    { action: 'changeProductSelectionActive', ...setting(inactive!, true) },
    { action: 'changeProductSelectionActive', ...setting(active!, false) },
  );
  t.strictSame(await read(path), page([{ ...listed, productSelection: referenceTo('product-selection', inactive!) }]));
  await stores.update(store, { action: 'setProductSelections' });
  t.strictSame(await read(path), page([]));
  t.equal((await http.send('GET', `${base}/in-store/key=none/product-selection-assignments`)).status, 404);
});

test('deletes a selection with its assignments, unless a store has it (product-selections:DELETE)', async t => {
  const product = await newProduct();
  const reference = referenceTo('product', product);
  const selection = await selections.update(await selections.create(draft()), {
    action: 'addProduct',
    product: reference,
  });
  const stores = selections.resourcesAt('stores');
  const store = await stores.create({
    key: newKey('store'),
    productSelections: [{ productSelection: referenceTo('product-selection', selection), active: true }],
  });
  const products = selections.resourcesAt('products');
  assertError(t, await selections.remove(selection), 'ReferenceExists');
  assertError(t, await products.remove(product), 'ReferenceExists');
  await stores.update(store, { action: 'setProductSelections' });
  t.equal((await selections.remove(selection)).status, 200);
  t.strictSame(await read(`products/${product.id}/product-selections`), page([]));
  t.equal((await products.remove(product)).status, 200);
  matchWhole(t, (await messagesOf(selection)).at(-1), { type: 'ProductSelectionDeleted' });
});

test('deletes a selection with more products than one commit deletes', async t => {
  const productType = await createSample(project, 'product-type');
  const count = limits.assignmentsRemovedMax + 1;
  const keys = Array.from({ length: count }, () => newKey('product'));
  for (let at = 0; at < count; at += 50)
    await Promise.all(
      keys.slice(at, at + 50).map(key => createIn('products', productDraft({ id: productType.id }, { key }))),
    );
  const additions = keys.map(key => ({ action: 'addProduct', product: { typeId: 'product', key } }));
  let selection = await selections.create(draft());
  selection = await selections.update(selection, ...additions.slice(1));
  selection = await selections.update(selection, additions[0]!);
  t.equal(selection.productCount, count);
  const stores = selections.resourcesAt('stores');
  const productSelections = [{ productSelection: referenceTo('product-selection', selection), active: true }];
  const store = await stores.create({ key: newKey('store'), productSelections });
  assertError(t, await selections.remove(selection), 'ReferenceExists');
  t.strictSame(await selections.get(selection), selection, 'a refused deletion removes no product');
  await stores.update(store, { action: 'setProductSelections' });
  assertError(t, await selections.remove({ ...selection, version: 1 }), 'ConcurrentModification', {
    currentVersion: 3,
  });
  t.equal((await selections.remove(selection)).status, 200);
  t.equal((await http.send('GET', `${base}/product-selections/${selection.id}`)).status, 404);
  t.strictSame(await read(`products/key=${keys[0]!}/product-selections`), page([]));
});
