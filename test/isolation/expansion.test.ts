/**
 * Tests on every resource type that a reference is expanded exactly for the tokens that can read its target by itself
 * (GEN038, GEN061, AUTH004).
 */
import { test } from '../support/tap.js';
import { startProject, type Resource } from '../support/resourceApi.js';
import { scopeTable } from '../../src/base/credentials/scopeTable.js';
import { definitions } from '../../src/commerce/resources/index.js';
import type { ResourceDefinition } from '../../src/engine/define/ResourceDefinition.js';
import { createIn, createSample, hasSample } from '../support/createSample.js';
import { fieldDefinition, lineItemDraft, newKey, orderDraft } from '../support/drafts.js';
import { storeMany } from '../support/graphql.js';
import { addCustomer, anonymousToken, customerToken } from '../support/oauth.js';

const project = await startProject();
const { credentials, quayside, http, base: ofProject, projectKey } = project;

/** A resource that an order refers to; the name contains its type and its owner. */
type Target = { readonly name: string; readonly typeId: string; readonly id: string };

/** Creates types without a sample that clients can write. */
const createOthers: Readonly<Record<string, () => Promise<string>>> = {
  project: async () => projectKey,
  'api-client': async () =>
    (await createIn(project, 'api-clients', { name: 'x', scope: `view_orders:${projectKey}` })).id,
  'key-value-document': async () =>
    (await createIn(project, 'custom-objects', { container: 'notes', key: 'a', value: { note: 'x' } })).id,
  message: async () =>
    ((await http.send('GET', `/${projectKey}/messages?limit=1`)).json as { results: { id: string }[] }).results[0]!.id,
  'category-move': async () => (await storeMany(quayside, projectKey, 'category-move', [{ categoryId: 'none' }]))[0]!,
  'definition-change': async () =>
    (
      await storeMany(quayside, projectKey, 'definition-change', [
        { definitionTypeId: 'type', definitionId: 'none', definitionVersion: 2, steps: [] },
      ])
    )[0]!,
  'customer-email-token': async () =>
    (
      await createIn(project, 'customers/email-token', {
        id: (await addCustomer(quayside, projectKey)).id,
        ttlMinutes: 5,
      })
    ).id,
  'product-selection-assignment': async () => {
    const { id } = samplesByType.get('product-selection')!;
    const product = { typeId: 'product', id: samplesByType.get('product')!.id };
    await http.send('POST', `/${projectKey}/product-selections/${id}`, {
      body: { version: 1, actions: [{ action: 'addProduct', product }] },
    });
    const [assigned] = await quayside.services.engine.store.idsInRange(
      projectKey,
      'product-selection-assignment',
      { by: 'id' },
      { from: 0, to: 1 },
    );
    return assigned!;
  },
  'customer-password-token': async () =>
    (await createIn(project, 'customers/password-token', { email: (await addCustomer(quayside, projectKey)).email }))
      .id,
};

/** Samples by type, created before resources without a sample, such as messages, which exist only afterwards. */
const samplesByType = new Map<string, Resource>();
const sampleTargets: Target[] = [];
for (const { typeId } of [...definitions].sort((a, b) => Number(hasSample(b.typeId)) - Number(hasSample(a.typeId)))) {
  if (hasSample(typeId)) samplesByType.set(typeId, await createSample(project, typeId));
  const id = samplesByType.get(typeId)?.id ?? (await createOthers[typeId]!());
  sampleTargets.push({ name: typeId, typeId, id });
}

/** Stores a copy of the sample of a type with other members and without its unique values. */
const storeCopy = async (typeId: string, members: Record<string, unknown>): Promise<string> => {
  const { unique = [] } = definitions.find(each => each.typeId === typeId)!;
  const { id: _, ...sample } = samplesByType.get(typeId)!;
  const kept = Object.entries(sample).filter(([name]) => !(unique as readonly string[]).includes(name));
  const [id] = await storeMany(quayside, projectKey, typeId, [{ ...Object.fromEntries(kept), ...members }]);
  return id!;
};

