import { test } from '../../../support/tap.js';
import { attributeDraft, newKey, productTypeDraft, productDraft } from '../../../support/drafts.js';
import { assertSingleError, assertError } from '../../../support/refusal.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { attributesOf, localizedEnum, newAttributeName, plainEnum, valueKeysOf } from './attributeDefinitions.js';

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
  assertError(t, await types.remove(inner), 'ReferenceExists');
  for (const [draft, expected] of [
    [
      productTypeDraft([attributeDraft('xx', { name: 'enum' })]),
      { code: 'RequiredField', field: 'attributes.xx.type.values' },
    ],
    [
      productTypeDraft([attributeDraft('xx', { name: 'set', elementType: { name: 'reference' } })]),
      { code: 'RequiredField', field: 'attributes.xx.type.elementType.referenceTypeId' },
    ],
    [
      productTypeDraft([attributeDraft('xx'), attributeDraft('xx')]),
      { code: 'DuplicateField', field: 'attributes.name', duplicateValue: 'xx' },
    ],
    [
      productTypeDraft([attributeDraft('xx', { name: 'text' }, { level: 'Product', attributeConstraint: 'Unique' })]),
      { code: 'InvalidOperation' },
    ],
    [
      productTypeDraft([attributeDraft('xx', { name: 'enum', values: [{ key: 'a', label: { en: 'a' } }] })]),
      { code: 'InvalidField', field: 'attributes.xx.type.values' },
    ],
  ] as const)
    assertSingleError(t, await types.refuseCreation(draft), expected);
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
  t.same(valuesOf(attributesOf(ordered), 'name'), [second, renamed]);
  assertSingleError(
    t,
    await types.refuse(ordered, { action: 'changeAttributeOrderByName', attributeNames: [second] }),
    { code: 'InvalidInput' },
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

test('refuses to add a constraint and to remove CombinationUnique (product-type.9acf9)', async t => {
  const noConstraint = { code: 'InvalidField', field: 'actions[0].newValue', allowedValues: ['None'] };
  for (const [attributeConstraint, newValue, expected] of [
    ['CombinationUnique', 'None', { code: 'InvalidOperation' }],
    ['CombinationUnique', 'Unique', noConstraint],
    ['None', 'Unique', noConstraint],
    ['None', 'SameForAll', noConstraint],
  ] as const) {
    const name = newAttributeName();
    const type = productTypeDraft([attributeDraft(name, { name: 'text' }, { attributeConstraint })]);
    const change = { action: 'changeAttributeConstraint', attributeName: name, newValue };
    assertSingleError(t, await types.refuse(await types.create(type), change), expected);
  }
});

test('refuses duplicate enum keys (ERR046, product-type.899fc, product-type.8bb0c)', async t => {
  const name = newAttributeName();
  assertSingleError(
    t,
    await types.refuseCreation(productTypeDraft([attributeDraft(name, plainEnum('a', 'b', 'a', 'b', 'a'))])),
    { code: 'DuplicateEnumValues', duplicates: ['a', 'b'] },
  );
  const created = await types.create(productTypeDraft());
  assertSingleError(
    t,
    await types.refuse(created, {
      action: 'addAttributeDefinition',
      attribute: attributeDraft(name, { name: 'set', elementType: localizedEnum('x', 'x') }),
    }),
    { code: 'DuplicateEnumValues', duplicates: ['x'] },
  );
});

/**
 * Also shows product-type.5728a, product-type.41ef5, product-type.0ee63, error.43e90, error.b79f8 and error.7d808.
 */
for (const [kind, action, labelOf] of [
  ['enum', 'Plain', (text: string) => text],
  ['lenum', 'Localized', (text: string) => ({ en: text })],
] as const)
  test(`adds, relabels, reorders, renames and removes values of ${kind} (ERR047, ERR048, ERR050)`, async t => {
    const name = newAttributeName();
    const values = ['a', 'b'].map(key => ({ key, label: labelOf(key) }));
    const created = await types.create(
      productTypeDraft([
        attributeDraft(name, { name: 'set', elementType: { name: kind, values } }),
        attributeDraft(newAttributeName()),
      ]),
    );
    const add = (key: string) => ({
      action: `add${action}EnumValue`,
      attributeName: name,
      value: { key, label: labelOf(key) },
    });
    const relabel = (key: string) => ({
      action: `change${action}EnumValueLabel`,
      attributeName: name,
      newValue: { key, label: labelOf('new') },
    });
    const order = (...keys: string[]) => ({
      action: `change${action}EnumValueOrder`,
      attributeName: name,
      values: keys.map(key => ({ key, label: labelOf(key) })),
    });
    const rename = (key: string, next: string) => ({ action: 'changeEnumKey', attributeName: name, key, newKey: next });
    const exists = { code: 'EnumKeyAlreadyExists', conflictingEnumKey: 'b', conflictingAttributeName: name };
    const missing = { code: 'EnumKeyDoesNotExist', conflictingEnumKey: 'z', conflictingAttributeName: name };
    assertSingleError(t, await types.refuse(created, add('b')), exists);
    assertSingleError(t, await types.refuse(created, rename('a', 'b')), exists);
    assertSingleError(t, await types.refuse(created, rename('z', 'y')), missing);
    assertSingleError(t, await types.refuse(created, relabel('z')), missing);
    assertSingleError(
      t,
      await types.refuse(created, { action: 'removeEnumValues', attributeName: name, keys: ['a', 'z'] }),
      missing,
    );
    for (const wrong of [
      order('a'),
      order('a', 'b', 'c'),
      order('a', 'a'),
      { ...order('a', 'b'), values: [{ key: 'a', label: labelOf('other') }, values[1]] },
    ])
      assertSingleError(t, await types.refuse(created, wrong), { code: 'EnumValuesMustMatch' });
    assertSingleError(t, await types.refuse(created, { ...add('c'), attributeName: attributesOf(created)[1]!.name }), {
      code: 'InvalidOperation',
    });
    const changed = await types.update(
      created,
      add('c'),
      order('c', 'b', 'a'),
      rename('a', 'x'),
      { action: 'removeEnumValues', attributeName: name, keys: ['b'] },
      relabel('x'),
    );
    t.same((attributesOf(changed)[0] as unknown as { type: object }).type, {
      name: 'set',
      elementType: {
        name: kind,
        values: [
          { key: 'c', label: labelOf('c') },
          { key: 'x', label: labelOf('new') },
        ],
      },
    });
    t.equal((await types.update(changed, relabel('x'))).version, changed.version, 'an equal label is no change');
  });

test('refuses to remove a used value (ERR051, product-type.bf910, error.f1080, error.72282, error.04e17)', async t => {
  const [single, several, optional] = [newAttributeName(), newAttributeName(), newAttributeName()];
  const second = 'b "quoted" \\ \n';
  const productType = await types.create(
    productTypeDraft([
      attributeDraft(single, plainEnum('a', second, 'c'), { isRequired: true }),
      attributeDraft(several, { name: 'set', elementType: localizedEnum('a', second, 'c') }, { isRequired: true }),
      attributeDraft(optional, plainEnum('a')),
    ]),
  );
  const values = (first: string, ...others: string[]) => [
    { name: single, value: first },
    { name: several, value: others },
    { name: optional, value: 'a' },
  ];
  await types.createIn(
    'products',
    productDraft(
      { id: productType.id },
      {
        masterVariant: { sku: newKey('s'), attributes: values('a', 'a') },
        variants: [{ sku: newKey('s'), attributes: values(second, 'a', second) }],
      },
    ),
  );
  const removal = (attributeName: string, key: string) => ({ action: 'removeEnumValues', attributeName, keys: [key] });
  for (const attributeName of [single, several])
    for (const key of ['a', second])
      assertSingleError(
        t,
        await types.refuse(productType, removal(attributeName, 'c'), removal(attributeName, key)),
        { code: 'EnumValueIsUsed' },
        key,
      );
  const less = await types.update(productType, removal(single, 'c'), removal(several, 'c'), removal(optional, 'a'));
  t.same(valueKeysOf(less), ['a', second], 'unused values are removed');
  t.same(valueKeysOf(less, 2), [], 'an optional attribute may lose a used value');
});

/**
 * Also shows product-type.1bd33, product-type.8d025, product-type.ac9b0, product-type.3995e, product-type.205bc,
 * product-type.c6da0 and error.0bd98.
 */
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
  for (const action of [
    { action: 'addAttributeDefinition', attribute: attributeDraft(name, plainEnum('a')) },
    { action: 'changeAttributeName', attributeName: other, newAttributeName: name },
  ])
    assertSingleError(t, await types.refuse(first, action), conflict);
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

test('refuses a name with another type in another product type (ERR045, product-type.d4854, error.abc08)', async t => {
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

test('refuses an unknown attribute name (ERR049, product-type.3ef71, error.b81e3)', async t => {
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
