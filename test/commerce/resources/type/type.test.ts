import { assertSingleError, assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { fieldDefinition, newKey } from '../../../support/drafts.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';

const { create, update, refuse, refuseCreation } = await startResourceApi('types');

const values = [
  { key: 'a', label: 'A' },
  { key: 'b', label: 'B' },
];
const localized = values.map(({ key, label }) => ({ key, label: { en: label } }));
const draft = (fieldDefinitions: object[] = [], more: object = {}) => ({
  key: newKey('type'),
  name: { en: 'Type' },
  resourceTypeIds: ['order', 'order'],
  fieldDefinitions,
  ...more,
});
const definitions = (type: Record<string, unknown>) =>
  type.fieldDefinitions as {
    name: string;
    label: object;
    inputHint?: string;
    type: { values?: object[]; elementType?: { values: object[] } };
  }[];

test('creates a type with all kinds of fields', async t => {
  const fields = [
    ...['Boolean', 'Number', 'String', 'LocalizedString', 'Money', 'Date', 'Time', 'DateTime'].map(name =>
      fieldDefinition(name, { name }),
    ),
    fieldDefinition('Enum', { name: 'Enum', values }),
    fieldDefinition('LocalizedEnum', { name: 'LocalizedEnum', values: localized }),
    fieldDefinition('Reference', { name: 'Reference', referenceTypeId: 'channel' }),
    fieldDefinition('Set', { name: 'Set', elementType: { name: 'Enum', values } }, true),
  ];
  const type = await create(draft(fields, { description: { de: 'Text' } }));
  t.same(type.fieldDefinitions, fields);
  t.same(type.resourceTypeIds, ['order']);
  t.same((await create({ key: newKey('type'), name: { en: 'T' }, resourceTypeIds: [] })).fieldDefinitions, []);
});

test('refuses incomplete field definitions and the same name twice (type.37523)', async t => {
  for (const [wrong, entry] of [
    [fieldDefinition('f1', { name: 'Enum' }), { code: 'RequiredField', field: 'fieldDefinitions.f1.type.values' }],
    [
      fieldDefinition('f1', { name: 'Enum', values: localized }),
      { code: 'InvalidField', field: 'fieldDefinitions.f1.type.values' },
    ],
    [
      fieldDefinition('f1', { name: 'Enum', values: [...values, ...values] }),
      { code: 'DuplicateEnumValues', duplicates: ['a', 'b'] },
    ],
    [
      fieldDefinition('f1', { name: 'Reference' }),
      { code: 'RequiredField', field: 'fieldDefinitions.f1.type.referenceTypeId' },
    ],
    [fieldDefinition('f1', { name: 'Set' }), { code: 'RequiredField', field: 'fieldDefinitions.f1.type.elementType' }],
    [fieldDefinition('f1', { name: 'Colour' }), { code: 'InvalidField', field: 'fieldDefinitions[0].type.name' }],
    [fieldDefinition('__proto__', { name: 'String' }), { code: 'InvalidField', field: 'fieldDefinitions[0].name' }],
    [fieldDefinition('x', { name: 'String' }), { code: 'InvalidField', field: 'fieldDefinitions[0].name' }],
  ] as const)
    assertSingleError(t, await refuseCreation(draft([wrong])), entry);
  assertError(
    t,
    await refuseCreation(
      draft([fieldDefinition('twice', { name: 'String' }), fieldDefinition('twice', { name: 'Number' })]),
    ),
    'DuplicateField',
    { field: 'fieldDefinitions.name', duplicateValue: 'twice' },
  );
  matchWhole(t, await refuseCreation({ key: newKey('type') }), {
    errors: [
      { code: 'RequiredField', field: 'name' },
      { code: 'RequiredField', field: 'resourceTypeIds' },
    ],
  });
});

test('applies the update actions of a type', async t => {
  const key = newKey('renamed');
  let type = await create(
    draft([
      fieldDefinition('text', { name: 'String' }),
      fieldDefinition('pick', { name: 'Enum', values }),
      fieldDefinition('picks', { name: 'Set', elementType: { name: 'LocalizedEnum', values: localized } }),
    ]),
  );
  type = await update(
    type,
    { action: 'changeKey', key },
    { action: 'changeName', name: { en: 'New' } },
    { action: 'setDescription', description: { en: 'About' } },
  );
  matchWhole(t, type, { key, name: { en: 'New' }, description: { en: 'About' } });
  type = await update(
    type,
    { action: 'addFieldDefinition', fieldDefinition: fieldDefinition('more', { name: 'Number' }) },
    { action: 'removeFieldDefinition', fieldName: 'text' },
    { action: 'changeFieldDefinitionOrder', fieldNames: ['more', 'picks', 'pick'] },
  );
  t.same(valuesOf(definitions(type), 'name'), ['more', 'picks', 'pick']);
  type = await update(
    type,
    { action: 'changeLabel', fieldName: 'more', label: { en: 'More' } },
    { action: 'changeInputHint', fieldName: 'more', inputHint: 'MultiLine' },
  );
  matchWhole(t, definitions(type)[0], { label: { en: 'More' }, inputHint: 'MultiLine' });
  type = await update(
    type,
    { action: 'addEnumValue', fieldName: 'pick', value: { key: 'c', label: 'C' } },
    { action: 'changeEnumValueLabel', fieldName: 'pick', value: { key: 'a', label: 'Aa' } },
    { action: 'changeEnumValueOrder', fieldName: 'pick', keys: ['c', 'b', 'a'] },
    { action: 'addLocalizedEnumValue', fieldName: 'picks', value: { key: 'c', label: { en: 'C' } } },
    { action: 'changeLocalizedEnumValueLabel', fieldName: 'picks', value: { key: 'b', label: { en: 'Bb' } } },
    { action: 'changeLocalizedEnumValueOrder', fieldName: 'picks', keys: ['b', 'a', 'c'] },
  );
  t.same(definitions(type)[2]!.type.values, [
    { key: 'c', label: 'C' },
    { key: 'b', label: 'B' },
    { key: 'a', label: 'Aa' },
  ]);
  t.same(definitions(type)[1]!.type.elementType!.values, [
    { key: 'b', label: { en: 'Bb' } },
    { key: 'a', label: { en: 'A' } },
    { key: 'c', label: { en: 'C' } },
  ]);
  const remove = [
    { action: 'removeEnumValues', fieldName: 'pick', keys: ['b', 'c'] },
    { action: 'removeLocalizedEnumValues', fieldName: 'picks', keys: ['a'] },
  ];
  type = await update(type, ...remove, { action: 'removeEnumValues', fieldName: 'pick', keys: [] });
  t.same(definitions(type)[2]!.type.values, [{ key: 'a', label: 'Aa' }]);
  t.same(definitions(type)[1]!.type.elementType!.values, [
    { key: 'b', label: { en: 'Bb' } },
    { key: 'c', label: { en: 'C' } },
  ]);
});

test('refuses invalid update actions of a type (type.37523, type.80ffa, type.df406, type.f4682)', async t => {
  const type = await create(
    draft([
      fieldDefinition('pick', { name: 'Enum', values }),
      fieldDefinition('text', { name: 'String' }),
      fieldDefinition('choice', { name: 'LocalizedEnum', values: localized }),
    ]),
  );
  for (const [action, entry] of [
    [
      { action: 'removeFieldDefinition', fieldName: 'nothing' },
      { code: 'InvalidOperation', message: /no field 'nothing'; known: pick, text, choice/ },
    ],
    [
      { action: 'addFieldDefinition', fieldDefinition: fieldDefinition('pick', { name: 'String' }) },
      { code: 'DuplicateField', field: 'fieldDefinitions.name', duplicateValue: 'pick' },
    ],
    [
      { action: 'addEnumValue', fieldName: 'text', value: values[0] },
      { code: 'InvalidOperation', message: /has the type String; expected Enum/ },
    ],
    [
      { action: 'addEnumValue', fieldName: 'pick', value: values[0] },
      { code: 'EnumKeyAlreadyExists', conflictingEnumKey: 'a', conflictingAttributeName: 'pick' },
    ],
    [
      { action: 'changeEnumValueLabel', fieldName: 'pick', value: { key: 'z', label: 'Z' } },
      { code: 'EnumKeyDoesNotExist', conflictingEnumKey: 'z', conflictingAttributeName: 'pick' },
    ],
    [
      { action: 'removeEnumValues', fieldName: 'pick', keys: ['a', 'z'] },
      { code: 'EnumKeyDoesNotExist', conflictingEnumKey: 'z', conflictingAttributeName: 'pick' },
    ],
    [
      { action: 'removeLocalizedEnumValues', fieldName: 'pick', keys: ['a'] },
      { code: 'InvalidOperation', message: /has the type Enum; expected LocalizedEnum/ },
    ],
    ...[['a'], ['a', 'b', 'b'], ['a', 'c'], []].flatMap(
      keys =>
        [
          [{ action: 'changeEnumValueOrder', fieldName: 'pick', keys }, { code: 'EnumValuesMustMatch' }],
          [{ action: 'changeLocalizedEnumValueOrder', fieldName: 'choice', keys }, { code: 'EnumValuesMustMatch' }],
        ] as const,
    ),
    [
      { action: 'changeFieldDefinitionOrder', fieldNames: ['pick', 'pick', 'choice'] },
      { code: 'InvalidInput', message: /every field once: pick, text, choice/ },
    ],
  ] as const)
    matchWhole(t, await refuse(type, action), { statusCode: 400, errors: [{ ...entry, actionIndex: 0 }] });
  const empty = await create(draft());
  assertError(t, await refuse(empty, { action: 'changeFieldDefinitionOrder', fieldNames: ['pick'] }), 'InvalidInput', {
    message: 'fieldNames must hold every field once: the Type has none.',
    actionIndex: 0,
  });
});

test('a name has one type in all Types for the same resources (type.19581)', async t => {
  const { create: make, update: change, refuse: decline, refuseCreation: refuseNew } = await startResourceApi('types');
  const list = (name: string, elements: object[] = values) => ({
    name: 'Set',
    elementType: { name, values: elements },
  });
  const channels = (...fields: object[]) => draft(fields, { resourceTypeIds: ['channel', 'store'] });
  const first = await make(
    channels(
      fieldDefinition('text', { name: 'String' }),
      fieldDefinition('link', { name: 'Reference', referenceTypeId: 'state' }),
      fieldDefinition('picks', list('Enum')),
    ),
  );
  const empty = await make(draft([], { resourceTypeIds: ['store', 'order'] }));
  for (const [name, type] of [
    ['text', { name: 'Number' }],
    ['link', { name: 'Reference', referenceTypeId: 'zone' }],
    ['picks', list('LocalizedEnum', localized)],
    ['picks', { name: 'Enum', values }],
  ] as const) {
    const conflict = {
      field: `fieldDefinitions.${name}.type`,
      invalidValue: /^\w+/,
      message: new RegExp(`as the Type '${first.key as string}' has the field for .+, too`),
    };
    const field = fieldDefinition(name, type);
    assertError(t, await refuseNew(channels(field)), 'InvalidField', conflict);
    const add = { action: 'addFieldDefinition', fieldDefinition: field };
    assertError(t, await decline(empty, add), 'InvalidField', conflict);
    t.ok(await make(draft([field], { resourceTypeIds: [newKey('other')] })), 'another resource');
    const remove = { action: 'removeFieldDefinition', fieldName: name };
    t.equal((await decline(await make(channels()), add, remove, add)).errors[0]?.code, 'InvalidField');
  }
  const same = await make(
    channels(fieldDefinition('text', { name: 'String' }, true), fieldDefinition('picks', list('Enum', [values[0]!]))),
  );
  await change(same, { action: 'changeLabel', fieldName: 'text', label: { en: 'Text' } });
});
