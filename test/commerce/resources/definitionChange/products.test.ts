/** A change of a product type reaches its products: names, keys and labels everywhere, and removed attributes. */
import { test } from '../../../support/tap.js';
import { definitionsFollowed } from '../../../support/definitionsFollowed.js';
import { attributeDraft, newKey, productDraft, productTypeDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { localizedEnum, newAttributeName, plainEnum } from '../productType/attributeDefinitions.js';
import { dataOf } from '../product/startProducts.js';

const types = await startResourceApi('product-types');
const { base, createIn, http, resourcesAt, quayside, projectKey, messagesOf } = types;
const products = resourcesAt('products');
const tailorings = resourcesAt('product-tailoring');

const followed = () => definitionsFollowed(quayside, projectKey);

const names = ['text', 'gone', 'one', 'several', 'words', 'weight', 'inner'] as const;
type Names = Readonly<Record<(typeof names)[number], string>>;

const plain = (key: string, label = key) => ({ key, label });
const localized = (key: string, label = key) => ({ key, label: { en: label } });

/** Creates a product type with all kinds of attributes, a published product with other staged data, and a tailoring. */
const start = async () => {
  const of = Object.fromEntries(names.map(name => [name, newAttributeName()])) as Names;
  const nested = await types.create(
    productTypeDraft([attributeDraft(of.inner, { name: 'set', elementType: plainEnum('a', 'b') })]),
  );
  const typeReference = { typeId: 'product-type', id: nested.id };
  const box = newAttributeName();
  const type = await types.create(
    productTypeDraft([
      attributeDraft(of.text),
      attributeDraft(of.gone),
      attributeDraft(of.one, plainEnum('a', 'b')),
      attributeDraft(of.several, { name: 'set', elementType: localizedEnum('a', 'b') }),
      attributeDraft(of.words, { name: 'ltext' }),
      attributeDraft(of.weight, { name: 'enum', values: [plain('a'), plain('b')] }, { level: 'Product' }),
      attributeDraft(box, { name: 'nested', typeReference }),
    ]),
  );
  const attributes = (text: string) => [
    { name: of.text, value: text },
    { name: of.gone, value: 'x' },
    { name: of.one, value: plain('a') },
    { name: of.several, value: [localized('a'), localized('b')] },
    { name: of.words, value: { en: 'W' } },
    { name: box, value: [{ name: of.inner, value: [plain('a'), plain('b')] }] },
  ];
  const created = await products.create(
    productDraft(
      { id: type.id },
      {
        masterVariant: { sku: newKey('sku'), attributes: attributes('first') },
        variants: [{ sku: newKey('sku'), attributes: attributes('second') }],
        attributes: [{ name: of.weight, value: 'a' }],
        publish: true,
      },
    ),
  );
  const store = await createIn('stores', { key: newKey('store') });
  const product = await products.update(created, {
    action: 'setAttribute',
    variantId: 1,
    name: of.text,
    value: 'staged',
  });
  const tailoring = await tailorings.create({
    store: { typeId: 'store', id: store.id },
    product: { typeId: 'product', id: product.id },
    publish: true,
    variants: [{ id: 1, attributes: [{ name: of.one, value: 'a' }] }],
    attributes: [{ name: of.weight, value: 'a' }],
  });
  /** Returns the data of the product and of its tailoring after a test's change of the attributes. */
  const expected = (change: (attribute: { name: string; value: unknown }) => object | undefined) => {
    const kept = (list: readonly { name: string; value: unknown }[]) => list.flatMap(each => change(each) ?? []);
    const data = (text: string) => ({
      masterVariant: { attributes: kept(attributes(text)) },
      variants: [{ attributes: kept(attributes('second')) }],
      attributes: kept([{ name: of.weight, value: plain('a') }]),
    });
    const tailored = {
      variants: [{ id: 1, attributes: kept([{ name: of.one, value: plain('a') }]) }],
      attributes: kept([{ name: of.weight, value: plain('a') }]),
    };
    return {
      product: { masterData: { current: data('first'), staged: data('staged'), hasStagedChanges: true } },
      tailoring: { current: tailored, staged: tailored, hasStagedChanges: false },
    };
  };
  return { of, box, nested, type, product, tailoring, expected };
};

type Started = Awaited<ReturnType<typeof start>>;
type Attribute = { name: string; value: unknown };

const renamedKey = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renamedKey);
  const { key, label } = value as { key: string; label: unknown };
  return key === 'a' ? { key: 'z', label } : value;
};

