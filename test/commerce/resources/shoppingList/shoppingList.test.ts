/** Shopping lists: their members, their messages, and their use in carts, GraphQL and the SDK. */
import { changeProject } from '../../../support/resourceApi.js';
import { newKey, referenceTo } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { waitUntil } from '../../../support/waitUntil.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { itemsOf, name, noted, startLists } from './startLists.js';

const shop = await startLists();
const { base, create, createIn, credentials, http, lists, messagesOf, otherSku, productType, quayside, resourcesAt } =
  shop;
const { sdk, shirt, sku, types } = shop;

test('creates a whole list; its slug is unique by language (shopping-list.31a26, shopping-list.2b0ed)', async t => {
  const customer = { typeId: 'customer', id: await shop.customer() };
  const store = { typeId: 'store', key: (await createIn('stores', { key: newKey('store') })).key };
  const [slug, key] = [{ en: newKey('slug'), de: newKey('slug') }, newKey('list')];
  const members = { key, slug, description: { en: 'For summer' }, customer, store, deleteDaysAfterLastModification: 3 };
  matchWhole(t, await create(members), { name, ...members, version: 1, lineItems: [], textLineItems: [] });
  const duplicate = { field: 'slug.en', duplicateValue: slug.en };
  assertError(t, await lists.refuseCreation({ name, slug: { en: slug.en } }), 'DuplicateField', duplicate);
  await create({ slug: { de: slug.en, en: newKey('same'), fr: slug.en } });
  for (const wrong of ['a', 'a b', 'a'.repeat(257)])
    assertError(t, await lists.refuseCreation({ name, slug: { en: wrong } }), 'InvalidField', {
      field: 'slug.en',
      invalidValue: String,
    });
  for (const [draft, code, error] of [
    [{}, 'RequiredField', { field: 'name' }],
    [{ name: {} }, 'InvalidField', { field: 'name', invalidValue: {} }],
    [{ name, customer, anonymousId: 'a' }, 'InvalidInput', {}],
    [
      { name, deleteDaysAfterLastModification: 0 },
      'InvalidField',
      { field: 'deleteDaysAfterLastModification', invalidValue: 0 },
    ],
  ] as const)
    assertError(t, await lists.refuseCreation(draft), code, error);
  const found = await http.send('GET', `${base}/shopping-lists?where=${encodeURIComponent(`slug(en="${slug.en}")`)}`);
  matchWhole(t, found.json, { total: 1, results: [{ key }] });
});

test('changes and removes each member (shopping-list.1b8ad)', async t => {
  const customer = { typeId: 'customer', id: await shop.customer() };
  const store = { typeId: 'store', key: (await createIn('stores', { key: newKey('store') })).key };
  let list = await create({ anonymousId: 'visitor' });
  for (const [member, value, removed] of [
    ['key', newKey('list'), undefined],
    ['slug', { en: newKey('slug') }, undefined],
    ['description', { en: 'Later' }, undefined],
    ['store', store, undefined],
    ['anonymousId', 'other', undefined],
    ['customer', customer, undefined],
    ['deleteDaysAfterLastModification', 9, undefined],
  ] as const) {
    const action = `set${member[0]!.toUpperCase()}${member.slice(1)}`;
    const changed = await lists.update(list, { action, [member]: value });
    matchWhole(t, changed, { version: list.version + 1, [member]: value });
    t.equal((await lists.update(changed, { action, [member]: value })).version, changed.version, 'no change');
    list = await lists.update(changed, { action });
    t.same(list[member], removed, action);
  }
  const renamed = await lists.update(list, { action: 'changeName', name: { en: 'Presents' } });
  t.same(renamed.name, { en: 'Presents' });
  assertError(t, await lists.refuse(renamed, { action: 'changeName', name: {} }), 'InvalidField', {
    field: 'actions[0].name',
    invalidValue: {},
  });
  assertError(t, await lists.refuse(renamed, { action: 'setSlug', slug: { en: 'a/b' } }), 'InvalidField', {
    field: 'actions[0].slug.en',
    invalidValue: 'a/b',
  });
  const owned = await create({ customer });
  assertError(t, await lists.refuse(owned, { action: 'setAnonymousId', anonymousId: 'a' }), 'InvalidOperation', {
    actionIndex: 0,
  });
  const anonymous = await create({ anonymousId: 'a' });
  matchWhole(t, await lists.update(anonymous, { action: 'setCustomer', customer }), {
    customer,
    anonymousId: undefined,
  });
});

test('refuses an anonymous id for the list of a customer (shopping-list.34ef6)', async t => {
  const list = await create({ customer: { typeId: 'customer', id: await shop.customer() } });
  for (const given of [{ anonymousId: 'a' }, {}])
    assertError(t, await lists.refuse(list, { action: 'setAnonymousId', ...given }), 'InvalidOperation', {
      actionIndex: 0,
    });
});

