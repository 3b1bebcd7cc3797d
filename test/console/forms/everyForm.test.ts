/** The forms of all drafts and update actions, with every part, and with empty parts. */
import { test } from '../../support/tap.js';
import { describeApi } from '../../../src/http/openapi/describeApi.js';
import { isLong } from '../../support/rounds.js';
import { attributeDraft, fieldDefinition } from '../../support/drafts.js';
import { type JsonSchema, loadForms } from './renderForms.js';
import { fill, type Filling, resolve } from './sampleData.js';

const values = [{ key: 'red', label: 'Red' }];
const simple = ['boolean', 'number', 'money', 'date', 'time'];
const attributeTypes = [
  ...[...simple, 'text', 'ltext', 'datetime'].map(name => ({ name })),
  { name: 'enum', values },
  { name: 'lenum', values: [{ key: 'red', label: { en: 'Red' } }] },
  { name: 'reference', referenceTypeId: 'product' },
  // The product type contains itself.
  { name: 'nested', typeReference: { typeId: 'product-type', id: 'shoes' } },
];
const fieldTypes = [
  ...[...simple, 'string', 'localizedString', 'dateTime'].map(name => ({ name })),
  { name: 'enum', values },
  { name: 'localizedEnum', values },
  { name: 'reference', referenceTypeId: 'product' },
].map(type => ({ ...type, name: type.name.replace(/^./, first => first.toUpperCase()) }));

const attributesOf = (level: string) =>
  attributeTypes.flatMap(type => [
    attributeDraft(`${level}-${type.name}`, type, { level }),
    attributeDraft(`${level}-set-${type.name}`, { name: 'set', elementType: type }, { level }),
  ]);
const fields = fieldTypes.flatMap(type => [
  fieldDefinition(type.name, type),
  fieldDefinition(`Set${type.name}`, { name: 'Set', elementType: type }),
]);
const definitions = {
  languages: ['en', 'de'],
  types: [{ id: 'type', key: 'type', name: { en: 'Type' }, resourceTypeIds: ['order'], fieldDefinitions: fields }],
  productTypes: [{ id: 'shoes', name: 'Shoes', attributes: ['Product', 'Variant'].flatMap(attributesOf) }],
};
const shoe = { productType: { typeId: 'product-type', id: 'shoes' } };
const { schemas } = describeApi().components as unknown as { schemas: Readonly<Record<string, JsonSchema>> };
const isForm = (name: string): boolean => /(?:Draft|Action)$/.test(name) && !name.endsWith('UpdateAction');
const all = Object.keys(schemas).filter(isForm);
/** Custom fields and attributes, and each forty-eighth of the others; `npm run test:long` renders all. */
const names = all.filter(
  (name, at) =>
    isLong || at % 48 === 0 || /^(?:Order|Product)Set(?:Custom|Attribute)|^(?:Product|ShippingMethod)Draft$/.test(name),
);

const forms = await loadForms(definitions);

const completed = async (name: string, resource: object | undefined): Promise<JsonSchema> => {
  const context = {
    definitions,
    language: 'en',
    t: (text: string) => text,
    words: {
      member: (member: string) => member,
      enumValue: (_member: string, value: string) => value,
      hint: (text: string) => text,
    },
    resource,
    productType: resource === undefined ? undefined : definitions.productTypes[0],
  };
  return forms.completeSchema(await forms.loadWholeSchema(schemas[name]!), context);
};

/** The ids of the fields of single values that a form of some data needs. */
const fieldIds = (
  schema: JsonSchema,
  data: unknown,
  at: string,
  options: Parameters<typeof fill>[1],
): readonly string[] => {
  const resolved = resolve(schema, options);
  if (data === undefined || resolved.const !== undefined || resolved.isFixed === true) return [];
  if (Array.isArray(data))
    return resolved.uniqueItems === true
      ? [at]
      : data.flatMap((each, index) => fieldIds(resolved.items!, each, `${at}_${index}`, options));
  if (typeof data !== 'object' || data === null) return [at];
  if ('typeId' in data && resolved.minProperties === 2) return [at];
  return Object.entries(data).flatMap(([member, value]) => {
    const declared = resolved.properties?.[member] ?? (resolved.additionalProperties as JsonSchema);
    return fieldIds(declared, value, `${at}_${member}`, options);
  });
};

const optionsOf = (root: JsonSchema, filling: Filling, choice: number) => ({
  root,
  filling,
  choice,
  depth: 0,
  isNested: false,
});

test('has a field for each member of every draft and action, with values of every type', async t => {
  t.ok(all.length > 400, `${all.length} drafts and actions`);
  for (const name of names) {
    const whole = await forms.loadWholeSchema(schemas[name]!);
    const resource = name.startsWith('Product') ? shoe : undefined;
    const root = await completed(name, resource);
    const alternatives = root.anyOf?.length ?? 1;
    // The alternatives are the same in all actions that set a field.
    const isWhole = isLong || name === 'OrderSetCustomFieldAction';
    for (let choice = isWhole ? 0 : alternatives - 1; choice < alternatives; choice++) {
      const options = optionsOf(root, 'all', choice);
      const data = fill(root, options);
      const initial = name === 'ProductDraft' ? { ...(data as object), ...shoe } : data;
      const page = forms.render('any', whole, initial, resource);
      const unsupported = page.match(/(?:Unsupported field|Unknown field)[^<]*/g) ?? [];
      const shown = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
      const missing = fieldIds(root, initial, 'root', options).filter(id => !shown.has(id));
      t.same({ unsupported, missing }, { unsupported: [], missing: [] }, `${name}, alternative ${choice}`);
    }
  }
});

test('asks for nothing in an empty optional part, and sends none, in every draft and action', async t => {
  for (const name of names) {
    const root = await completed(name, shoe);
    const data = fill(root, optionsOf(root, 'required', 0));
    t.same(forms.validator.validateFormData(data, root).errors, [], name);
    const empty = JSON.stringify(forms.bodyOf(root, data), (key, value: unknown) => {
      const isEmpty = value === '' || (typeof value === 'object' && JSON.stringify(value) === '{}');
      return key !== '' && isEmpty ? 'EMPTY' : value;
    });
    t.notMatch(empty, /EMPTY/, name);
  }
});
