/** Custom objects: any JSON under a container and a key, created or replaced by the same request. */
import { newKey, productDraft, productTypeDraft } from '../../../support/drafts.js';
import { assertError } from '../../../support/refusal.js';
import { startGraphql } from '../../../support/graphql.js';
import { matchWhole, rowsOf, valuesOf } from '../../../support/matchWhole.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const { ask, base, createIn, credentials, data, http, quayside, sdk } = await startGraphql();
const at = `${base}/custom-objects`;
type CustomObject = Resource & { readonly container: string; readonly key: string; readonly value: unknown };
const put = (body: object) => http.send('POST', at, { body });
const saved = async (body: object): Promise<CustomObject> => (await put(body)).json as CustomObject;
const pathOf = ({ container, key }: { readonly container: string; readonly key: string }) =>
  `${at}/${container}/${key}`;
const newAddress = (container = newKey('container')) => ({ container, key: newKey('key') });
const referTo = ({ id }: { readonly id: string }) => ({ typeId: 'key-value-document', id });

test('stores any JSON value without its nulls, and reads it by container and key', async t => {
  for (const value of ['a text', 12.5, true, false, [1, 'a', { b: [] }], {}, { deep: { list: [1, 2] } }, '', 0]) {
    const address = newAddress();
    const { status, json, text } = await put({ ...address, value });
    t.equal(status, 201, text);
    matchWhole(t, json, { ...address, value, version: 1 });
    t.equal((await http.send('GET', pathOf(address))).text, text);
    t.equal((await http.send('HEAD', pathOf(address))).status, 200);
  }
  const { value } = await saved({ ...newAddress(), value: { a: null, b: { c: null, d: 1 }, e: [{ f: null }] } });
  t.strictSame(value, { b: { d: 1 }, e: [{}] });
});

test('replaces the value, with the version of the draft or without one', async t => {
  const address = newAddress();
  const first = await saved({ ...address, value: { a: 1 }, version: 7 });
  t.equal(first.version, 1, 'the version of a new object does not matter');
  const second = await put({ ...address, value: { b: 2 } });
  t.equal(second.status, 200);
  const { id, createdAt } = first;
  matchWhole(t, second.json, { id, createdAt, ...address, version: 2, value: { b: 2 } });
  t.strictSame((second.json as CustomObject).value, { b: 2 }, 'no member of the old value is left');
  t.equal((await put({ ...address, value: { b: 2 } })).text, second.text, 'an equal value keeps the version');
  t.equal((await saved({ ...address, value: 3, version: 2 })).version, 3);
  assertError(t, await put({ ...address, value: 4, version: 2 }), 'ConcurrentModification', { currentVersion: 3 });
  t.equal(((await http.send('GET', pathOf(address))).json as CustomObject).value, 3);
});

test('requests that replace at the same time each succeed or are a ConcurrentModification', async t => {
  const address = newAddress();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, value) => put({ ...address, value })));
  const written = answers.filter(({ status }) => status < 300);
  t.same(
    [...new Set(answers.map(({ status }) => status))].filter(status => ![200, 201, 409].includes(status)),
    [],
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 1, 'one of them creates it');
  const versions = valuesOf(
    written.map(({ json }) => json as CustomObject),
    'version',
  );
  t.same(
    [...versions].sort((a, b) => a - b),
    Array.from({ length: written.length }, (_, index) => index + 1),
  );
});

test('refuses drafts without a part of the address or a value, and addresses of other characters', async t => {
  const value = 1;
  for (const [draft, code, members] of [
    [{ key: 'a', value }, 'RequiredField', { field: 'container' }],
    [{ container: 'a', value }, 'RequiredField', { field: 'key' }],
    [newAddress(), 'RequiredField', { field: 'value' }],
    [{ ...newAddress(), value: null }, 'RequiredField', { field: 'value' }],
    [{ container: 'a/b', key: 'c', value }, 'InvalidField', { field: 'container', invalidValue: 'a/b' }],
    [{ container: 'a', key: 'b c', value }, 'InvalidField', { field: 'key', invalidValue: 'b c' }],
    [{ container: 'a', key: 'a'.repeat(257), value }, 'InvalidField', { field: 'key', invalidValue: String }],
  ] as const)
    assertError(t, await put(draft), code, members);
  const address = { container: '~a.b_c-d', key: 'x' };
  t.equal((await put({ ...address, value })).status, 201);
  t.equal((await http.send('GET', pathOf(address))).status, 200, 'every character that is allowed');
  const [method, message] = ['GET', /^The key-value-document with container\/key 'a\/b' was not found\.$/];
  assertError(t, await http.send(method, `${at}/a/b`), 'ResourceNotFound', { message });
  assertError(t, await http.send(method, `${at}/a%20b`), 'ResourceNotFound', {
    message: "The key-value-document with container 'a b' was not found.",
  });
});