test('lists without days follow the project (shopping-list.9ac0a, shopping-list.a0607, project.b5d67)', async t => {
  t.equal((await create()).deleteDaysAfterLastModification, undefined);
  await changeProject(quayside, credentials, {
    action: 'changeShoppingListsConfiguration',
    shoppingListsConfiguration: { deleteDaysAfterLastModification: 30 },
  });
  const created = async () => (await create()).deleteDaysAfterLastModification === 30;
  // Each worker reads the settings again within a second.
  await waitUntil(created);
  let list = await create({ deleteDaysAfterLastModification: 5 });
  t.equal(list.deleteDaysAfterLastModification, 5);
  list = await lists.update(list, { action: 'setDeleteDaysAfterLastModification' });
  t.equal(list.deleteDaysAfterLastModification, 30);
});

test('messages tell of line items that were added and removed', async t => {
  const { id: productId } = shirt;
  const list = await lists.update(await create(), { action: 'addLineItem', productId, quantity: 3 });
  const names = { lineItemId: itemsOf(list)[0]!.id };
  const less = await lists.update(list, { action: 'removeLineItem', ...names, quantity: 1 });
  await lists.update(less, { action: 'removeLineItem', ...names }, { action: 'addTextLineItem', name });
  matchWhole(t, await messagesOf(list), [
    { type: 'ShoppingListLineItemAdded', lineItem: { id: names.lineItemId, productId, quantity: 3 } },
    { type: 'ShoppingListLineItemRemoved', lineItem: { id: names.lineItemId, quantity: 1 } },
    { type: 'ShoppingListLineItemRemoved', lineItem: { id: names.lineItemId, quantity: 2 } },
  ]);
});

test('a cart takes the line items of a shopping list, with their custom fields and with channels', async t => {
  const custom = noted(types.item, 'gift');
  const list = await create({
    lineItems: [
      { productId: shirt.id, quantity: 2 },
      { sku: otherSku, custom },
    ],
    textLineItems: [{ name }],
  });
  const channel = await createIn('channels', {
    key: newKey('channel'),
    roles: ['InventorySupply', 'ProductDistribution'],
  });
  const carts = resourcesAt('carts');
  const shoppingList = referenceTo('shopping-list', list);
  const supplyChannel = referenceTo('channel', channel);
  const cart = await carts.create({ currency: 'EUR', lineItems: [{ sku }] });
  const filled = await carts.update(cart, { action: 'addShoppingList', shoppingList });
  matchWhole(t, itemsOf(filled), [
    { variant: { sku }, quantity: 3 },
    { variant: { sku: otherSku }, quantity: 1, custom },
  ]);
  const byKey = await create({ key: newKey('list'), lineItems: [{ sku: otherSku }] });
  const named = { typeId: 'shopping-list', key: byKey.key };
  const supplied = await carts.update(filled, { action: 'addShoppingList', shoppingList: named, supplyChannel });
  matchWhole(t, itemsOf(supplied)[2], { variant: { sku: otherSku }, supplyChannel, quantity: 1 });
  const noRole = referenceTo('channel', await createIn('channels', { key: newKey('channel') }));
  const refused = { action: 'addShoppingList', shoppingList, distributionChannel: noRole };
  t.equal((await carts.refuse(supplied, refused)).statusCode, 400, 'the channel needs the role');
  const missing = { typeId: 'shopping-list', id: 'missing' };
  const action = { action: 'addShoppingList', shoppingList: missing };
  assertError(t, await carts.refuse(supplied, action), 'ReferencedResourceNotFound', missing);
});

test('GraphQL shows line items with their products', async t => {
  const list = await create({ lineItems: [{ sku: otherSku }], textLineItems: [{ name }] });
  const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const document = `query ($id: String) { shoppingList(id: $id) {
    name(locale: "en") nameAllLocales { locale value }
    lineItems { productId variantId quantity published productSlug(locale: "en") name(locale: "en")
      productType { id } variant { id sku attributesRaw { name value } } }
    textLineItems { name(locale: "en") quantity } } }`;
  matchWhole(t, (await ask(document, { id: list.id })).data.shoppingList, {
    name: 'Wishes',
    nameAllLocales: [{ locale: 'en', value: 'Wishes' }],
    lineItems: [
      {
        productId: shirt.id,
        variantId: 2,
        quantity: 1,
        published: true,
        productSlug: String,
        name: String,
        productType: { id: productType.id },
        variant: { id: 2, sku: otherSku, attributesRaw: [{ name: 'brand', value: 'Acme' }] },
      },
    ],
    textLineItems: [{ name: 'Wishes', quantity: 1 }],
  });
  const update = `mutation ($id: String, $version: Long!, $actions: [ShoppingListUpdateAction!]!) {
    updateShoppingList(id: $id, version: $version, actions: $actions) { version lineItems { quantity } } }`;
  const actions = [{ addLineItem: { sku: otherSku, quantity: 2 } }, { setKey: { key: newKey('list') } }];
  matchWhole(t, (await ask(update, { id: list.id, version: 1, actions })).data, {
    updateShoppingList: { version: 2, lineItems: [{ quantity: 3 }] },
  });
});

test('the SDK reads a list that it created', async t => {
  const body = { name, lineItems: [{ sku: otherSku }] };
  const { body: made } = await sdk.shoppingLists().post({ body }).execute();
  t.same((await sdk.shoppingLists().withId({ ID: made.id }).get().execute()).body, made);
});

test('offers the update actions of the SDK', async t => {
  const refused = await lists.refuse(await create(), { action: 'unknown' });
  assertUnknownAction(t, refused, 'unknown', 'ShoppingList');
});
