/** Product selections and their products over GraphQL. */
import { createSample } from '../support/createSample.js';
import { newKey, referenceTo } from '../support/drafts.js';
import { createGraphqlClient, startGraphql } from '../support/graphql.js';
import { test } from '../support/tap.js';

const project = await startGraphql();
const { ask, data, createIn, quayside, credentials, projectKey } = project;
const product = await createSample(project, 'product');

const update = (id: string, version: number, actions: object) =>
  data(
    `mutation ($id: String, $version: Long!, $actions: [ProductSelectionUpdateAction!]!) {
      updateProductSelection(id: $id, version: $version, actions: $actions) { version productCount }
    }`,
    { id, version, actions },
  );

const create = async (members: object) =>
  (
    await data(
      'mutation ($draft: CreateProductSelectionDraft!) { createProductSelection(draft: $draft) { id key mode } }',
      {
        draft: { key: newKey('selection'), name: [{ locale: 'en', value: 'Summer' }], ...members },
      },
    )
  ).createProductSelection;

const variants = 'variantSelection { type skus } variantExclusion { skus }';

test('pages assignments from both sides (ProductSelection.productRefs, Product.productSelectionRefs)', async t => {
  const individual = await create({});
  const exclusion = await create({ mode: 'IndividualExclusion' });
  const key = String(product.key);
  t.strictSame(
    await update(individual.id, 1, [
      { addProduct: { product: { typeId: 'product', key }, variantSelection: { includeOnly: ['a'] } } },
    ]),
    { updateProductSelection: { version: 2, productCount: 1 } },
  );
  await update(exclusion.id, 1, [
    { excludeProduct: { product: { typeId: 'product', key } } },
    { setVariantExclusion: { product: { typeId: 'product', key }, variantExclusion: { skus: ['b'] } } },
  ]);
  const chosen = { variantSelection: { type: 'includeOnly', skus: ['a'] }, variantExclusion: null };
  const excluded = { variantSelection: null, variantExclusion: { skus: ['b'] } };
  const productRef = referenceTo('product', product);
  t.strictSame(
    await data(
      `query ($id: String) { productSelection(id: $id) {
        productRefs(limit: 5) {
          offset count total exists results { productRef { typeId id } product { key } ${variants} }
        }
      } }`,
      { id: individual.id },
    ),
    {
      productSelection: {
        productRefs: {
          offset: 0,
          count: 1,
          total: 1,
          exists: true,
          results: [{ productRef, product: { key }, ...chosen }],
        },
      },
    },
  );
  t.strictSame(
    await data(
      `query ($id: String) { product(id: $id) {
        productSelectionRefs(sort: "createdAt") {
          total results { productSelection { key } productSelectionRef { typeId } ${variants} }
        }
      } }`,
      { id: product.id },
    ),
    {
      product: {
        productSelectionRefs: {
          total: 2,
          results: [
            {
              productSelection: { key: individual.key },
              productSelectionRef: { typeId: 'product-selection' },
              ...chosen,
            },
            {
              productSelection: { key: exclusion.key },
              productSelectionRef: { typeId: 'product-selection' },
              ...excluded,
            },
          ],
        },
      },
    },
  );
  const setting = { productSelection: referenceTo('product-selection', individual), active: true };
  const store = await createIn('stores', { key: newKey('store'), productSelections: [setting] });
  t.strictSame(
    await data(
      `query ($key: KeyReferenceInput!) {
        productSelectionAssignments { total }
        inStore(key: $key) {
          productSelectionAssignments { total results { product { key } productSelection { key } ${variants} } }
        }
      }`,
      { key: store.key },
    ),
    {
      productSelectionAssignments: { total: 2 },
      inStore: {
        productSelectionAssignments: {
          total: 1,
          results: [{ product: { key }, productSelection: { key: individual.key }, ...chosen }],
        },
      },
    },
  );
});

test('refuses a variant selection of two kinds, and assignments without the scope of selections', async t => {
  const { id } = await create({});
  const both = { includeOnly: ['a'], includeAllExcept: ['b'] };
  const refused = await ask(
    `mutation ($id: String, $actions: [ProductSelectionUpdateAction!]!) {
      updateProductSelection(id: $id, version: 1, actions: $actions) { version }
    }`,
    { id, actions: [{ addProduct: { product: { typeId: 'product', id: product.id }, variantSelection: both } }] },
  );
  t.strictSame(
    refused.errors?.map(({ message, extensions: { code } }) => [code, message]),
    [['InvalidInput', 'A variant selection takes one of includeOnly and includeAllExcept.']],
  );
  const token = await quayside.token(credentials, `view_products:${projectKey}`);
  const limited = createGraphqlClient(quayside, credentials, token);
  const { errors } = await limited('{ productSelectionAssignments { total } }');
  t.strictSame(
    errors?.map(({ extensions: { code } }) => code),
    ['insufficient_scope'],
  );
});
