/** Rules that the documentation repeats for every resource type: identifiers in requests, and totals of pages. */
import { test } from '../../support/tap.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { createSample, hasSample, sampleDraft } from '../../support/createSample.js';
import { cartDiscountDraft, createType, fieldDefinition, newKey } from '../../support/drafts.js';
import { assertError } from '../../support/refusal.js';
import { createProjectApi, startProject } from '../../support/resourceApi.js';

const api = await startProject();
const { createIn, http, base, quayside } = api;

/** Names a resource by id and by key. */
const twice = { id: 'some-id', key: 'some-key' };
/** The path of the identifier in the sample draft of a type. */
const places: readonly (readonly [rule: string, typeId: string, path: string, at: string])[] = [
  ['cart.a2c05', 'cart', 'quote-requests', 'cart'],
  ['cart-discount.9ce44', 'cart-discount', 'discount-codes', 'cartDiscounts[0]'],
  ['category.d2f8a', 'category', 'products', 'categories[0]'],
  ['channel.05f44', 'channel', 'inventory', 'supplyChannel'],
  ['customer.17167', 'customer', 'payments', 'customer'],
  ['customer-group.ca191', 'customer-group', 'customers', 'customerGroup'],
  ['product-type.b244c', 'product-type', 'products', 'productType'],
  ['shipping-method.df5c8', 'shipping-method', 'carts', 'shippingMethod'],
  ['state.c353b', 'state', 'products', 'state'],
  ['store.9fd8b', 'store', 'carts', 'store'],
  ['tax-category.babaa', 'tax-category', 'products', 'taxCategory'],
  ['type.3f7d0', 'type', 'channels', 'custom.type'],
];

/** Puts the identifier into a draft. */
const putAt = (draft: object, at: string, identifier: object): object => {
  const [name = '', rest] = at.split('.');
  if (rest !== undefined) return { ...draft, [name]: { [rest]: identifier } };
  return name.endsWith('[0]') ? { ...draft, [name.slice(0, -3)]: [identifier] } : { ...draft, [name]: identifier };
};

for (const [rule, typeId, path, at] of places)
  test(`refuses a ${typeId} named by both id and key (${rule})`, async t => {
    const holder = definitions.find(each => each.path === path)!.typeId;
    const draft = putAt(await sampleDraft(api, holder), at, { typeId, ...twice });
    assertError(t, await http.send('POST', `${base}/${path}`, { body: draft }), 'InvalidJsonInput', {
      message: `'${at}' has both id and key; expected one of them.`,
    });
  });

test('refuses names by both id and key (zone.cf55c, payment.a676c, shopping-list.0aa43, product.d220d)', async t => {
  const gift = { type: 'giftLineItem', product: { typeId: 'product', ...twice }, variantId: 1 };
  const { target: _, ...discount } = cartDiscountDraft({ value: gift });
  const method = { ...(await sampleDraft(api, 'shipping-method')), zoneRates: [{ zone: twice, shippingRates: [] }] };
  const cart = await createSample(api, 'cart');
  const actions = [{ action: 'addPayment', payment: { typeId: 'payment', ...twice } }];
  const listActions = [{ action: 'addShoppingList', shoppingList: { typeId: 'shopping-list', ...twice } }];
  for (const [path, body, at] of [
    [`carts/${cart.id}`, { version: 1, actions: listActions }, 'actions[0].shoppingList'],
    ['shipping-methods', method, 'zoneRates[0].zone'],
    [`carts/${cart.id}`, { version: 1, actions }, 'actions[0].payment'],
    ['cart-discounts', discount, 'value.product'],
  ] as const)
    assertError(t, await http.send('POST', `${base}/${path}`, { body }), 'InvalidJsonInput', {
      message: `'${at}' has both id and key; expected one of them.`,
    });
});