/** Creates an order whose attributes refer to the targets; a client may write any reference into an attribute. */
const createOrder = async (targets: readonly Target[], changes: object = {}): Promise<string> => {
  const attributes = targets.map(({ name, typeId, id }) => ({ name, value: { typeId, id } }));
  const lineItems = [lineItemDraft({ variant: { sku: 'x', attributes } })];
  return (await createIn(project, 'orders/import', orderDraft({ lineItems, ...changes }))).id;
};

type Sender = Pick<typeof http, 'send'>;
interface Attribute {
  readonly name: string;
  readonly value: { readonly id: string; readonly obj?: { readonly id: string } };
}

/** Returns the names of the targets that a response expands. */
const expandedBy = async (sender: Sender, path: string): Promise<string[]> => {
  const { status, json, text } = await sender.send('GET', `${path}?expand=lineItems[0].variant.attributes[*].value`);
  if (status !== 200) throw new Error(text);
  const [item] = (json as { lineItems: { variant: { attributes: Attribute[] } }[] }).lineItems;
  const expanded = item!.variant.attributes.filter(({ value }) => value.obj !== undefined);
  for (const { value } of expanded) if (value.obj!.id !== value.id) throw new Error(`another resource: ${text}`);
  return expanded.map(({ name }) => name).sort();
};

const definitionOf = (typeId: string) => definitions.find(each => each.typeId === typeId)!;
const byItself = (prefix: string, { typeId, id }: Target): string => {
  const { path, routes } = definitionOf(typeId);
  return routes === 'project' ? prefix : `${prefix}/${path}/${id}`;
};
const atMe = (prefix: string, target: Target): string =>
  definitionOf(target.typeId).own?.by === 'id' ? `${prefix}/me` : byItself(`${prefix}/me`, target);

/** Returns the names of the targets that one of their paths returns. Attributes open some to nearly all scopes. */
const readBy = async (
  sender: Sender,
  targets: readonly Target[],
  pathsOf: (target: Target) => readonly string[],
  scopeName?: string,
): Promise<string[]> => {
  const isRead = async (target: Target): Promise<boolean> => {
    const open = definitionOf(target.typeId).visibility?.openBehindAttributes;
    if (open !== undefined && scopeName !== undefined && !open.exceptTo.includes(scopeName)) return true;
    for (const path of pathsOf(target)) {
      const { status, json } = await sender.send('GET', path);
      if (status === 200 && [target.id, undefined].includes((json as { id?: string }).id)) return true;
    }
    return false;
  };
  const read = await Promise.all(targets.map(isRead));
  return targets
    .filter((_, at) => read[at])
    .map(({ name }) => name)
    .sort();
};

const scopeNames = [...scopeTable.keys()];
/** The scopes that a resource type names, and the scope that implies all of them. */
const namedScopes = [
  ...new Set(['manage_project', ...definitions.flatMap(({ scopes, own }) => [...scopes.read, ...(own?.scopes ?? [])])]),
];
const ofProjectScope = (...names: readonly string[]): string => names.map(name => `${name}:${projectKey}`).join(' ');
const ofStoreScope = (storeKey: string, ...names: readonly string[]): string =>
  names.map(name => `${name}:${projectKey}${scopeTable.get(name)!.perStore ? `:${storeKey}` : ''}`).join(' ');

test('expands what a token of each scope can read by itself', async t => {
  const order = await createOrder(sampleTargets);
  const everything = await readBy(http, sampleTargets, target => [byItself(ofProject, target)]);
  t.ok(everything.length > 20);
  for (const name of scopeNames) {
    const sender = quayside.http.as(await quayside.token(credentials, ofProjectScope('view_orders', name)));
    const expanded = await expandedBy(sender, `${ofProject}/orders/${order}`);
    t.same(expanded, await readBy(sender, sampleTargets, target => [byItself(ofProject, target)], name), name);
    if (name === 'manage_project') t.same(expanded, everything);
  }
});