/** Each kind of change: its action, and the resulting attribute. */
const kinds: readonly (readonly [
  title: string,
  action: (started: Started) => object,
  change: (started: Started) => (attribute: Attribute) => object | undefined,
])[] = [
  [
    'changeAttributeName',
    ({ of }) => ({ action: 'changeAttributeName', attributeName: of.one, newAttributeName: `${of.one}-new` }),
    ({ of }) =>
      each =>
        each.name === of.one ? { ...each, name: `${of.one}-new` } : each,
  ],
  [
    'removeAttributeDefinition (product-type.2cd13)',
    ({ of }) => ({ action: 'removeAttributeDefinition', name: of.gone }),
    ({ of }) =>
      each =>
        each.name === of.gone ? undefined : each,
  ],
  ...(['one', 'several', 'weight'] as const).map(
    name =>
      [
        `changeEnumKey of ${name} (product-type.92271)`,
        ({ of }: Started) => ({ action: 'changeEnumKey', attributeName: of[name], key: 'a', newKey: 'z' }),
        ({ of }: Started) =>
          (each: Attribute) =>
            each.name === of[name] ? { ...each, value: renamedKey(each.value) } : each,
      ] as const,
  ),
  [
    'changePlainEnumValueLabel (product-type.86c37)',
    ({ of }) => ({ action: 'changePlainEnumValueLabel', attributeName: of.one, newValue: plain('a', 'New') }),
    ({ of }) =>
      each =>
        each.name === of.one ? { ...each, value: plain('a', 'New') } : each,
  ],
  [
    'changeLocalizedEnumValueLabel (product-type.86c37)',
    ({ of }) => ({
      action: 'changeLocalizedEnumValueLabel',
      attributeName: of.several,
      newValue: localized('b', 'New'),
    }),
    ({ of }) =>
      each =>
        each.name === of.several ? { ...each, value: [localized('a'), localized('b', 'New')] } : each,
  ],
  [
    'removeEnumValues of one value',
    ({ of }) => ({ action: 'removeEnumValues', attributeName: of.one, keys: ['a'] }),
    ({ of }) =>
      each =>
        each.name === of.one ? undefined : each,
  ],
  [
    'removeEnumValues of a set',
    ({ of }) => ({ action: 'removeEnumValues', attributeName: of.several, keys: ['b'] }),
    ({ of }) =>
      each =>
        each.name === of.several ? { ...each, value: [localized('a')] } : each,
  ],
  [
    'removeEnumValues of a whole set',
    ({ of }) => ({ action: 'removeEnumValues', attributeName: of.several, keys: ['b', 'a'] }),
    ({ of }) =>
      each =>
        each.name === of.several ? undefined : each,
  ],
];

for (const [title, action, change] of kinds)
  test(`${title} reaches staged and current data, all variants, the product and its tailorings`, async t => {
    const started = await start();
    const { type, product, tailoring, expected } = started;
    await types.update(type, action(started));
    await followed();
    const next = expected(change(started));
    const [found, tailored] = [await products.get(product), await tailorings.get(tailoring)];
    matchWhole(t, found, { ...next.product, version: product.version + 1 });
    matchWhole(t, tailored, next.tailoring);
    t.same(
      (await messagesOf(product)).map(each => each.type),
      (await messagesOf(product)).filter(each => each.resourceVersion <= product.version).map(each => each.type),
      'no message is sent',
    );
  });

for (const [title, action, inner] of [
  ['a key', (name: string) => ({ action: 'changeEnumKey', attributeName: name, key: 'a', newKey: 'z' }), ['z', 'b']],
  ['a value', (name: string) => ({ action: 'removeEnumValues', attributeName: name, keys: ['b'] }), ['a']],
  ['an attribute', (name: string) => ({ action: 'removeAttributeDefinition', name }), undefined],
] as const)
  test(`${title} of a nested product type reaches the products that it is nested in`, async t => {
    const { of, box, nested, product } = await start();
    await types.update(nested, action(of.inner));
    await followed();
    const value = (dataOf(await products.get(product)).staged.masterVariant.attributes as Attribute[]).find(
      ({ name }) => name === box,
    )?.value as { name: string; value: { key: string }[] }[];
    t.same(
      value.map(each => each.value.map(({ key }) => key)),
      inner === undefined ? [] : [inner],
    );
  });

test('a product is sent back as it was read once it follows', async t => {
  const { of, type, product } = await start();
  await types.update(
    type,
    { action: 'changeEnumKey', attributeName: of.one, key: 'a', newKey: 'z' },
    { action: 'changeAttributeName', attributeName: of.one, newAttributeName: `${of.one}-new` },
  );
  await followed();
  const read = await products.get(product);
  const actions = dataOf(read).staged.masterVariant.attributes.map(({ name, value }) => ({
    action: 'setAttribute',
    variantId: 1,
    name,
    value,
  }));
  t.same(await products.update(read, ...actions), read, 'nothing changes');
});

