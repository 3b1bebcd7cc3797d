/** `where` and `sort` on fields that no resource can have. */
import { test } from '../../support/tap.js';
import { address, openShop } from '../../support/shop.js';
import { fieldDefinition, newKey, orderDraft, productTypeDraft } from '../../support/drafts.js';
import type { HttpResponse } from '../../support/http.js';
import { basic, post, tokenIn } from '../../support/oauth.js';
import { assertRefusal, literally } from '../../support/refusal.js';
import { startResourceApi } from '../../support/resourceApi.js';

const api = await startResourceApi('orders');
const { http, base, createIn } = api;

const query = (path: string, parameters: Readonly<Record<string, string>>): Promise<HttpResponse> =>
  http.send('GET', `${base}/${path}?${new URLSearchParams(parameters).toString()}`);

const refusalOf = (parameter: 'where' | 'sort', problem: string) => ({
  code: 'InvalidInput',
  message: literally(`Malformed parameter: ${parameter}: ${problem}`),
});

test('refuses a field that the resource type does not have, with its position and the nearest names', async t => {
  for (const [path, where, problem] of [
    [
      'orders',
      'orderStat="Open"',
      "The field 'orderStat' does not exist. Did you mean 'orderState'? (line 1, column 1)",
    ],
    ['customers', 'emial="a@b.c"', "The field 'emial' does not exist. Did you mean 'email'? (line 1, column 1)"],
    [
      'orders',
      'orderState="Open"\nand not (shippingAddress(contry="DE"))',
      "The field 'shippingAddress.contry' does not exist. Did you mean 'country'? (line 2, column 26)",
    ],
    [
      'orders',
      'lineItems(variant(skew="x"))',
      "The field 'lineItems.variant.skew' does not exist. (line 1, column 19)",
    ],
    ['orders', 'constructor is defined', "The field 'constructor' does not exist. (line 1, column 1)"],
    ['orders', '`a b` in ("x")', "The field 'a b' does not exist. (line 1, column 1)"],
    [
      'orders',
      'orderState(name="Open")',
      "The field 'orderState.name' does not exist. 'orderState' has no members. (line 1, column 12)",
    ],
    [
      'orders',
      'lineItems(name(english="Jacket"))',
      "The field 'lineItems.name.english' does not exist. Expected an IETF language tag. (line 1, column 16)",
    ],
    ['orders', 'cart(obj(key="x"))', "The field 'cart.obj' does not exist. (line 1, column 6)"],
    [
      'orders',
      'createdBy(customerId="x")',
      "The field 'createdBy.customerId' does not exist. Did you mean 'customer'? (line 1, column 11)",
    ],
    ['messages', 'tpye="OrderCreated"', "The field 'tpye' does not exist. Did you mean 'type'? (line 1, column 1)"],
    ['channels', 'name within circle(0, 0, 5)', "The field 'name' is no point. (line 1, column 1)"],
  ] as const)
    assertRefusal(t, await query(path, { where }), 400, [refusalOf('where', problem)]);
});

test('refuses to sort by a field that the resource type does not have', async t => {
  for (const [path, sort, problem] of [
    [
      'orders',
      'orderNumbr desc',
      "The field 'orderNumbr' does not exist. Did you mean 'orderNumber'? (line 1, column 1)",
    ],
    ['orders', ' totalPrice.amount', "The field 'totalPrice.amount' does not exist. (line 1, column 13)"],
    ['states', 'name.e_n', "The field 'name.e_n' does not exist. Expected an IETF language tag. (line 1, column 6)"],
    [
      'customers',
      'custom.fields.size',
      "No type of the project declares the field 'custom.fields.size'. (line 1, column 15)",
    ],
  ] as const)
    assertRefusal(t, await query(path, { sort }), 400, [refusalOf('sort', problem)]);
});

test('accepts fields of all levels and of all alternatives, and ignores unknown parameters', async t => {
  const { id } = await createIn('orders/import', orderDraft({ shippingAddress: address() }));
  for (const [path, parameters] of [
    ['orders', { where: 'shippingAddress(country="DE")', sort: 'shippingAddress.country' }],
    ['orders', { where: 'cart(typeId="cart" or id="x") or version=1 or createdBy(isPlatformClient=false)' }],
    ['orders', { where: 'lineItems(name(de-AT="x")) or createdBy(associate(customer(id="x"))) or id is defined' }],
    ['orders', { where: 'recurringOrder is not defined', sort: 'lineItems.reservation', orderStat: 'Open', wher: 'x' }],
    ['messages', { where: `resource(id="${id}" and typeId="order") and order(orderState is defined)` }],
    ['messages', { where: `resource(id="${id}") and transaction is not defined` }],
  ] as const) {
    const answer = await query(path, parameters);
    t.equal((answer.json as { total: number }).total, 1, answer.text);
  }
});