test('queries a container, and by predicates on the value; total comes by default (custom-object.1fede)', async t => {
  const container = newKey('container');
  const values = [
    { size: 1, tags: ['a'] },
    { size: 2, tags: ['a', 'b'] },
    { size: 3, sub: { on: true } },
  ];
  for (const value of values) await saved({ ...newAddress(container), value });
  const other = await saved({ ...newAddress(), value: values[0]! });
  const sizes = async (path: string, where?: string) => {
    const query = new URLSearchParams({ sort: 'createdAt asc', ...(where !== undefined && { where }) });
    const { json, text } = await http.send('GET', `${at}${path}?${query.toString()}`);
    const page = json as { readonly total: number; readonly results: readonly CustomObject[] };
    if (page.total !== page.results.length) throw new Error(text);
    return page.results.map(({ value }) => (value as { readonly size: number }).size);
  };
  t.same(await sizes(`/${container}`), [1, 2, 3]);
  t.same(await sizes(`/${newKey('empty')}`), []);
  t.same(await sizes(`/${other.container}`), [1]);
  t.same(await sizes('', `container="${container}"`), [1, 2, 3]);
  for (const [where, expected] of [
    ['value(size > 1)', [2, 3]],
    ['value(tags contains any ("b"))', [2]],
    ['value(sub(on = true))', [3]],
    ['value(size in (1, 3)) and not(value(tags is defined))', [3]],
    [`key="${other.key}"`, []],
  ] as const)
    t.same(await sizes(`/${container}`, where), expected, where);
  const { json } = await http.send('GET', `${at}/${container}?withTotal=false&limit=2`);
  matchWhole(t, json, { limit: 2, offset: 0, count: 2, total: undefined, results: [{}, {}] });
});

test('deletes with the version last seen or without one, also with an erasure of data', async t => {
  for (const query of ['', '?version=1', '?dataErasure=true', '?version=1&dataErasure=true']) {
    const made = await saved({ ...newAddress(), value: 1 });
    matchWhole(t, (await http.send('DELETE', `${pathOf(made)}${query}`)).json, { ...made });
    t.equal((await http.send('GET', pathOf(made))).status, 404, query);
    t.equal((await http.send('DELETE', `${pathOf(made)}${query}`)).status, 404);
    const again = await saved({ container: made.container, key: made.key, value: 2 });
    t.not(again.id, made.id, 'the address is free again');
  }
  const made = await saved({ ...newAddress(), value: 1 });
  assertError(t, await http.send('DELETE', `${pathOf(made)}?version=5`), 'ConcurrentModification', {
    currentVersion: 1,
  });
});

test('a blank version or flag deletes nothing, though both may be absent', async t => {
  const made = await saved({ ...newAddress(), value: 1 });
  for (const [name, expected] of [
    ['version', `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`],
    ['dataErasure', 'true or false'],
  ] as const)
    for (const blank of ['', ' ']) {
      const answer = await http.send('DELETE', `${pathOf(made)}?${name}=${encodeURIComponent(blank)}`);
      t.equal(answer.status, 400);
      assertError(t, answer.json, 'InvalidInput', {
        message: `Malformed parameter: ${name}: expected ${expected}, got '${blank}'.`,
      });
    }
  t.strictSame((await http.send('GET', pathOf(made))).json, made);
});

test('needs the scopes of custom objects', async t => {
  const made = await saved({ ...newAddress(), value: 1 });
  const { projectKey } = credentials;
  for (const [scope, read, write] of [
    ['view_key_value_documents', 200, 403],
    ['manage_key_value_documents', 200, 200],
    ['manage_categories', 403, 403],
  ] as const) {
    const as = quayside.http.as(await quayside.token(credentials, `${scope}:${projectKey}`));
    for (const path of [at, `${at}/${made.container}`, pathOf(made)])
      t.equal((await as.send('GET', path)).status, read, `${scope} reads ${path}`);
    const body = { container: made.container, key: made.key, value: 1 };
    t.equal((await as.send('POST', at, { body })).status, write, `${scope} writes`);
  }
});