test('several changes in a row are followed in their order', async t => {
  const { of, type, product } = await start();
  const rename = (from: string, to: string) => ({
    action: 'changeAttributeName',
    attributeName: from,
    newAttributeName: to,
  });
  const rekey = (name: string, key: string, next: string) => ({
    action: 'changeEnumKey',
    attributeName: name,
    key,
    newKey: next,
  });
  let current = await types.update(type, rename(of.one, `${of.one}-1`), rekey(`${of.one}-1`, 'a', 'y'));
  current = await types.update(current, rekey(`${of.one}-1`, 'y', 'z'), rename(`${of.one}-1`, `${of.one}-2`));
  await types.update(current, {
    action: 'changePlainEnumValueLabel',
    attributeName: `${of.one}-2`,
    newValue: plain('z', 'Z'),
  });
  await followed();
  const { attributes } = dataOf(await products.get(product)).staged.masterVariant;
  t.same(
    attributes.filter(({ name }) => name.startsWith(of.one)),
    [{ name: `${of.one}-2`, value: plain('z', 'Z') }],
  );
});

test('a name that is given up is declared again once products follow, and never in one request', async t => {
  const { of, type, product } = await start();
  const remove = { action: 'removeAttributeDefinition', name: of.gone };
  const add = { action: 'addAttributeDefinition', attribute: attributeDraft(of.gone, { name: 'number' }) };
  assertError(t, await types.refuse(type, remove, add), 'InvalidOperation', {
    message:
      `The request gives up the name '${of.gone}' and takes it again: old values could not be told from new ones. ` +
      'Send two requests.',
  });
  const rekey = { action: 'changeEnumKey', attributeName: of.one, key: 'a', newKey: 'z' };
  const again = { action: 'addPlainEnumValue', attributeName: of.one, value: plain('a') };
  assertError(t, await types.refuse(type, rekey, again), 'InvalidOperation');
  const removed = await types.update(type, remove, rekey);
  await types.update(removed, add, again);
  const { attributes } = dataOf(await products.get(product)).staged.masterVariant;
  t.same(
    attributes.filter(({ name }) => name === of.gone || name === of.one),
    [{ name: of.one, value: plain('z', 'a') }],
    'the request waits for the products',
  );
});

test('a required attribute has a value, its enum the used values (product-type.bf910, product-type.df3d1)', async t => {
  const name = newAttributeName();
  const type = await types.create(
    productTypeDraft([attributeDraft(name, plainEnum('a', 'b', 'c'), { isRequired: true })]),
  );
  const draft = (attributes: readonly object[]) =>
    productDraft({ id: type.id }, { masterVariant: { attributes } } as object);
  assertError(t, await products.refuseCreation(draft([])), 'RequiredField', { field: `attributes.${name}` });
  const product = await products.create(draft([{ name, value: 'a' }]));
  const rekey = { action: 'changeEnumKey', attributeName: name, key: 'a', newKey: 'z' };
  const remove = (...keys: readonly string[]) => ({ action: 'removeEnumValues', attributeName: name, keys });
  assertError(t, await types.refuse(type, remove('a')), 'EnumValueIsUsed');
  assertError(t, await types.refuse(type, rekey, remove('z')), 'EnumValueIsUsed');
  const changed = await types.update(type, rekey, remove('b'));
  assertError(t, await types.refuse(changed, remove('z')), 'EnumValueIsUsed');
  await types.update(changed, remove('c'));
  t.same(dataOf(await products.get(product)).staged.masterVariant.attributes, [{ name, value: plain('z', 'a') }]);
});

test('a change over GraphQL is followed, too', async t => {
  const { of, type, product } = await start();
  const query = `mutation($id: String!, $version: Long!, $name: String!) {
    updateProductType(id: $id, version: $version, actions: [
      { changeEnumKey: { attributeName: $name, key: "a", newKey: "z" } }
    ]) { version }
  }`;
  const variables = { id: type.id, version: type.version, name: of.one };
  const { json } = await http.send('POST', `${base}/graphql`, { body: { query, variables } });
  t.same(json, { data: { updateProductType: { version: type.version + 1 } } });
  await followed();
  const { attributes } = dataOf(await products.get(product)).current.masterVariant;
  t.same(attributes.find(({ name }) => name === of.one)?.value, plain('z', 'a'));
});