const createType = (resourceTypeIds: readonly string[], ...names: readonly string[]) =>
  createIn('types', {
    key: newKey('type'),
    name: { en: 'Type' },
    resourceTypeIds,
    fieldDefinitions: names.map(name => fieldDefinition(name, { name: 'String' })),
  });

test('knows custom fields by the Types of the project', async t => {
  const where = 'custom(fields(colour="red"))';
  const refused = (suggestion = '') =>
    refusalOf(
      'where',
      `No type of the project declares the field 'custom.fields.colour'.${suggestion} (line 1, column 15)`,
    );
  assertRefusal(t, await query('orders', { where }), 400, [refused()]);
  await createType(['customer'], 'colour');
  t.equal((await query('customers', { where })).status, 200);
  assertRefusal(t, await query('orders', { where }), 400, [refused()]);
  await createType(['order'], 'color');
  assertRefusal(t, await query('orders', { where }), 400, [refused(" Did you mean 'color'?")]);
  const type = await createType(['order', 'line-item'], 'colour');
  await createIn(
    'orders/import',
    orderDraft({ custom: { type: { typeId: 'type', id: type.id }, fields: { colour: 'red' } } }),
  );
  t.equal(((await query('orders', { where, sort: 'custom.fields.colour' })).json as { total: number }).total, 1);
  t.equal((await query('carts', { where })).status, 200, 'carts have the custom fields of orders');
  t.equal((await query('orders', { where: `lineItems(${where})` })).status, 200);
  assertRefusal(t, await query('orders', { where: `customLineItems(${where})` }), 400, [
    refusalOf(
      'where',
      "No type of the project declares the field 'customLineItems.custom.fields.colour'. (line 1, column 31)",
    ),
  ]);
});

test('knows the attributes of products by the product types of the project', async t => {
  const attributes = (condition: string) => `masterData(current(masterVariant(attributes(${condition}))))`;
  const where = attributes('name="colour" and value="red"');
  t.equal((await query('products', { where })).status, 200, 'the project has no product type');
  await openShop(api);
  await createIn(
    'product-types',
    productTypeDraft([{ name: 'color', label: { en: 'Color' }, type: { name: 'text' }, isRequired: false }]),
  );
  const refused = (column: number) =>
    refusalOf(
      'where',
      "No product-type of the project declares 'colour' as 'masterData.current.masterVariant.attributes.name'. " +
        `Did you mean 'color'? (line 1, column ${column})`,
    );
  assertRefusal(t, await query('products', { where }), 400, [refused(45)]);
  assertRefusal(t, await query('products', { where: attributes('name=:n'), 'var.n': 'colour' }), 400, [refused(45)]);
  assertRefusal(t, await query('products', { where: attributes('name in ("color", "colour")') }), 400, [refused(45)]);
  t.equal((await query('products', { where: attributes('name="color" and value(key="x")') })).status, 200);
  t.equal((await query('products', { where: attributes('name != "colour"') })).status, 200);
});

test('refuses unknown fields in stores, at /me and in GraphQL', async t => {
  const { key } = await createIn('stores', { key: newKey('store'), name: { en: 'Store' } });
  const where = 'orderStat="Open"';
  const refused = refusalOf(
    'where',
    "The field 'orderStat' does not exist. Did you mean 'orderState'? (line 1, column 1)",
  );
  assertRefusal(t, await query(`in-store/key=${key as string}/orders`, { where }), 400, [refused]);
  const { quayside, credentials } = api;
  const { projectKey } = credentials;
  const session = await post(quayside, `${projectKey}/anonymous/token`, basic(credentials), {
    grant_type: 'client_credentials',
    scope: `manage_my_orders:${projectKey}`,
  });
  const own = quayside.http.as(tokenIn(session).access_token);
  assertRefusal(t, await own.send('GET', `${base}/me/orders?${new URLSearchParams({ where }).toString()}`), 400, [
    refused,
  ]);
  for (const [text, parameter, problem] of [
    [
      'query ($where: String) { orders(where: $where) { total } }',
      'where',
      "The field 'orderStat' does not exist. Did you mean 'orderState'? (line 1, column 1)",
    ],
    [
      '{                        customers(sort: ["id", "emial"]) { total } }',
      'sort',
      "The field 'emial' does not exist. Did you mean 'email'? (line 1, column 1)",
    ],
  ] as const) {
    const answer = await http.send('POST', `${base}/graphql`, { body: { query: text, variables: { where } } });
    t.strictSame((answer.json as { errors: unknown }).errors, [
      {
        message: `Malformed parameter: ${parameter}: ${problem}`,
        locations: [{ line: 1, column: 26 }],
        path: [text.includes('orders') ? 'orders' : 'customers'],
        extensions: { code: 'InvalidInput' },
      },
    ]);
  }
});
