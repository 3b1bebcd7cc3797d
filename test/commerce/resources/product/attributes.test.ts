import { test } from '../../../support/tap.js';
import { attributeDraft, money, newKey, productTypeDraft } from '../../../support/drafts.js';
import { assertSingleError } from '../../../support/refusal.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { newAttributeName, stagedOf, startProducts } from './startProducts.js';

const { createIn, createType, plain, products } = await startProducts();

test('checks attributes against their definitions', async t => {
  const values = { values: [{ key: 'r', label: 'Red' }] };
  const kinds: [kind: object, good: unknown, stored: unknown, bad: unknown][] = [
    [{ name: 'boolean' }, true, true, 'true'],
    [{ name: 'text' }, 'x', 'x', 1],
    [{ name: 'ltext' }, { en: 'x' }, { en: 'x' }, 'x'],
    [{ name: 'number' }, 1.5, 1.5, '1'],
    [{ name: 'money' }, money(5), { ...money(5), type: 'centPrecision', fractionDigits: 2 }, 5],
    [{ name: 'date' }, '2024-02-29', '2024-02-29', '2023-02-29'],
    [{ name: 'time' }, '10:00:00.000', '10:00:00.000', '25:00'],
    [{ name: 'datetime' }, '2024-01-01T00:00:00+01:00', '2023-12-31T23:00:00.000Z', '2024-01-01'],
    [{ name: 'enum', ...values }, 'r', { key: 'r', label: 'Red' }, 'b'],
    [{ name: 'set', elementType: { name: 'enum', ...values } }, [{ key: 'r' }, 'r'], [{ key: 'r', label: 'Red' }], 'r'],
    [
      { name: 'lenum', values: [{ key: 'r', label: { en: 'Red' } }] },
      { key: 'r', label: 'other' },
      { key: 'r', label: { en: 'Red' } },
      {},
    ],
    [
      { name: 'reference', referenceTypeId: 'product-type' },
      { typeId: 'product-type', id: plain.id },
      { typeId: 'product-type', id: plain.id },
      { typeId: 'state', id: plain.id },
    ],
  ];
  const names = kinds.map(newAttributeName);
  const draftOf = await createType(...kinds.map(([type], at) => attributeDraft(names[at]!, type)));
  const created = await products.create(draftOf(kinds.map(([, value], at) => ({ name: names[at], value }))));
  t.same(
    stagedOf(created).masterVariant.attributes,
    kinds.map(([, , value], at) => ({ name: names[at], value })),
  );
  for (const [at, [{ name: kind }, good, , bad]] of (
    kinds as [{ name: string }, unknown, unknown, unknown][]
  ).entries()) {
    const field = `attributes.${names[at]}`;
    assertSingleError(
      t,
      await products.refuse(created, { action: 'setAttribute', variantId: 1, name: names[at], value: bad }),
      { code: 'InvalidField', field },
      kind,
    );
    t.equal(
      (await products.update(created, { action: 'setAttribute', variantId: 1, name: names[at], value: good })).version,
      created.version,
      'a repeated update changes nothing',
    );
  }
  assertSingleError(
    t,
    await products.refuse(created, { action: 'setAttribute', variantId: 1, name: 'none', value: 1 }),
    { code: 'AttributeNameDoesNotExist', invalidAttributeName: 'none' },
  );
  assertSingleError(t, await products.refuse(created, { action: 'setProductAttribute', name: names[0], value: true }), {
    code: 'InvalidOperation',
  });
  const without = await products.update(created, { action: 'setAttribute', variantId: 1, name: names[0] });
  t.equal(stagedOf(without).masterVariant.attributes.length, kinds.length - 1);
});

test('sets required attributes, product attributes and attributes of all variants (product-type.1183b)', async t => {
  const [required, whole, same] = [newAttributeName(), newAttributeName(), newAttributeName()];
  const draftOf = await createType(
    attributeDraft(required, { name: 'text' }, { isRequired: true }),
    attributeDraft(whole, { name: 'text' }, { level: 'Product' }),
    attributeDraft(same, { name: 'text' }, { attributeConstraint: 'SameForAll' }),
  );
  assertSingleError(t, await products.refuseCreation(draftOf([])), {
    code: 'RequiredField',
    field: `attributes.${required}`,
  });
  const attributes = [
    { name: required, value: 'x' },
    { name: same, value: 's' },
  ];
  const created = await products.create({
    ...draftOf(attributes, attributes),
    attributes: [{ name: whole, value: 'w' }],
  });
  t.same(stagedOf(created).attributes, [{ name: whole, value: 'w' }]);
  assertSingleError(t, await products.refuse(created, { action: 'setAttribute', variantId: 1, name: required }), {
    code: 'RequiredField',
    field: `attributes.${required}`,
  });
  assertSingleError(t, await products.refuse(created, { action: 'addVariant', sku: newKey('s') }), {
    code: 'RequiredField',
    field: `attributes.${required}`,
  });
  assertSingleError(
    t,
    await products.refuse(created, { action: 'setAttribute', variantId: 1, name: same, value: 'other' }),
    { code: 'InvalidField', field: `attributes.${same}` },
  );
  // The error has the value of the first variant, since the second has none; the client compares it with the
  // description.
  assertSingleError(t, await products.refuse(created, { action: 'setAttribute', variantId: 2, name: same }), {
    code: 'InvalidField',
    field: `attributes.${same}`,
  });
  const changed = await products.update(
    created,
    { action: 'setAttributeInAllVariants', name: same, value: 'other' },
    { action: 'setProductAttribute', name: whole },
  );
  matchWhole(t, stagedOf(changed), {
    attributes: [],
    masterVariant: { attributes: [{}, { name: same, value: 'other' }] },
    variants: [{ attributes: [{}, { name: same, value: 'other' }] }],
  });
});

