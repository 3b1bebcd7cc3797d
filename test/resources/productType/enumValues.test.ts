import { test } from '../../support/tap.js';
import { attributeDraft, newKey, productDraft, productTypeDraft } from '../../support/drafts.js';
import { assertSingleError } from '../../support/refusal.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { attributesOf, localizedEnum, newAttributeName, plainEnum, valueKeysOf } from './attributeDefinitions.js';

const types = await startResourceApi('product-types');

test('refuses duplicate enum keys (ERR046)', async t => {
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
    const rename = (key: string, next: string) => ({
      action: 'changeEnumKey',
      attributeName: name,
      key,
      newKey: next,
    });
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
  });

test('refuses to remove an enum value of a required attribute that a product uses (ERR051)', async t => {
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
