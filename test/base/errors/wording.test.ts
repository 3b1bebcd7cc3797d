/** Messages say in words what was expected and what the request had, and shorten long values of the request. */
import { test } from '../../support/tap.js';
import { errorEntry } from '../../../src/base/errors/ApiError.js';
import { lineItemDraft, orderDraft, stateDraft } from '../../support/drafts.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { nearestNames } from '../../../src/base/errors/nearestNames.js';

const { http, base, create } = await startResourceApi('carts');
type Entry = { readonly message: string; readonly invalidValue?: unknown };
const send = async (path: string, body: object): Promise<{ text: string; message: string; errors: Entry[] }> => {
  const { status, json, text } = await http.send('POST', `${base}/${path}`, { body });
  if (status !== 400) throw new Error(`expected 400, got ${status}: ${text}`);
  return { text, ...(json as { message: string; errors: Entry[] }) };
};

test('explains values of a wrong kind or format in words, first at the top (ERR001, ERR002)', async t => {
  const customerDraft = (members: object) => ({ email: 'ana@example.com', password: 'Secret-1234', ...members });
  for (const [path, draft, message] of [
    [
      'orders/import',
      orderDraft({ lineItems: [lineItemDraft({ quantity: 12.5 })] }),
      "Malformed field 'lineItems[0].quantity': expected an integer, got the number 12.5.",
    ],
    [
      'orders/import',
      orderDraft({ totalPrice: { currencyCode: 'euro', centAmount: 1 } }),
      "The value 'euro' is not valid for field 'totalPrice.currencyCode'. " +
        'Expected a currency code of three capital letters (ISO 4217), such as EUR.',
    ],
    [
      'orders/import',
      orderDraft({ country: 'Germany' }),
      "The value 'Germany' is not valid for field 'country'. Expected a country code of two capital letters (ISO " +
        '3166-1), such as DE.',
    ],
    [
      'orders/import',
      orderDraft({ completedAt: 'yesterday' }),
      "The value 'yesterday' is not valid for field 'completedAt'. " +
        'Expected a date and time in ISO 8601 with a time zone, such as 2024-02-29T12:00:00Z.',
    ],
    [
      'customers',
      customerDraft({ email: ' ' }),
      "The value ' ' is not valid for field 'email'. Expected an email address, such as ana@example.com.",
    ],
    [
      'customers',
      customerDraft({ locale: 'German' }),
      "The value 'German' is not valid for field 'locale'. Expected a language tag (IETF), such as en or de-AT.",
    ],
    [
      'customers',
      customerDraft({ dateOfBirth: '1.2.1990' }),
      "The value '1.2.1990' is not valid for field 'dateOfBirth'. Expected a date as YYYY-MM-DD, such as 2024-02-29.",
    ],
    [
      'states',
      stateDraft({ key: 'not a key' }),
      "The value 'not a key' is not valid for field 'key'. Expected a key of letters, digits, underscores and hyphens.",
    ],
    ['states', stateDraft({ key: 'k' }), "The value 'k' is not valid for field 'key'. Expected at least 2 characters."],
    [
      'states',
      stateDraft({ name: { 'no tag': 'x' } }),
      "The value 'no tag' is not valid for field 'name'. Expected language tags (IETF), such as en or de-AT, " +
        'as names of members.',
    ],
  ] as const) {
    const answer = await send(path, draft as object);
    t.same([answer.message, answer.errors.map(error => error.message)], [message, [message]]);
  }
});

test('quotes at most 200 characters of a value in a message, and 1,000 in invalidValue', async t => {
  const long = 'ä'.repeat(5_000_000);
  const { message, errors } = await send('states', stateDraft({ type: long as never }));
  t.equal(errors.length, 1);
  t.ok(message.includes(`'${'ä'.repeat(200)}…'`) && !message.includes('ä'.repeat(201)), message.slice(0, 300));
  t.equal(errors[0]!.invalidValue, `${'ä'.repeat(1_000)}…`);

  const object = { country: { long } };
  const answer = await send('orders/import', { ...orderDraft(), shippingAddress: object });
  t.ok(answer.text.length < 2_000, answer.text.slice(0, 300));
});

test('quotes only a part of names with megabytes', async t => {
  const { status, json } = await http.send('POST', `${base}/states`, {
    headers: { 'content-type': 'application/json' },
    body: `{"${'n'.repeat(15_000_000)}":1e400}`,
  });
  const message = `Malformed field '${'n'.repeat(200)}…': expected numbers up to ±1.7976931348623157e+308, got a larger one.`;
  t.equal(status, 400);
  t.same(json, { statusCode: 400, message, errors: [{ code: 'InvalidJsonInput', message }] });
});