test('checks nested attributes against their product types', async t => {
  const [color, related, dimensions, parts] = [
    newAttributeName(),
    newAttributeName(),
    newAttributeName(),
    newAttributeName(),
  ];
  const inner = await createIn(
    'product-types',
    productTypeDraft([
      attributeDraft(color, { name: 'enum', values: [{ key: 'r', label: 'Red' }] }, { isRequired: true }),
      attributeDraft(related, { name: 'reference', referenceTypeId: 'product-type' }),
    ]),
  );
  const nested = (id: string) => ({ name: 'nested', typeReference: { typeId: 'product-type', id } });
  const middle = await createIn(
    'product-types',
    productTypeDraft([attributeDraft(parts, { name: 'set', elementType: nested(inner.id) })]),
  );
  const draftOf = await createType(attributeDraft(dimensions, nested(middle.id)));
  const value = (...part: object[]) => ({ name: dimensions, value: [{ name: parts, value: [part] }] });
  const red = { name: color, value: 'r' };
  const created = await products.create(
    draftOf([value(red, { name: related, value: { typeId: 'product-type', id: plain.id } })]),
  );
  t.same(stagedOf(created).masterVariant.attributes, [
    value(
      { name: color, value: { key: 'r', label: 'Red' } },
      { name: related, value: { typeId: 'product-type', id: plain.id } },
    ),
  ]);
  const set = (attribute: object) => ({ action: 'setAttribute', variantId: 1, ...attribute });
  for (const [action, expected] of [
    [set(value({ name: color, value: 'b' })), { code: 'InvalidField', field: `attributes.${color}` }],
    [set(value()), { code: 'RequiredField', field: `attributes.${color}` }],
    [set(value(red, { name: 'none', value: 1 })), { code: 'AttributeNameDoesNotExist', invalidAttributeName: 'none' }],
    [
      set(value(red, { name: related, value: { typeId: 'product-type', id: created.id } })),
      { code: 'ReferencedResourceNotFound', typeId: 'product-type', id: created.id },
    ],
    [set({ name: dimensions, value: 'x' }), { code: 'InvalidField', field: `attributes.${dimensions}` }],
  ] as const)
    assertSingleError(t, await products.refuse(created, action), expected);
  matchWhole(t, stagedOf(await products.update(created, set(value(red)))).masterVariant.attributes, [
    value({ name: color, value: { key: 'r' } }),
  ]);
});

test('refuses the same value of a unique attribute in two variants (ERR042, error.efbae)', async t => {
  const name = newAttributeName();
  const draftOf = await createType(
    attributeDraft(name, { name: 'set', elementType: { name: 'text' } }, { attributeConstraint: 'Unique' }),
  );
  const value = (...texts: string[]) => [{ name, value: texts }];
  const refusal = { code: 'DuplicateAttributeValue', attribute: { name, value: ['a'] } };
  assertSingleError(t, await products.refuseCreation(draftOf(value('a'), value('a'))), refusal);
  const created = await products.create(draftOf(value('a'), value('b'), []));
  for (const action of [
    { action: 'setAttribute', variantId: 3, name, value: ['a'] },
    { action: 'addVariant', sku: newKey('s'), attributes: value('a') },
    { action: 'setAttributeInAllVariants', name, value: ['a'] },
  ])
    assertSingleError(t, await products.refuse(created, action), refusal);
});

test('refuses the same combination of attributes in two variants (ERR043, error.4c7c7)', async t => {
  const [size, color] = [newAttributeName(), newAttributeName()];
  const combined = { attributeConstraint: 'CombinationUnique' };
  const draftOf = await createType(
    attributeDraft(size, { name: 'number' }, combined),
    attributeDraft(color, { name: 'text' }, combined),
    attributeDraft(newAttributeName()),
  );
  const values = (first: number, second: string) => [
    { name: size, value: first },
    { name: color, value: second },
  ];
  const refusal = { code: 'DuplicateAttributeValues', attributes: values(1, 'red') };
  assertSingleError(t, await products.refuseCreation(draftOf(values(1, 'red'), values(1, 'red'))), refusal);
  const created = await products.create(draftOf(values(1, 'red'), values(1, 'blue'), values(2, 'red'), [], []));
  assertSingleError(
    t,
    await products.refuse(created, { action: 'setAttribute', variantId: 2, name: color, value: 'red' }),
    refusal,
  );
});
