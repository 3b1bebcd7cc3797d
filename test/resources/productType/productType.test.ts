import { test } from '../../support/tap.js';
import { attributeDraft, newKey, productTypeDraft } from '../../support/drafts.js';
import { assertSingleError } from '../../support/refusal.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { matchWhole } from '../../support/matchWhole.js';
import { attributesOf, localizedEnum, newAttributeName } from './attributeDefinitions.js';

const types = await startResourceApi('product-types');

test('creates a product type with all attribute types and default values', async t => {
  const [plain, nested] = [newAttributeName(), newAttributeName()];
  const inner = await types.create(productTypeDraft());
  const created = await types.create(
    productTypeDraft([
      attributeDraft(
        plain,
        { name: 'set', elementType: localizedEnum('a') },
        { isRequired: true, attributeConstraint: 'SameForAll', inputTip: { en: 'tip' } },
      ),
      attributeDraft(nested, { name: 'nested', typeReference: { typeId: 'product-type', id: inner.id }, values: [] }),
    ]),
  );
  matchWhole(t, created, { version: 1, name: 'Jackets', description: 'Against rain' });
  t.same(attributesOf(created), [
    {
      type: { name: 'set', elementType: localizedEnum('a') },
      name: plain,
      label: { en: plain },
      isRequired: true,
      level: 'Variant',
      attributeConstraint: 'SameForAll',
      inputTip: { en: 'tip' },
      inputHint: 'SingleLine',
      isSearchable: true,
    },
    {
      type: { name: 'nested', typeReference: { typeId: 'product-type', id: inner.id } },
      name: nested,
      label: { en: nested },
      isRequired: false,
      level: 'Variant',
      attributeConstraint: 'None',
      inputHint: 'SingleLine',
      isSearchable: true,
    },
  ]);
  matchWhole(t, (await types.remove(inner)).json, { errors: [{ code: 'ReferenceExists' }] });
  assertSingleError(t, await types.refuseCreation(productTypeDraft([attributeDraft('xx', { name: 'enum' })])), {
    code: 'RequiredField',
    field: 'attributes.xx.type.values',
  });
  assertSingleError(
    t,
    await types.refuseCreation(
      productTypeDraft([attributeDraft('xx', { name: 'set', elementType: { name: 'reference' } })]),
    ),
    { code: 'RequiredField', field: 'attributes.xx.type.elementType.referenceTypeId' },
  );
  assertSingleError(t, await types.refuseCreation(productTypeDraft([attributeDraft('xx'), attributeDraft('xx')])), {
    code: 'DuplicateField',
    field: 'attributes.name',
    duplicateValue: 'xx',
  });
  assertSingleError(
    t,
    await types.refuseCreation(
      productTypeDraft([attributeDraft('xx', { name: 'text' }, { level: 'Product', attributeConstraint: 'Unique' })]),
    ),
    { code: 'InvalidOperation' },
  );
  assertSingleError(
    t,
    await types.refuseCreation(
      productTypeDraft([attributeDraft('xx', { name: 'enum', values: [{ key: 'a', label: { en: 'a' } }] })]),
    ),
    { code: 'InvalidField', field: 'attributes.xx.type.values' },
  );
});

test('changes the texts of a product type and the members of definitions', async t => {
  const name = newAttributeName();
  const created = await types.create(
    productTypeDraft([attributeDraft(name, { name: 'text' }, { attributeConstraint: 'SameForAll' })]),
  );
  const [renamed, key] = [newAttributeName(), newKey('type')];
  const updated = await types.update(
    created,
    { action: 'setKey', key },
    { action: 'changeName', name: 'N' },
    { action: 'changeDescription', description: '' },
    { action: 'changeLabel', attributeName: name, label: { en: 'L' } },
    { action: 'setInputTip', attributeName: name, inputTip: { en: 'T' } },
    { action: 'changeInputHint', attributeName: name, newValue: 'MultiLine' },
    { action: 'changeIsSearchable', attributeName: name, isSearchable: false },
    { action: 'changeAttributeConstraint', attributeName: name, newValue: 'None' },
    { action: 'changeAttributeName', attributeName: name, newAttributeName: renamed },
  );
  matchWhole(t, updated, {
    key,
    name: 'N',
    description: '',
    attributes: [
      {
        name: renamed,
        label: { en: 'L' },
        inputTip: { en: 'T' },
        inputHint: 'MultiLine',
        isSearchable: false,
        attributeConstraint: 'None',
      },
    ],
  });
  const second = newAttributeName();
  const ordered = await types.update(
    updated,
    { action: 'addAttributeDefinition', attribute: attributeDraft(second) },
    { action: 'changeAttributeOrderByName', attributeNames: [second, renamed] },
  );
  t.same(
    attributesOf(ordered).map(each => each.name),
    [second, renamed],
  );
  assertSingleError(
    t,
    await types.refuse(ordered, { action: 'changeAttributeOrderByName', attributeNames: [second] }),
    {
      code: 'InvalidInput',
    },
  );
  t.equal(
    (await types.update(ordered, { action: 'changeLabel', attributeName: renamed, label: { en: 'L' } })).version,
    ordered.version,
    'a repeated update changes nothing',
  );
  const less = await types.update(
    ordered,
    { action: 'setInputTip', attributeName: renamed },
    { action: 'removeAttributeDefinition', name: second },
  );
  t.equal(attributesOf(less).length, 1);
  t.notOk('inputTip' in attributesOf(less)[0]!);
});

test('refuses to add a constraint and to remove CombinationUnique', async t => {
  const name = newAttributeName();
  const created = await types.create(
    productTypeDraft([attributeDraft(name, { name: 'text' }, { attributeConstraint: 'CombinationUnique' })]),
  );
  assertSingleError(
    t,
    await types.refuse(created, { action: 'changeAttributeConstraint', attributeName: name, newValue: 'None' }),
    { code: 'InvalidOperation' },
  );
  assertSingleError(
    t,
    await types.refuse(created, { action: 'changeAttributeConstraint', attributeName: name, newValue: 'Unique' }),
    { code: 'InvalidField', field: 'actions[0].newValue', allowedValues: ['None'] },
  );
});