/** Only custom fields refer to these types. */
for (const [rule, typeId] of [
  ['attribute-group.a873c', 'attribute-group'],
  ['discount-code.6d4b0', 'discount-code'],
  ['inventory.3ebaf', 'inventory-entry'],
  ['review.9bfd3', 'review'],
] as const)
  test(`refuses a custom field that names a ${typeId} by both id and key (${rule})`, async t => {
    const reference = { name: 'Reference', referenceTypeId: typeId };
    const type = await createType(
      createIn,
      ['channel'],
      [
        fieldDefinition(`one-${typeId}`, reference),
        fieldDefinition(`many-${typeId}`, { name: 'Set', elementType: reference }),
      ],
    );
    for (const [at, fields] of [
      [`fields.one-${typeId}`, { [`one-${typeId}`]: { typeId, ...twice } }],
      [`fields.many-${typeId}[0]`, { [`many-${typeId}`]: [{ typeId, ...twice }] }],
    ] as const) {
      const body = { key: newKey(), custom: { type: { typeId: 'type', id: type.id }, fields } };
      assertError(t, await http.send('POST', `${base}/channels`, { body }), 'InvalidJsonInput', {
        message: `'${at}' has both id and key; expected one of them.`,
      });
    }
  });

/** The documented rules about the total; newer resource types have none. */
const totals: Readonly<Record<string, readonly string[]>> = {
  'api-clients': ['api-client.aedd4'],
  'attribute-groups': ['attribute-group.53326'],
  'cart-discounts': ['cart-discount.d0159'],
  carts: ['cart.a50ce'],
  categories: ['category.7b169'],
  channels: ['channel.96634'],
  'custom-objects': ['custom-object.1fede'],
  'customer-groups': ['customer-group.0dba6'],
  customers: ['customer.3d8d2'],
  'discount-codes': ['discount-code.d4edd'],
  'discount-groups': ['discount-group.ea119'],
  extensions: ['extension.251fe'],
  inventory: ['inventory.c074d'],
  messages: ['message.035da'],
  orders: ['order.182e3'],
  payments: ['payment.b3d72'],
  'product-discounts': ['product-discount.b9309'],
  'product-selections': ['product-selection.2b080'],
  'product-types': ['product-type.b919f'],
  products: ['product.0a95c'],
  'quote-requests': ['quote-request.5f8c3'],
  quotes: ['quote.44ed7'],
  'recurrence-policies': ['recurrence-policy.14e6a'],
  reviews: ['review.8638c'],
  'shipping-methods': ['shipping-method.feb62'],
  'shopping-lists': ['shopping-list.5e9df'],
  'staged-quotes': ['staged-quote.1c5b7'],
  'standalone-prices': ['standalone-price.dc53f'],
  states: ['state.ec1e4'],
  stores: ['store.e553b'],
  'tax-categories': ['tax-category.22cde'],
  types: ['type.eeda9'],
  zones: ['zone.e88d5'],
};

const paged = definitions.filter(({ routes }) => routes === undefined);

for (const { path, typeId } of paged)
  test(`${path}: total of pages (${[...(totals[path] ?? []), 'common.d1fdc', 'common.0b07b'].join(', ')})`, async t => {
    const other = await createProjectApi(quayside, await quayside.project());
    const read = async (query: string) => (await other.http.send('GET', `${other.base}/${path}?${query}`)).json;
    const { total: before } = (await read('')) as { total: number };
    const creations = path === 'messages' ? 'orders' : path;
    if (path === 'api-clients') await other.createIn(path, { name: 'App', scope: `view_orders:${other.projectKey}` });
    else if (path === 'custom-objects') await other.createIn(path, { container: 'notes', key: 'a', value: 1 });
    else if (hasSample(typeId)) await createSample(other, typeId);
    else await createSample(other, creations.slice(0, -1));
    const total = before + 1;
    const behind = { limit: 1, offset: total, count: 0, results: [] };
    t.strictSame(await read(`limit=1&offset=${total}`), { ...behind, total });
    t.strictSame(await read(`limit=1&offset=${total}&withTotal=false`), behind);
  });