/** Tells whether a type is shown behind references by ownership; a type that is another one at `/me` is not. */
const isOwnedBehindReferences = ({ own }: ResourceDefinition): boolean => own !== undefined && own.hasOwnType !== true;

test("expands for a customer's token the customer's own resources, and what its scopes can read", async t => {
  const customer = await addCustomer(quayside, projectKey);
  const ownMembers = { customer: { customer: { typeId: 'customer', id: customer.id } }, id: {} };
  const ownTargets: Target[] = [];
  for (const { typeId, own } of definitions.filter(isOwnedBehindReferences)) {
    const members = own?.by === undefined ? { customerId: customer.id } : ownMembers[own.by];
    const id = own?.by === 'id' ? customer.id : await storeCopy(typeId, members);
    ownTargets.push({ name: `own ${typeId}`, typeId, id });
  }
  const targets = [...sampleTargets, ...ownTargets];
  const order = await createOrder(targets, { customerId: customer.id });
  for (const name of namedScopes) {
    const scope = ofProjectScope('manage_my_orders', name);
    const token = await customerToken(quayside, credentials, customer, { scope });
    const sender = quayside.http.as(token);
    const pathsOf = (target: Target) => [byItself(ofProject, target), atMe(ofProject, target)];
    const read = await readBy(sender, targets, pathsOf, name);
    const isOwnOrCommon = ({ name: target, typeId }: Target): boolean =>
      target.startsWith('own ') ||
      (!isOwnedBehindReferences(definitionOf(typeId)) && definitionOf(typeId).visibility?.merchantOnly !== true);
    const shownAtMe = targets.filter(isOwnOrCommon).map(target => target.name);
    t.same(
      await expandedBy(sender, `${ofProject}/me/orders/${order}`),
      read.filter(target => shownAtMe.includes(target)),
      `${name} at /me`,
    );
    if ((await sender.send('GET', `${ofProject}/orders/${order}`)).status !== 200) continue;
    t.same(await expandedBy(sender, `${ofProject}/orders/${order}`), read, name);
  }
});

const isConfined = ({ storeField, visibility }: ResourceDefinition): boolean =>
  storeField !== undefined && visibility?.sharedByStores !== true;

test("expands on a store's paths the resources of the store, and what the token can read in the project", async t => {
  const [here, there] = [newKey('here'), newKey('there')];
  for (const key of [here, there]) await createIn(project, 'stores', { key });
  const storeTargets: Target[] = [];
  for (const { typeId, storeField, resource } of definitions.filter(isConfined))
    for (const key of [here, there]) {
      const reference = { typeId: 'store', key };
      const isList = resource.properties[storeField!]!.type === 'array';
      const id = await storeCopy(typeId, { [storeField!]: isList ? [reference] : reference });
      storeTargets.push({ name: `${typeId} ${key}`, typeId, id });
    }
  const targets = [...sampleTargets, ...storeTargets];
  const order = await createOrder(targets, { store: { typeId: 'store', key: here } });
  const inStore = `${ofProject}/in-store/key=${here}`;
  for (const name of namedScopes) {
    const scope = ofStoreScope(here, 'view_orders', name);
    const sender = quayside.http.as(await quayside.token(credentials, scope));
    const pathsOf = (target: Target) => [
      byItself(isConfined(definitionOf(target.typeId)) ? inStore : ofProject, target),
    ];
    const read = await readBy(sender, targets, pathsOf, name);
    t.same(await expandedBy(sender, `${inStore}/orders/${order}`), read, name);
    t.notOk(
      read.some(target => target.endsWith(there)),
      name,
    );
  }
});

test('expands nothing if the name of the parameter is spelled with percent signs', async t => {
  const order = await createOrder(sampleTargets);
  const query = `%65xpand=${encodeURIComponent('lineItems[0].variant.attributes[*].value')}`;
  for (const path of [`orders/${order}?${query}`, `orders?where=id%3D%22${order}%22&${query}`]) {
    const { status, text } = await http.send('GET', `${ofProject}/${path}`);
    t.equal(status, 200);
    t.match(text, order);
    t.notMatch(text, /"obj"/);
  }
});