test('custom fields and attributes refer to custom objects, which are expanded without a scope for them', async t => {
  const target = await saved({ ...newAddress(), value: { note: 'a' } });
  const type = await createIn('types', {
    key: newKey('type'),
    name: { en: 'Linked' },
    resourceTypeIds: ['channel'],
    fieldDefinitions: [
      { name: 'link', label: {}, required: false, type: { name: 'Reference', referenceTypeId: 'key-value-document' } },
    ],
  });
  const custom = { type: { typeId: 'type', id: type.id }, fields: { link: referTo(target) } };
  const channel = await createIn('channels', { key: newKey('channel'), custom });
  const attribute = { name: 'reference', referenceTypeId: 'key-value-document' };
  const definitions = [{ name: 'link', label: {}, type: attribute, isRequired: false }];
  const productType = await createIn('product-types', productTypeDraft(definitions, { key: newKey('type') }));
  const masterVariant = { attributes: [{ name: 'link', value: referTo(target) }] };
  const product = await createIn('products', productDraft({ id: productType.id }, { masterVariant }));
  const { projectKey } = credentials;
  const scope = `view_orders:${projectKey} view_products:${projectKey}`;
  const as = quayside.http.as(await quayside.token(credentials, scope));
  const expand = 'masterData.current.masterVariant.attributes[*].value';
  matchWhole(t, (await as.send('GET', `${base}/products/${product.id}?expand=${expand}`)).json, {
    masterData: { current: { masterVariant: { attributes: [{ value: { ...referTo(target), obj: { ...target } } }] } } },
  });
  const expanded = await http.send('GET', `${base}/channels/${channel.id}?expand=custom.fields.link`);
  matchWhole(t, expanded.json, { custom: { fields: { link: { obj: { ...target } } } } });
  const holder = await saved({ ...newAddress(), value: { link: referTo(target), gone: referTo({ id: 'gone' }) } });
  const read = await http.send('GET', `${pathOf(holder)}?expand=value.link&expand=value.gone`);
  matchWhole(t, read.json, { value: { link: { obj: { id: target.id } }, gone: { obj: undefined } } });
  assertError(t, await http.send('DELETE', pathOf(target)), 'ReferenceExists');
  const missing = { typeId: 'key-value-document', id: 'missing' };
  const refused = { ...custom, fields: { link: missing } };
  assertError(
    t,
    await http.send('POST', `${base}/channels`, { body: { key: newKey('channel'), custom: refused } }),
    'ReferencedResourceNotFound',
    missing,
  );
});

const fields = '{ id version container key value createdAt lastModifiedAt createdBy { clientId } }';

test('GraphQL creates or replaces, reads and deletes custom objects', async t => {
  const address = newAddress();
  const create = `mutation ($draft: CustomObjectDraft!) { createOrUpdateCustomObject(draft: $draft) ${fields} }`;
  const draft = { ...address, value: JSON.stringify({ a: [1] }) };
  const { createOrUpdateCustomObject: made } = await data(create, { draft });
  matchWhole(t, made, { ...address, version: 1, value: { a: [1] }, createdBy: { clientId: String } });
  const replaced = await data(create, { draft: { ...address, value: '12', version: 1 } });
  matchWhole(t, replaced, { createOrUpdateCustomObject: { id: made.id, version: 2, value: 12 } });
  const read = `query ($id: String, $container: String, $key: String) {
    customObject(id: $id, container: $container, key: $key) { id value } }`;
  for (const by of [{ id: made.id as string }, address])
    t.same(await data(read, by), { customObject: { id: made.id as string, value: 12 } });
  t.same(await data(read, newAddress()), { customObject: null });
  const one = { code: 'InvalidInput' };
  for (const by of [{}, { key: address.key }, { container: address.container }, { id: 'a', ...address }])
    matchWhole(t, (await ask(read, by)).errors, [{ extensions: one, message: /id, container\/key/ }]);
  const page = `query ($container: String!, $where: String) {
    customObjects(container: $container, where: $where) { total results { key value } } }`;
  const { container, key } = address;
  t.same(await data(page, { container, where: `key="${key}"` }), {
    customObjects: { total: 1, results: [{ key, value: 12 }] },
  });
  t.same(await data(page, { container: newKey('empty') }), { customObjects: { total: 0, results: [] } });
  matchWhole(t, (await ask(create, { draft: { ...address, value: '{a' } })).errors, [
    { message: /^The member 'value' is no JSON/, extensions: { code: 'InvalidInput' } },
  ]);
  const remove = `mutation ($container: String, $key: String, $id: String, $version: Long) {
    deleteCustomObject(container: $container, key: $key, id: $id, version: $version) { id version } }`;
  matchWhole(t, (await ask(remove, { ...address, version: 1 })).errors, [
    { extensions: { code: 'ConcurrentModification', currentVersion: 2 } },
  ]);
  t.same(await data(remove, address), { deleteCustomObject: { id: made.id as string, version: 2 } });
  const { createOrUpdateCustomObject: second } = await data(create, { draft });
  t.same(await data(remove, { id: second.id as string, version: 1 }), {
    deleteCustomObject: { id: second.id as string, version: 1 },
  });
});

test('the SDK writes, lists, reads and deletes custom objects', async t => {
  const { container, key } = newAddress();
  const objects = sdk.customObjects();
  const { body: made } = await objects.post({ body: { container, key, value: { a: 1 } } }).execute();
  t.same((await objects.withContainerAndKey({ container, key }).get().execute()).body, made);
  const { body: page } = await objects.withContainer({ container }).get().execute();
  t.same(rowsOf(page.results, 'container', 'key'), [[container, key]]);
  t.equal((await objects.get({ queryArgs: { where: `id="${made.id}"` } }).execute()).body.count, 1);
  t.same((await objects.withContainerAndKey({ container, key }).delete().execute()).body, made);
});