test('quotes each long value of a message, in single and in double quotation marks', async t => {
  const [long, short] = ['v'.repeat(201), 'v'.repeat(200)];
  for (const [message, expected] of [
    [`a '${short}' b "${short}" c`, `a '${short}' b "${short}" c`],
    [`a '${long}' b "${long}" c`, `a '${short}…' b "${short}…" c`],
    [`the order's key '${long}' is`, `the order's key '${short}…' is`],
    [`a '"${long}"' b`, `a '"${short.slice(1)}…' b`],
    [`a '${long}`, `a '${long}`],
    [`''${'x'.repeat(5_000)}`, `''${'x'.repeat(3_998)}…`],
    ["'".repeat(5_000), `${"'".repeat(4_000)}…`],
  ] as const)
    t.equal(errorEntry('InvalidInput', { message }).message, expected);
});

test('cuts values between characters', async t => {
  const { errors } = await send('states', stateDraft({ type: `x${'😀'.repeat(1_000)}` as never }));
  t.equal(errors[0]!.invalidValue, `x${'😀'.repeat(499)}…`);
});

test('answers long values in any part of a request briefly', async t => {
  const long = 'v'.repeat(60_000);
  const cart = await create({ currency: 'EUR' });
  const update = (action: object) =>
    http.send('POST', `${base}/carts/${cart.id}`, { body: { version: cart.version, actions: [action] } });
  const answers = [
    await update({ action: long }),
    await update({ action: 'removeLineItem', lineItemId: long }),
    await update({ action: 'removeDiscountCode', discountCode: { typeId: 'discount-code', id: long } }),
    await update({ action: 'addLineItem', sku: long }),
    await update({ action: 'addLineItem', productId: long, variantId: 1 }),
    await update({ action: 'setCustomField', name: long, value: long }),
    await update({ action: 'setCustomType', type: { typeId: 'type', key: long }, fields: { [long]: long } }),
    await update({ action: 'setCountry', country: long }),
    await http.send('POST', `${base}/carts`, { body: { currency: 'EUR', [long]: long, locale: long } }),
    await http.send('POST', `${base}/states`, { body: stateDraft({ name: { [long]: 'x' } }) }),
    await http.send('POST', `${base}/states`, { body: stateDraft({ transitions: [{ typeId: 'state', key: long }] }) }),
    await http.send('POST', `${base}/graphql`, { body: { query: `{ ${long} }` } }),
    await http.send('POST', `${base}/graphql`, {
      body: { query: '{ states(where: 1) { count } }', operationName: long },
    }),
    await http.send('POST', `${base}/graphql`, {
      body: { query: 'query Q($l: Locale!) { state(key: "x") { name(locale: $l) } }', variables: { l: long } },
    }),
    await http.send('GET', `${base}/states/${long.slice(0, 10_000)}`),
    await http.send('GET', `${base}/states?where=${long.slice(0, 10_000)}`),
    await http.send('GET', `${base}/states?sort=${long.slice(0, 10_000)}`),
    await http.send('GET', `${base}/states?limit=${long.slice(0, 10_000)}`),
    await http.send('GET', `${base}/states?expand=${long.slice(0, 10_000)}`),
  ];
  for (const [at, { status, text }] of answers.entries())
    t.ok(text.length < 6_000, `request ${at}, status ${status}: ${text.length} characters, ${text.slice(0, 100)}`);
  t.same(
    answers.map(({ status }) => status >= 500),
    answers.map(() => false),
  );
});

const known = ['orderState', 'orderNumber', 'origin', 'shipmentState', 'paymentState', 'id', 'key', 'state', 'store'];

test('finds the names with the fewest wrong letters, at most three', async t => {
  for (const [wrong, near] of [
    ['orderStat', ['orderState']],
    ['ORDERSTATE', ['orderState']],
    ['orderNumbr', ['orderNumber']],
    ['orderSate', ['orderState']],
    ['stat', ['state']],
    ['sttae', ['state', 'store']],
    ['kye', ['key']],
    ['stote', ['state', 'store']],
    ['ky', []],
    ['i', []],
    ['', []],
    ['somethingElse', []],
    ['constructor', []],
    ['o'.repeat(100_000), []],
  ] as const)
    t.same(nearestNames(wrong, known), near, wrong.slice(0, 20));
  t.same(nearestNames('name5', ['name1', 'name4', 'name2', 'name3']), ['name1', 'name2', 'name3']);
});
