/** Tailorings of products: drafts, texts, attributes, and the paths of stores. */
import { newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { errorOf } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { asset, assertRefused, image, startTailorings } from './startTailorings.js';

const { tailorings, draft, newProduct, newStore, product, skus } = await startTailorings();
const { base, http, messagesOf, projectKey, quayside, credentials, resourcesAt, updateMessagesOf } = tailorings;

test('a draft is staged, or published at once (product-tailoring.d1bc7)', async t => {
  const given = {
    name: { en: 'Own' },
    slug: { en: newKey('slug') },
    metaTitle: { en: 'T' },
    attributes: [{ name: 'note', value: { en: 'n' } }],
    variants: [
      { sku: skus[1], images: [image('a')], attributes: [{ name: 'colour', value: 'red' }] },
      { id: 1, assets: [asset('manual')] },
    ],
  };
  const stored = {
    ...given,
    variants: [
      { id: 2, images: [image('a')], attributes: [{ name: 'colour', value: { key: 'red', label: { en: 'Red' } } }] },
      { id: 1, assets: [asset('manual')], attributes: [] },
    ],
  };
  const staged = await tailorings.create(await draft(given));
  matchWhole(t, staged, { published: false, hasStagedChanges: true, staged: stored });
  t.strictSame(staged.current, { variants: [], attributes: [] });
  const published = await tailorings.create(await draft({ ...given, key: newKey('t'), publish: true }));
  matchWhole(t, published, { published: true, hasStagedChanges: false, staged: stored, current: stored });
  const productKey = product.key;
  matchWhole(t, await messagesOf(published), [
    {
      type: 'ProductTailoringCreated',
      key: published.key,
      productKey,
      published: true,
      ...stored,
      store: published.store,
    },
    { type: 'ProductTailoringPublished', productKey, product: published.product },
  ]);
});

test('refuses an update of another version (cart.0be87)', async t => {
  const tailoring = await tailorings.create(await draft());
  const changed = await tailorings.update(tailoring, { action: 'setName', name: { en: 'New' } });
  const stale = await tailorings.refuse({ ...changed, version: 1 }, { action: 'setName', name: { en: 'Newer' } });
  assertRefused(t, stale, 'ConcurrentModification', { currentVersion: 2 });
});

test('publishes and withdraws, with messages', async t => {
  let tailoring = await tailorings.create(await draft({ name: { en: 'Own' } }));
  tailoring = await tailorings.update(tailoring, { action: 'publish' });
  matchWhole(t, tailoring, { published: true, hasStagedChanges: false, current: { name: { en: 'Own' } } });
  const { version } = tailoring;
  t.equal((await tailorings.update(tailoring, { action: 'publish' })).version, version);
  tailoring = await tailorings.update(
    tailoring,
    { action: 'setName', name: { en: 'Other' } },
    { action: 'setDescription', description: { en: 'D' }, staged: false },
    { action: 'setMetaAttributes', metaTitle: { en: 'T' }, metaKeywords: { en: 'K' } },
    { action: 'setMetaTitle', metaTitle: {} },
    { action: 'setMetaDescription', metaDescription: { en: 'M' } },
    { action: 'setMetaKeywords' },
    { action: 'setSlug', slug: { en: 'own-slug' } },
    { action: 'setKey', key: newKey('t') },
  );
  matchWhole(t, tailoring, { hasStagedChanges: true, published: true });
  const description = { en: 'D' };
  t.strictSame(tailoring.current, { name: { en: 'Own' }, description, variants: [], attributes: [] });
  t.strictSame(tailoring.staged, {
    name: { en: 'Other' },
    description,
    metaDescription: { en: 'M' },
    slug: { en: 'own-slug' },
    variants: [],
    attributes: [],
  });
  tailoring = await tailorings.update(tailoring, { action: 'unpublish' }, { action: 'setName' });
  t.equal(tailoring.published, false);
  const about = { productKey: product.key, store: tailoring.store, product: tailoring.product };
  matchWhole(t, await updateMessagesOf(tailoring), [
    { type: 'ProductTailoringPublished', ...about },
    { type: 'ProductTailoringNameSet', ...about, name: { en: 'Other' }, oldName: { en: 'Own' } },
    { type: 'ProductTailoringDescriptionSet', ...about, description },
    { type: 'ProductTailoringSlugSet', ...about, slug: { en: 'own-slug' } },
    { type: 'ProductTailoringUnpublished', ...about },
    { type: 'ProductTailoringNameSet', ...about, oldName: { en: 'Other' } },
  ]);
  t.equal((await tailorings.remove(tailoring)).status, 200);
  matchWhole(t, (await messagesOf(tailoring)).at(-1), { type: 'ProductTailoringDeleted', ...about });
});

test('changes attributes (product-tailoring.ee815, product-tailoring.eb57d, product-tailoring.dea9d)', async t => {
  let tailoring = await tailorings.create(await draft());
  const size = (value: unknown) => [{ name: 'size', value }];
  tailoring = await tailorings.update(
    tailoring,
    { action: 'setAttributeInAllVariants', name: 'size', value: 3 },
    { action: 'setAttribute', sku: skus[1], name: 'size', value: 4 },
    { action: 'setProductAttribute', name: 'note', value: { en: 'n' } },
  );
  matchWhole(t, tailoring.staged, {
    variants: [
      { id: 1, attributes: size(3) },
      { id: 2, attributes: size(4) },
    ],
    attributes: [{ name: 'note', value: { en: 'n' } }],
  });
  tailoring = await tailorings.update(
    tailoring,
    { action: 'setAttribute', variantId: 2, name: 'size' },
    { action: 'setAttribute', variantId: 2, name: 'fit' },
    { action: 'setProductAttribute', name: 'note' },
  );
  matchWhole(t, tailoring.staged, { variants: [{ attributes: size(3) }, { attributes: [] }], attributes: [] });
  const anywhere = { action: 'setAttribute', name: 'size', value: 3 };
  assertRefused(t, await tailorings.refuse(tailoring, anywhere), 'RequiredField', { field: 'variantId' });
  const set = (name: string, value: unknown) => ({ action: 'setAttribute', variantId: 1, name, value });
  for (const [action, code, more] of [
    [set('none', 1), 'AttributeNameDoesNotExist', { invalidAttributeName: 'none' }],
    [set('size', 'x'), 'InvalidField', { field: 'attributes.size' }],
    [set('colour', 'blue'), 'InvalidField', { field: 'attributes.colour' }],
    [set('note', { en: 'x' }), 'InvalidOperation', {}],
    [set('parts', []), 'InvalidOperation', { message: "The attribute 'parts' is nested and cannot be tailored." }],
  ] as const)
    assertRefused(t, await tailorings.refuse(tailoring, action), code, more);
});

test('stages attributes (product-tailoring.956f0, product-tailoring.0f27e, product-tailoring.46fe5)', async t => {
  let tailoring = await tailorings.create(await draft({ publish: true }));
  const [size, note] = [
    { name: 'size', value: 4 },
    { name: 'note', value: { en: 'n' } },
  ];
  const both = { variants: [{ id: 2, attributes: [size] }], attributes: [note] };
  tailoring = await tailorings.update(
    tailoring,
    { action: 'setAttribute', variantId: 2, ...size, staged: true },
    { action: 'setProductAttribute', ...note, staged: true },
  );
  matchWhole(t, tailoring, { hasStagedChanges: true, current: { variants: [], attributes: [] }, staged: both });
  tailoring = await tailorings.create(await draft({ publish: true }));
  tailoring = await tailorings.update(
    tailoring,
    { action: 'setAttribute', sku: skus[1], ...size, staged: false },
    { action: 'setProductAttribute', ...note, staged: false },
  );
  matchWhole(t, tailoring, { hasStagedChanges: false, current: both, staged: both });
});

/**
 * Also shows product-tailoring.1d38b, product-tailoring.3357f, product-tailoring.188a2, product-tailoring.7ee63,
 * product-tailoring.f4019, product-tailoring.9e3be and message.3cb92.
 */
test('a published tailoring merges attributes into product and variants (product-tailoring.71e81)', async t => {
  const [mine, store] = [await newProduct(), await newStore()];
  const path = `${base}/in-store/key=${String(store.key)}`;
  const fit = (value: string) => ({ name: 'fit', value });
  const [size, note] = [
    { name: 'size', value: 4 },
    { name: 'note', value: { en: 'n' } },
  ];
  const made = await http.send('POST', `${path}/product-tailoring`, {
    body: {
      product: { typeId: 'product', key: mine.key },
      publish: true,
      attributes: [note],
      variants: [{ id: 1, attributes: [fit('slim'), size] }],
    },
  });
  const tailoring = made.json as Resource;
  matchWhole(t, tailoring, { published: true, hasStagedChanges: false, current: { attributes: [note] } });
  const shown = async () => {
    const { json } = await http.send('GET', `${path}/product-projections/${mine.id}`);
    const { attributes, masterVariant, variants } = json as Resource & Record<string, { attributes: object[] }>;
    const [second] = variants as unknown as { attributes: object[] }[];
    return [attributes, masterVariant!.attributes, second!.attributes];
  };
  const { masterVariant, variants } = (mine.masterData as { current: Record<string, unknown> }).current;
  const [first, second] = [masterVariant, (variants as unknown[])[0]].map(each => (each as { sku: string }).sku);
  t.same(await shown(), [[note], [fit('slim'), size], [fit(second!)]]);
  matchWhole(t, (await messagesOf(tailoring))[0], { type: 'ProductTailoringCreated', attributes: [note] });
  await tailorings.update(tailoring, { action: 'unpublish' });
  t.same(await shown(), [[], [fit(first!)], [fit(second!)]]);
});

test('a store tailors a product once; drafts are checked whole', async t => {
  const given = await draft({ key: newKey('t') });
  const first = await tailorings.create(given);
  assertRefused(t, await tailorings.refuseCreation({ ...given, key: newKey('t') }), 'DuplicateField', {
    field: 'product',
    duplicateValue: product.id,
  });
  t.equal((await tailorings.remove(first)).status, 200);
  await tailorings.create(given);
  assertRefused(t, await tailorings.refuseCreation({ product: given.product }), 'RequiredField', { field: 'store' });
  assertRefused(t, await tailorings.refuseCreation({ store: given.store }), 'RequiredField', { field: 'product' });
  const missing = { typeId: 'product', key: 'none' };
  assertRefused(
    t,
    await tailorings.refuseCreation(await draft({ product: missing })),
    'ReferencedResourceNotFound',
    missing,
  );
  assertRefused(t, await tailorings.refuseCreation(await draft({ slug: { en: 'a b' } })), 'InvalidField', {
    field: 'slug.en',
  });
  const { errors } = await tailorings.refuseCreation(
    await draft({ variants: [{ id: 9 }, { id: 1 }, { sku: skus[0] }, {}], attributes: [{ name: 'none', value: 1 }] }),
  );
  t.strictSame(valuesOf(errors, 'code').sort(), [
    'AttributeNameDoesNotExist',
    'InvalidOperation',
    'InvalidOperation',
    'RequiredField',
  ]);
});

test("a store's paths lead to its tailorings by product (product-tailoring.e2d84)", async t => {
  const [mine, store, other] = [await newProduct(), await newStore(), await newStore()];
  const inStore = `${base}/in-store/key=${String(store.key)}`;
  const made = await http.send('POST', `${inStore}/product-tailoring`, {
    body: { product: { typeId: 'product', key: mine.key }, name: { en: 'Own' } },
  });
  t.equal(made.status, 201, made.text);
  const tailoring = made.json as Resource;
  t.strictSame(tailoring.store, { typeId: 'store', key: store.key });
  const paths = [`products/${mine.id}/product-tailoring`, `products/key=${String(mine.key)}/product-tailoring`];
  for (const path of [...paths, `product-tailoring/${tailoring.id}`]) {
    t.equal((await http.send('GET', `${inStore}/${path}`)).text, made.text, path);
    t.equal((await http.send('GET', `${base}/in-store/key=${String(other.key)}/${path}`)).status, 404, path);
  }
  t.equal((await http.send('GET', `${base}/${paths[0]!}`)).status, 404, 'outside stores');
  const page = await http.send('GET', `${inStore}/product-tailoring`);
  matchWhole(t, page.json, { count: 1, total: 1, results: [{ id: tailoring.id }] });
  const bare = await http.send('GET', `${inStore}/product-tailoring?withTotal=false`);
  t.notOk(Object.hasOwn(bare.json as object, 'total'));
  const rename = (version: number) => ({ version, actions: [{ action: 'setName', name: { en: `v${version}` } }] });
  for (const [at, path] of paths.entries()) {
    const updated = await http.send('POST', `${inStore}/${path}?expand=product`, { body: rename(at + 1) });
    matchWhole(t, updated.json, { version: at + 2, product: { obj: { id: mine.id } } });
    t.equal((await http.send('POST', `${inStore}/${path}`, { body: rename(at + 1) })).status, 409);
  }
  const wrong = await http.send('POST', `${inStore}/products/none/product-tailoring`, { body: rename(1) });
  assertRefused(t, errorOf(wrong), 'ResourceNotFound');
  const removed = await http.send('DELETE', `${inStore}/${paths[1]!}?version=3`);
  matchWhole(t, removed.json, { version: 3, name: undefined, staged: { name: { en: 'v2' } } });
  t.equal((await http.send('GET', `${inStore}/${paths[0]!}`)).status, 404);
});

test('a token of a store tailors its products alone', async t => {
  const [store, other] = [await newStore(), await newStore()];
  const scope = `manage_products:${projectKey}:${String(store.key)}`;
  const client = quayside.http.as(await quayside.token(credentials, scope));
  const body = { product: referenceTo('product', product) };
  const path = (key: unknown) => `${base}/in-store/key=${String(key)}/product-tailoring`;
  const made = await client.send('POST', path(store.key), { body });
  t.equal(made.status, 201, made.text);
  t.equal((await client.send('GET', path(store.key))).status, 200);
  t.equal((await client.send('POST', path(other.key), { body })).status, 403);
  t.equal((await client.send('GET', `${base}/product-tailoring`)).status, 403);
});

test('a tailored product and its store cannot be deleted', async t => {
  const [mine, store] = [await newProduct(), await newStore()];
  const tailoring = await tailorings.create({
    product: referenceTo('product', mine),
    store: referenceTo('store', store),
  });
  const unpublished = await resourcesAt('products').update(mine as never, { action: 'unpublish' });
  assertRefused(t, errorOf(await resourcesAt('products').remove(unpublished)), 'ReferenceExists');
  assertRefused(t, errorOf(await resourcesAt('stores').remove(store as never)), 'ReferenceExists');
  t.equal((await tailorings.remove(tailoring)).status, 200);
  t.equal((await resourcesAt('products').remove(unpublished)).status, 200);
  t.equal((await resourcesAt('stores').remove(store as never)).status, 200);
});
