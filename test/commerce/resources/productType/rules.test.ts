/** Rules that the documentation of product types states. */
import { test } from '../../../support/tap.js';
import { definitionsFollowed } from '../../../support/definitionsFollowed.js';
import { attributeDraft, newKey, productDraft, productTypeDraft } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { attributesOf, newAttributeName } from './attributeDefinitions.js';

const types = await startResourceApi('product-types');

test('limits constraints of attributes (product-type.c07ed, product-type.dcd67, product-type.9acf9)', async t => {
  for (const attributeConstraint of ['Unique', 'CombinationUnique', 'SameForAll']) {
    const ofProduct = attributeDraft(newAttributeName(), { name: 'text' }, { level: 'Product', attributeConstraint });
    assertError(t, await types.refuseCreation(productTypeDraft([ofProduct])), 'InvalidOperation');
    const add = { action: 'addAttributeDefinition', attribute: ofProduct };
    assertError(t, await types.refuse(await types.create(productTypeDraft()), add), 'InvalidOperation', {
      actionIndex: 0,
    });
    const name = newAttributeName();
    const created = await types.create(
      productTypeDraft([attributeDraft(name, { name: 'text' }, { attributeConstraint })]),
    );
    const remove = { action: 'changeAttributeConstraint', attributeName: name, newValue: 'None' };
    if (attributeConstraint === 'CombinationUnique')
      assertError(t, await types.refuse(created, remove), 'InvalidOperation', { actionIndex: 0 });
    else matchWhole(t, (await types.update(created, remove)).attributes, [{ attributeConstraint: 'None' }]);
  }
});

test('names all attributes in their new order, and no others (product-type.44588)', async t => {
  const [first, second] = [newAttributeName(), newAttributeName()];
  const created = await types.create(productTypeDraft([attributeDraft(first), attributeDraft(second)]));
  const order = (...attributeNames: string[]) => ({ action: 'changeAttributeOrderByName', attributeNames });
  for (const names of [[first], [first, first], [first, second, first], []])
    assertError(t, await types.refuse(created, order(...names)), 'InvalidInput', {
      message: `attributeNames must hold every attribute once: ${first}, ${second}.`,
      actionIndex: 0,
    });
  t.same(valuesOf(attributesOf(await types.update(created, order(second, first))), 'name'), [second, first]);
});

test('a definition is removed although variants then have the same values (product-type.9b1b6)', async t => {
  const [one, two] = [newAttributeName(), newAttributeName()];
  const combined = { attributeConstraint: 'CombinationUnique' };
  const type = await types.create(
    productTypeDraft([one, two].map(name => attributeDraft(name, { name: 'text' }, combined))),
  );
  const variant = (value: string) => ({
    sku: newKey('sku'),
    attributes: [
      { name: one, value: 'same' },
      { name: two, value },
    ],
  });
  const product = productDraft({ id: type.id }, { masterVariant: variant('a'), variants: [variant('b')] });
  const variants = [
    { ...variant('c'), sku: undefined },
    { ...variant('d'), sku: undefined },
  ];
  const created = await types.createIn('products', { ...product, variants });
  const left = await types.update(type, { action: 'removeAttributeDefinition', name: two });
  matchWhole(t, left.attributes, [{ name: one }]);
  await definitionsFollowed(types.quayside, types.projectKey);
  const { get, update, refuse } = types.resourcesAt('products');
  const rename = { action: 'changeName', name: { en: 'Other' }, staged: false };
  const renamed = await update(await get(created), rename);
  matchWhole(t, renamed, { masterData: { current: { name: { en: 'Other' }, variants: [{ id: 2 }, { id: 3 }] } } });
  const more = { action: 'addVariant', attributes: [{ name: one, value: 'same' }] };
  const codes = ['DuplicateVariantValues', 'DuplicateAttributeValues'];
  t.same(valuesOf((await refuse(renamed, more)).errors, 'code'), codes);
});

test('refuses a set of sets, other than documented, so nothing is nested in steps (product-type.9b654)', async t => {
  const type = { name: 'set', elementType: { name: 'set', elementType: { name: 'text' } } };
  const refused = await types.refuseCreation(productTypeDraft([attributeDraft('xx', type as never)]));
  t.same(
    refused.errors.map(({ code, field }) => [code, field]),
    ['elementType', 'name'].map(member => ['InvalidField', `attributes[0].type.elementType.${member}`]),
  );
});

test('limits texts of searchable attributes (product-type.96dda, product-type.09801, product-type.f58d9)', async t => {
  const [name, hidden] = [newAttributeName(), newAttributeName()];
  const text = { name: 'text' };
  const type = await types.create(
    productTypeDraft([
      attributeDraft(name, { name: 'set', elementType: { name: 'ltext' } }),
      attributeDraft(hidden, text, { isSearchable: false }),
    ]),
  );
  const ofLength = (length: number) => [{ name, value: [{ en: 'short' }, { de: 'x'.repeat(length) }] }];
  const draft = (attributes: { name: string; value: unknown }[]) =>
    productDraft({ id: type.id }, { masterVariant: { attributes } });
  const products = types.resourcesAt('products');
  const product = await products.create(draft([...ofLength(10_922), { name: hidden, value: 'x'.repeat(10_923) }]));
  const field = { field: `attributes.${name}`, invalidValue: /^x+…?$/ };
  assertError(t, await products.refuseCreation(draft(ofLength(10_923))), 'InvalidField', field);
  const [attribute] = ofLength(10_923);
  const set = { action: 'setAttribute', variantId: 1, ...attribute };
  assertError(t, await products.refuse(product, set), 'InvalidField', { ...field, actionIndex: 0 });
  const enabled = { action: 'changeIsSearchable', attributeName: hidden, isSearchable: true };
  matchWhole(t, attributesOf(await types.update(type, enabled)).slice(1), [{ name: hidden, isSearchable: true }]);
});
