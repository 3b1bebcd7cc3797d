/** Shopping lists at `/me`, of customers and of visitors, over HTTP and GraphQL, and their assignment by a sign-in. */
import { startShop } from '../../../support/cartShop.js';
import { money, newKey } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { addCustomer, anonymousToken, customerToken } from '../../../support/oauth.js';
import { assertError } from '../../../support/refusal.js';
import { changeProject, type Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { waitUntil } from '../../../support/waitUntil.js';

const shop = await startShop();
const { base, createIn, credentials, http, product, projectKey, quayside, resourcesAt } = shop;
const scope = `manage_my_shopping_lists:${projectKey}`;
const [jo, al] = [await addCustomer(quayside, projectKey), await addCustomer(quayside, projectKey)];
const visitorId = newKey('visitor');
const tokens = {
  jo: await customerToken(quayside, credentials, jo, { scope }),
  al: await customerToken(quayside, credentials, al, { scope }),
  visitor: await anonymousToken(quayside, credentials, scope, visitorId),
};
type Owner = keyof typeof tokens;
const send = (owner: Owner, method: string, path: string, body?: object) =>
  quayside.http.as(tokens[owner]).send(method, `${base}/me/shopping-lists${path}`, body && { body });
const name = { en: 'Wishes' };
const { sku, id: productId } = await product([{ value: money(1_000) }]);
const jos = { customer: { typeId: 'customer', id: jo.id }, anonymousId: undefined };
const owners = [
  ['jo', jos],
  ['visitor', { customer: undefined, anonymousId: visitorId }],
] as const;
const create = async (owner: Owner, draft: object = {}) =>
  (await send(owner, 'POST', '', { name, ...draft })).json as Resource;
const update = async (owner: Owner, { id, version }: Resource, ...actions: readonly object[]) =>
  (await send(owner, 'POST', `/${id}`, { version, actions })).json as Resource;

test('creates, reads, changes and deletes the lists of a customer or a visitor (me.86f87, me.c2fc4)', async t => {
  for (const [owner, members] of owners) {
    const list = await create(owner, {
      lineItems: [{ sku }],
      textLineItems: [{ name }],
      key: 'mine',
      slug: { en: 'mine' },
    });
    matchWhole(t, list, { name, ...members, key: undefined, slug: undefined, lineItems: [{ productId }] });
    matchWhole(t, (await send(owner, 'GET', `/${list.id}`)).json, { ...list });
    const where = encodeURIComponent(`id="${list.id}"`);
    matchWhole(t, (await send(owner, 'GET', `?where=${where}`)).json, { total: 1, results: [{ id: list.id }] });
    const changed = await update(owner, list, { action: 'changeName', name: { en: 'Presents' } });
    matchWhole(t, changed, { name: { en: 'Presents' }, version: 2 });
    for (const [method, path, body] of [
      ['GET', `/${list.id}`],
      ['POST', `/${list.id}`, { version: 2, actions: [] }],
      ['DELETE', `/${list.id}?version=2`],
    ] as const)
      t.equal((await send('al', method, path, body)).status, 404, `${method} by another customer`);
    t.equal((await send(owner, 'DELETE', `/${list.id}?version=2`)).status, 200);
    t.equal((await send(owner, 'GET', `/${list.id}`)).status, 404);
  }
});

test('refuses what only merchants may do', async t => {
  const list = await create('jo');
  for (const action of ['setKey', 'setSlug', 'setCustomer', 'setAnonymousId'])
    assertError(t, await send('jo', 'POST', `/${list.id}`, { version: 1, actions: [{ action }] }), 'InvalidField', {
      field: 'actions[0].action',
      invalidValue: action,
      allowedValues: Object,
    });
  const hidden = await product([{ value: money(1) }], { publish: false });
  for (const item of [{ sku: hidden.sku }, { productId: hidden.id }]) {
    const actions = [{ action: 'addLineItem', ...item }];
    const named = { typeId: 'product', id: item.productId };
    assertError(t, await send('jo', 'POST', '', { name, lineItems: [item] }), 'ReferencedResourceNotFound', named);
    const refused = await send('jo', 'POST', `/${list.id}`, { version: 1, actions });
    assertError(t, refused, 'ReferencedResourceNotFound', named);
  }
  const merchants = await createIn('shopping-lists', { name, lineItems: [{ sku: hidden.sku }] });
  const read = await http.send('GET', `${base}/shopping-lists/${merchants.id}?expand=lineItems[*].variant`);
  matchWhole(t, read.json, { lineItems: [{ published: false, variant: undefined }] });
});

test('changes and removes items of a list (me.dd5ba, me.8ebf8, me.23be3, me.9e344, me.571fd, me.0b67e)', async t => {
  const two = { quantity: 2 };
  for (const [kind, draft] of [
    ['LineItem', { sku, ...two }],
    ['TextLineItem', { name, ...two }],
  ] as const) {
    const member = `${kind[0]!.toLowerCase()}${kind.slice(1)}`;
    let list = await create('jo');
    const items = () => list[`${member}s`] as readonly { readonly id: string; readonly quantity: number }[];
    const left = async (action: string, payload: object = {}) => {
      list = await update('jo', list, { action: `add${kind}`, ...draft });
      const names = { [`${member}Id`]: items()[0]!.id };
      list = await update('jo', list, {
        action: `${action}${kind}${action === 'change' ? 'Quantity' : ''}`,
        ...names,
        ...payload,
      });
      return valuesOf(items(), 'quantity');
    };
    t.same(await left('change', { quantity: 0 }), []);
    t.same(await left('remove'), []);
    t.same(await left('remove', { quantity: 2 }), []);
    t.same(await left('remove', { quantity: 1 }), [1]);
  }
});

test('default variant and time of an item (me.343b5, me.30579, shopping-list.43193, shopping-list.aa902)', async t => {
  const two = await product([{ value: money(1) }], { variants: [{ sku: newKey('second') }] });
  await resourcesAt('products').update(two, { action: 'changeMasterVariant', variantId: 2, staged: false });
  const addedAt = '2026-01-02T03:04:05.000Z';
  const before = new Date().toISOString();
  const list = await create('jo', { lineItems: [{ productId: two.id }], textLineItems: [{ name }, { name, addedAt }] });
  await update(
    'jo',
    list,
    { action: 'addLineItem', productId: two.id, variantId: 1, addedAt },
    { action: 'addLineItem', productId },
    { action: 'addTextLineItem', name },
    { action: 'addTextLineItem', name, addedAt },
  );
  const after = new Date().toISOString();
  const read = (await send('jo', 'GET', `/${list.id}?expand=lineItems[*].variant`)).json as Resource;
  t.match(read.lineItems, [{ variant: { id: 2 } }, { variant: { id: 1 } }, { variant: { id: 1 } }]);
  const times = ['lineItems', 'textLineItems'].map(member =>
    (read[member] as { readonly addedAt: string }[]).map(each => each.addedAt),
  );
  const [[first, given, third], [text, ...texts]] = times as [string[], string[]];
  t.same([given, texts[0], texts[2]], [addedAt, addedAt, addedAt]);
  for (const time of [first!, third!, text!, texts[1]!]) t.ok(before <= time && time <= after, time);
});

test('refuses two items with one key (me.7f0f2)', async t => {
  const list = await create('jo', { lineItems: [{ sku, key: 'one' }], textLineItems: [{ name, key: 'one' }] });
  const other = await product([{ value: money(1) }]);
  for (const [member, action] of [
    ['lineItems', { action: 'addLineItem', sku: other.sku, key: 'one' }],
    ['textLineItems', { action: 'addTextLineItem', name, key: 'one' }],
  ] as const)
    assertError(t, await send('jo', 'POST', `/${list.id}`, { version: 1, actions: [action] }), 'DuplicateField', {
      field: `${member}.key`,
      duplicateValue: 'one',
    });
});

test('a list without days is kept as long as the project says (me.a534c)', async t => {
  t.equal((await create('jo')).deleteDaysAfterLastModification, undefined);
  await changeProject(quayside, credentials, {
    action: 'changeShoppingListsConfiguration',
    shoppingListsConfiguration: { deleteDaysAfterLastModification: 30 },
  });
  await waitUntil(async () => (await create('jo')).deleteDaysAfterLastModification === 30);
  t.equal((await create('jo', { deleteDaysAfterLastModification: 4 })).deleteDaysAfterLastModification, 4);
});

test('a sign-in assigns the lists of the session to the customer', async t => {
  const lists = resourcesAt('shopping-lists');
  for (const path of ['login', 'customers']) {
    const anonymousId = newKey('session');
    const mine = await createIn('shopping-lists', { name, anonymousId, lineItems: [{ sku }] });
    const owned = await createIn('shopping-lists', { name, customer: { typeId: 'customer', id: al.id } });
    const newcomer = { email: `${newKey('new')}@example.com`, password: 'secret-123' };
    const { email, password } = path === 'login' ? jo : newcomer;
    const signed = await http.send('POST', `${base}/${path}`, { body: { email, password, anonymousId } });
    const { id } = (signed.json as { readonly customer: Resource }).customer;
    const customer = { typeId: 'customer', id };
    matchWhole(t, await lists.get(mine), { customer, anonymousId: undefined, version: 2, lineItems: [{ productId }] });
    t.equal((await lists.get(owned)).version, 1);
  }
});

test("a store's path shows and creates the lists of the store", async t => {
  const stores = [await createIn('stores', { key: newKey('one') }), await createIn('stores', { key: newKey('two') })];
  const [here, there] = stores.map(({ key }) => `${base}/in-store/key=${String(key)}`);
  const made = await http.send('POST', `${here}/shopping-lists`, { body: { name } });
  const { id } = made.json as Resource;
  matchWhole(t, made.json, { store: { typeId: 'store', key: stores[0]!.key } });
  t.equal((await http.send('GET', `${here}/shopping-lists/${id}`)).status, 200);
  t.equal((await http.send('GET', `${there}/shopping-lists/${id}`)).status, 404);
  const scopes = stores.map(({ key }) => `${scope}:${String(key)}`).join(' ');
  const buyer = quayside.http.as(await customerToken(quayside, credentials, jo, { scope: scopes }));
  const own = (await buyer.send('POST', `${here}/me/shopping-lists`, { body: { name } })).json as Resource;
  matchWhole(t, own, { ...jos, store: { key: stores[0]!.key } });
  t.equal((await buyer.send('GET', `${there}/me/shopping-lists/${own.id}`)).status, 404);
  t.equal((await buyer.send('GET', `${here}/me/shopping-lists/${id}`)).status, 404, 'a list without an owner');
});

test('GraphQL has the lists of the customer at me', async t => {
  const ask = createGraphqlClient(quayside, credentials, tokens.jo);
  const draft = { name: [{ locale: 'en', value: 'Mine' }], lineItems: [{ sku }] };
  const created = await ask(
    'mutation ($draft: MyShoppingListDraft!) { createMyShoppingList(draft: $draft) { id version customerRef { id } } }',
    { draft },
  );
  const { id, version } = created.data.createMyShoppingList as Resource;
  matchWhole(t, created.data, { createMyShoppingList: { customerRef: { id: jo.id } } });
  const read = await ask(
    `query ($id: String) {
      me { shoppingList(id: $id) { name(locale: "en") lineItems { productId variantId } } shoppingLists { total } }
    }`,
    { id },
  );
  matchWhole(t, read.data, {
    me: { shoppingList: { name: 'Mine', lineItems: [{ productId, variantId: 1 }] }, shoppingLists: { total: Number } },
  });
  const actions = [{ addTextLineItem: { name: [{ locale: 'en', value: 'A card' }] } }];
  const updated = await ask(
    `mutation ($id: String, $version: Long!, $actions: [MyShoppingListUpdateAction!]!) {
      updateMyShoppingList(id: $id, version: $version, actions: $actions) { version
        textLineItems { name(locale: "en") } } }`,
    { id, version, actions },
  );
  matchWhole(t, updated.data, { updateMyShoppingList: { version: 2, textLineItems: [{ name: 'A card' }] } });
  const removed = await ask('mutation ($id: String) { deleteMyShoppingList(id: $id, version: 2) { id } }', { id });
  t.same(removed.data, { deleteMyShoppingList: { id } });
});
