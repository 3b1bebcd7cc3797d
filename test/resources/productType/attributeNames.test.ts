import { test } from '../../support/tap.js';
import { attributeDraft, productTypeDraft } from '../../support/drafts.js';
import { assertSingleError } from '../../support/refusal.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { attributesOf, newAttributeName, plainEnum } from './attributeDefinitions.js';

const types = await startResourceApi('product-types');

test('refuses a name that the type already has or another type defines differently (ERR044)', async t => {
  const [name, other] = [newAttributeName(), newAttributeName()];
  const first = await types.create(
    productTypeDraft([attributeDraft(name, plainEnum('a')), attributeDraft(other)], { name: 'First' }),
  );
  const conflict = {
    code: 'AttributeDefinitionAlreadyExists',
    conflictingProductTypeId: first.id,
    conflictingProductTypeName: 'First',
    conflictingAttributeName: name,
  };
  assertSingleError(
    t,
    await types.refuse(first, { action: 'addAttributeDefinition', attribute: attributeDraft(name, plainEnum('a')) }),
    conflict,
  );
  assertSingleError(
    t,
    await types.refuse(first, { action: 'changeAttributeName', attributeName: other, newAttributeName: name }),
    conflict,
  );
  const required = attributeDraft(name, plainEnum('a'), { isRequired: true });
  assertSingleError(t, await types.refuseCreation(productTypeDraft([required])), conflict);
  const second = await types.create(productTypeDraft([attributeDraft(name, plainEnum('b'))]));
  t.equal((await types.remove(second)).status, 200, 'product types may give an enum different values');
  assertSingleError(
    t,
    await types.refuse(await types.create(productTypeDraft()), {
      action: 'addAttributeDefinition',
      attribute: required,
    }),
    { ...conflict },
  );
  const third = await types.create(productTypeDraft([attributeDraft(newAttributeName(), { name: 'number' })]));
  assertSingleError(
    t,
    await types.refuse(third, {
      action: 'changeAttributeName',
      attributeName: attributesOf(third)[0]!.name,
      newAttributeName: other,
    }),
    { ...conflict, code: 'AttributeDefinitionTypeConflict', conflictingAttributeName: other },
  );
});

test('refuses a name that has another type in another product type (ERR045)', async t => {
  const name = newAttributeName();
  const first = await types.create(
    productTypeDraft([attributeDraft(name, { name: 'set', elementType: { name: 'text' } })], { name: 'First' }),
  );
  const conflict = {
    code: 'AttributeDefinitionTypeConflict',
    conflictingProductTypeId: first.id,
    conflictingProductTypeName: 'First',
    conflictingAttributeName: name,
  };
  assertSingleError(
    t,
    await types.refuseCreation(productTypeDraft([attributeDraft(name, { name: 'text' })])),
    conflict,
  );
  const second = await types.create(productTypeDraft());
  assertSingleError(
    t,
    await types.refuse(second, {
      action: 'addAttributeDefinition',
      attribute: attributeDraft(name, { name: 'set', elementType: { name: 'number' } }),
    }),
    conflict,
  );
});

test('refuses an unknown attribute name (ERR049)', async t => {
  const created = await types.create(productTypeDraft());
  const missing = { code: 'AttributeNameDoesNotExist', invalidAttributeName: 'none' };
  for (const action of [
    { action: 'removeAttributeDefinition', name: 'none' },
    { action: 'changeLabel', attributeName: 'none', label: { en: 'L' } },
    { action: 'changeAttributeName', attributeName: 'none', newAttributeName: 'other' },
    { action: 'changeAttributeOrderByName', attributeNames: ['none'] },
    { action: 'addPlainEnumValue', attributeName: 'none', value: { key: 'a', label: 'a' } },
    { action: 'removeEnumValues', attributeName: 'none', keys: [] },
  ])
    assertSingleError(t, await types.refuse(created, action), missing, action.action);
});
