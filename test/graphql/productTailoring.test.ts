/** Tailorings of products over GraphQL. */
import { createSample } from '../support/createSample.js';
import { newKey, referenceTo } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { startGraphql } from '../support/graphql.js';
import { test } from '../support/tap.js';

const project = await startGraphql();
const { ask, data, createIn } = project;

test('creates, finds, updates, deletes a tailoring (Query.productTailoring, InStore.productTailoring)', async t => {
  const [product, store] = [await createSample(project, 'product'), await createSample(project, 'store')];
  const [storeKey, productKey] = [String(store.key), String(product.key)];
  const { createProductTailoring: made } = await data(
    `mutation ($draft: ProductTailoringDraft!, $storeKey: KeyReferenceInput) {
      createProductTailoring(draft: $draft, storeKey: $storeKey) {
        id version published storeRef { key } productRef { id }
      }
    }`,
    {
      storeKey,
      draft: {
        product: { typeId: 'product', key: productKey },
        name: [{ locale: 'en', value: 'Own' }],
        publish: true,
        variants: [{ id: 1, images: [{ url: 'a', dimensions: { width: 1, height: 1 } }] }],
      },
    },
  );
  matchWhole(t, made, { version: 1, published: true, storeRef: { key: storeKey }, productRef: { id: product.id } });
  const { id } = made as { id: string };
  const shown = {
    id,
    store: { key: storeKey },
    product: { key: productKey },
    current: { name: 'Own', variants: [{ id: 1, images: [{ url: 'a' }], assets: null, attributesRaw: [] }] },
    staged: { nameAllLocales: [{ locale: 'en', value: 'Own' }], attributesRaw: [] },
  };
  const fields = `{ id store { key } product { key }
    current { name(locale: "en") variants { id images { url } assets { id } attributesRaw { name } } }
    staged { nameAllLocales { locale value } attributesRaw { name } } }`;
  const found = await data(
    `query ($id: String, $productKey: String, $storeKey: KeyReferenceInput!) {
      byId: productTailoring(id: $id) ${fields}
      byProduct: productTailoring(productKey: $productKey, storeKey: $storeKey) ${fields}
      productTailoringList(where: "product(id=\\"${product.id}\\")") { total results ${fields} }
      inStore(key: $storeKey) {
        productTailoring(productId: "${product.id}") ${fields}
        productTailoringList { count results ${fields} }
      }
      none: productTailoring(productId: "none", storeKey: $storeKey) { id }
    }`,
    { id, productKey, storeKey },
  );
  t.strictSame(found, {
    byId: shown,
    byProduct: shown,
    productTailoringList: { total: 1, results: [shown] },
    inStore: { productTailoring: shown, productTailoringList: { count: 1, results: [shown] } },
    none: null,
  });
  const without = await ask('{ productTailoring(productKey: "a") { id } }');
  matchWhole(
    t,
    without.errors?.map(({ message }) => message),
    ['productKey names a tailoring of a store only together with storeKey.'],
  );
  const type = await createIn('types', { key: newKey('t'), name: { en: 'T' }, resourceTypeIds: ['asset'] });
  const { updateProductTailoring: updated } = await data(
    `mutation ($productKey: String, $storeKey: KeyReferenceInput, $actions: [ProductTailoringUpdateAction!]!) {
      updateProductTailoring(productKey: $productKey, storeKey: $storeKey, version: 1, actions: $actions) {
        version hasStagedChanges staged { name(locale: "de") variants { assets { key custom { typeRef { id } } } } }
      }
    }`,
    {
      productKey,
      storeKey,
      actions: [
        { setName: { name: [{ locale: 'de', value: 'Eigen' }] } },
        { addAsset: { variantId: 1, asset: { key: 'aa', name: [{ locale: 'de', value: 'Bild' }], sources: [] } } },
        { setAssetCustomType: { variantId: 1, assetKey: 'aa', type: referenceTo('type', type) } },
      ],
    },
  );
  matchWhole(t, updated, {
    version: 2,
    hasStagedChanges: true,
    staged: { name: 'Eigen', variants: [{ assets: [{ key: 'aa', custom: { typeRef: { id: type.id } } }] }] },
  });
  const level = await ask(
    `mutation ($actions: [ProductTailoringUpdateAction!]!) {
      updateProductTailoring(id: "${id}", version: 2, actions: $actions) { version }
    }`,
    { actions: [{ setProductAttribute: { name: 'none', value: '1' } }] },
  );
  matchWhole(
    t,
    level.errors?.map(each => (each as { extensions?: { code?: string } }).extensions?.code),
    ['AttributeNameDoesNotExist'],
  );
  const { deleteProductTailoring: removed } = await data(
    `mutation ($id: String) { deleteProductTailoring(productId: $id, storeKey: "${storeKey}", version: 2) { id } }`,
    { id: product.id },
  );
  t.strictSame(removed, { id });
});
