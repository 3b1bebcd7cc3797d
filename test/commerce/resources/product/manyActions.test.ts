/** Rules that read all variants run once for an update, however many actions it has. */
import { test } from '../../../support/tap.js';
import type { BeforeCommitInput } from '../../../../src/engine/define/BeforeCommit.js';
import { beforeCommit } from '../../../../src/commerce/resources/product/beforeCommit.js';
import { changeData } from '../../../../src/commerce/resources/product/masterData.js';
import type { Product, ProductData, ProductVariant } from '../../../../src/commerce/resources/product/members.js';
import { money, newKey, productDraft, productTypeDraft } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { assertBadRequest, assertSingleError, literally } from '../../../support/refusal.js';
import { dataOf, newAttributeName, stagedOf, startProducts } from './startProducts.js';

const { createIn, createType, plainDraft, products } = await startProducts();

/** Creates a product whose variants count how often the rules among variants read their prices. */
const countingProduct = (variantCount: number): { readonly counted: Product; readonly reads: () => number } => {
  let reads = 0;
  const variant = (id: number): ProductVariant => ({
    id,
    sku: `sku-${id}`,
    get prices() {
      reads++;
      return [];
    },
    attributes: [],
    images: [],
    assets: [],
  });
  const data = (): ProductData => ({
    name: { en: 'n' },
    slug: { en: 's' },
    categories: [],
    searchKeywords: {},
    attributes: [],
    masterVariant: variant(1),
    variants: Array.from({ length: variantCount - 1 }, (_, at) => variant(at + 2)),
  });
  const masterData = { published: false, current: data(), staged: data(), hasStagedChanges: false };
  return { counted: { masterData } as unknown as Product, reads: () => reads };
};

test('checks the rules among variants once for all actions of an update', async t => {
  const { counted, reads } = countingProduct(50);
  let after = counted;
  for (let at = 0; at < 20; at++)
    after = { ...after, ...changeData(after, true, data => ({ ...data, name: { en: `name ${at}` } })) };
  t.equal(reads(), 0, 'no action reads the variants');
  const input = { before: counted, after, changes: after, requestedEffects: {}, isFirstRun: true };
  const result = await beforeCommit({} as never, input as unknown as BeforeCommitInput<Product>);
  t.equal(reads(), 50, 'the commit reads each variant once');
  t.equal(result.set?.masterData?.hasStagedChanges, true);
});

test('applies many actions to every variant of a large product', async t => {
  const name = newAttributeName();
  const type = await createIn(
    'product-types',
    productTypeDraft([{ name, label: { en: 'a' }, type: { name: 'text' }, isRequired: false }]),
  );
  const variants = Array.from({ length: 990 }, () => ({ sku: newKey('sku') }));
  const draft = productDraft({ id: type.id }, { masterVariant: { sku: newKey('sku') }, variants });
  const created = await products.create(draft);
  const actionCount = 25;
  const updated = await products.update(
    created,
    ...Array.from({ length: actionCount }, (_, at) => ({
      action: 'setAttributeInAllVariants',
      name,
      value: `value ${at}`,
    })),
  );
  const { current, staged, hasStagedChanges } = dataOf(updated);
  const last = [{ name, value: `value ${actionCount - 1}` }];
  t.equal(updated.version, created.version + 1);
  t.equal(hasStagedChanges, true);
  t.same(
    valuesOf([staged.masterVariant, ...staged.variants], 'attributes'),
    Array.from({ length: 991 }, () => last),
  );
  t.same(
    [current.masterVariant, ...current.variants].filter(({ attributes }) => attributes.length > 0),
    [],
  );
});

test('refuses an update whose messages would be longer than 24 MiB together (ERR021)', async t => {
  const languages = 'abcdefghij'.split('').map(letter => `${letter}a`);
  const description = Object.fromEntries(languages.map(language => [language, 'x'.repeat(60_000)]));
  const created = await products.create(plainDraft({ description }));
  const changes = Array.from({ length: 60 }, (_, at) => [
    { action: 'changeName', name: { en: `name ${at}` }, staged: true },
    { action: 'publish' },
  ]).flat();
  assertBadRequest(t, await products.refuse(created, ...changes), 'InvalidInput', {
    message: literally(
      'The messages about the change would be longer than 25165824 bytes. Ask for fewer changes in one request.',
    ),
  });
  const updated = await products.update(created, ...changes.slice(0, 4));
  t.equal(updated.version, created.version + 1);
});

test('exchanges the SKUs of two variants in one update', async t => {
  const [one, other] = [newKey('sku'), newKey('sku')];
  const created = await products.create(plainDraft({ masterVariant: { sku: one }, variants: [{ sku: other }] }));
  const updated = await products.update(
    created,
    { action: 'setSku', variantId: 1, sku: other },
    { action: 'setSku', variantId: 2, sku: one },
  );
  matchWhole(t, stagedOf(updated), { masterVariant: { sku: other }, variants: [{ sku: one }] });
});

test('refuses what all actions together leave wrong (ERR040 to ERR042), and changes nothing', async t => {
  const name = newAttributeName();
  const draftOf = await createType({
    name,
    label: { en: 'a' },
    type: { name: 'text' },
    isRequired: false,
    attributeConstraint: 'Unique',
  });
  const created = await products.create(draftOf([{ name, value: 'x' }], [{ name, value: 'y' }]));
  const set = (value: string) => ({ action: 'setAttributeInAllVariants', name, value });
  assertSingleError(t, await products.refuse(created, { action: 'changeName', name: { en: 'n' } }, set('z')), {
    code: 'DuplicateAttributeValue',
    attribute: { name, value: 'z' },
  });
  const sku = newKey('sku');
  const both = [1, 2].map(variantId => ({ action: 'setSku', variantId, sku }));
  assertSingleError(t, await products.refuse(created, ...both), {
    code: 'DuplicateField',
    field: 'sku',
    duplicateValue: sku,
  });
  const price = { value: money(100) };
  const added = [1, 2].map(() => ({ action: 'addPrice', variantId: 1, price }));
  const { errors } = await products.refuse(created, ...added);
  t.match(errors, [{ code: 'DuplicatePriceScope', actionIndex: 1, conflictingPrices: { length: 2 } }]);
  t.equal(errors.length, 1);
});

test('tells staged changes after all actions of an update', async t => {
  const created = await products.create(plainDraft({}));
  const name = { action: 'changeName', name: { en: newKey('name') } };
  const reverted = await products.update(created, name, { action: 'revertStagedChanges' });
  t.equal(dataOf(reverted).hasStagedChanges, false);
  const published = await products.update(reverted, { action: 'publish' }, name, { action: 'publish' }, name);
  t.equal(dataOf(published).hasStagedChanges, false);
  const other = { ...name, name: { en: newKey('name') } };
  const changed = await products.update(published, other, { action: 'unpublish' });
  t.equal(dataOf(changed).hasStagedChanges, true);
  const prepared = await products.update(changed, { ...name, staged: false }, other);
  t.equal(dataOf(prepared).hasStagedChanges, true);
  t.equal(dataOf(await products.update(prepared, { ...other, staged: false })).hasStagedChanges, false);
});

test('refuses more variants than a product may have', async t => {
  const created = await products.create(
    plainDraft({ masterVariant: {}, variants: Array.from({ length: 1_000 }, () => ({ sku: newKey('sku') })) }),
  );
  assertBadRequest(
    t,
    await products.refuse(created, { action: 'addVariant', sku: newKey('sku') }),
    'InvalidOperation',
    { message: /^A product has at most 1000 variants besides its master variant; it would have 1001\.$/ },
  );
});