test('shows no custom object behind a custom field that the client writes, without a scope for it', async t => {
  const target = { typeId: 'key-value-document', id: await createOthers['key-value-document']!() };
  const field = (name: string, isSet = false) => {
    const type = { name: 'Reference', referenceTypeId: 'key-value-document' };
    return fieldDefinition(name, isSet ? { name: 'Set', elementType: type } : type);
  };
  const type = await createIn(project, 'types', {
    key: newKey('links'),
    name: { en: 'Links' },
    resourceTypeIds: ['order', 'customer', 'shopping-list', 'payment', 'payment-interface-interaction'],
    // A field with this name is not an attribute of a product.
    fieldDefinitions: [field('link'), field('attributes'), field('links', true)],
  });
  const fields = { link: target, attributes: target, links: [target] };
  const custom = { type: { typeId: 'type', id: type.id }, fields };
  const expand = ['custom.fields.link', 'custom.fields.attributes', 'custom.fields.links[*]', 'custom.fields.links[0]']
    .map(path => `expand=${path}`)
    .join('&');
  const names = ['manage_my_orders', 'manage_my_shopping_lists', 'manage_my_payments', 'view_published_products'];
  const scope = `${ofProjectScope(...names)} create_anonymous_token:${projectKey}`;
  const visitor = quayside.http.as(await anonymousToken(quayside, credentials, scope));
  const writer = quayside.http.as(await quayside.token(credentials, ofProjectScope('manage_payments')));
  const reader = quayside.http.as(
    await quayside.token(credentials, ofProjectScope('view_orders', 'view_key_value_documents')),
  );
  const money = { currencyCode: 'EUR', centAmount: 1 };
  for (const [sender, path, draft] of [
    [visitor, 'me/carts', { currency: 'EUR' }],
    [visitor, 'me/shopping-lists', { name: { en: 'x' } }],
    [visitor, 'me/payments', { amountPlanned: money }],
    [writer, 'payments', { amountPlanned: money, interfaceInteractions: [custom] }],
  ] as const) {
    const also = path === 'payments' ? `&expand=interfaceInteractions[*].fields.attributes` : '';
    const made = await sender.send('POST', `${ofProject}/${path}?${expand}${also}`, { body: { ...draft, custom } });
    t.equal(made.status, 201, `${path}: ${made.text}`);
    const { id } = made.json as Resource;
    const read = await sender.send('GET', `${ofProject}/${path}/${id}?${expand}${also}`);
    const page = await sender.send('GET', `${ofProject}/${path}?where=id%3D%22${id}%22&${expand}${also}`);
    for (const { text } of [made, read, page]) {
      t.ok(text.includes(target.id), path);
      t.notMatch(text, /"obj"|note/, path);
    }
  }
  const graphql = async (sender: Sender, document: string) =>
    (await sender.send('POST', `/${projectKey}/graphql`, { body: { query: document } } as never)).text;
  const raw =
    'custom { customFieldsRaw { name value referencedResource { __typename } referencedResourceSet { __typename } } }';
  const [cart] = ((await visitor.send('GET', `${ofProject}/me/carts`)).json as { results: Resource[] }).results;
  for (const document of [`{ me { cart(id: "${cart!.id}") { ${raw} } } }`, `{ me { carts { results { ${raw} } } } }`]) {
    const text = await graphql(visitor as never, document);
    t.ok(text.includes(target.id), text);
    t.notMatch(text, /CustomObject/);
  }
  t.match(await graphql(reader as never, `{ cart(id: "${cart!.id}") { ${raw} } }`), /CustomObject/);
  const whole = await reader.send('GET', `${ofProject}/carts/${cart!.id}?${expand}`);
  t.equal(whole.text.split('"obj"').length - 1, 3, 'a token that may read it sees it in each field');
});
