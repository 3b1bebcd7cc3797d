/** JSON that JavaScript would change silently is refused everywhere; all other JSON is kept as it was sent. */
import { inexactNumberIn } from '../../src/engine/document/inexactNumber.js';
import { createType, fieldDefinition, newKey, orderDraft } from '../support/drafts.js';
import { startGraphql } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import { assertError } from '../support/refusal.js';
import { test } from '../support/tap.js';

const { ask, base, createIn, http } = await startGraphql();
const headers = { 'content-type': 'application/json' };
const send = (path: string, body: string) => http.send('POST', `${base}/${path}`, { body, headers });
const putValue = (value: string) =>
  send('custom-objects', `{"container":"c","key":"${newKey('key')}","value":${value}}`);

const rounded = (number: string, result: unknown = Number(number)): string =>
  `The number ${number} would become ${String(result)}: expected an integer from -9007199254740991 to ` +
  '9007199254740991, another number of at most 15 digits, or a text.';
const prototypeMember = "Malformed field '__proto__': expected another name of the member.";

const refusedValues: readonly (readonly [value: string, message: string])[] = [
  ...[
    '{"__proto__":1}',
    '{"a":{"__proto__":{"b":1}}}',
    '[[{"__proto__":null}]]',
    '{"__proto__":{},"__proto__":{}}',
  ].map(value => [value, prototypeMember] as const),
  ...['{"\\u005f_proto__":1}', '{"__proto\\u005F_":{"polluted":true}}'].map(value => [value, prototypeMember] as const),
  ...[
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '12345678901234567890.0',
    '9007199254740993e0',
    '900719925474099.3e1',
    '0.1234567890123456789',
    '0.30000000000000000000001',
    '0.12345678901234567',
    '1e-400',
    '123456789e-330',
  ].flatMap(number =>
    [number, `{"a":[${number}]}`, `{"n":1,"\\"9":${number}}`].map(value => [value, rounded(number)] as const),
  ),
];

test('refuses members and numbers of any JSON that would not be kept', async t => {
  for (const [value, message] of refusedValues) {
    const answer = await putValue(value);
    matchWhole(
      t,
      answer,
      { status: 400, json: { statusCode: 400, message, errors: [{ code: 'InvalidJsonInput', message }] } },
      value,
    );
  }
  for (const value of ['1e400', '-1e400'])
    assertError(t, await putValue(value), 'InvalidJsonInput', { message: /expected numbers up to ±/ });
  for (const value of ['01', '+1', '.5', '1.', '0x10', 'NaN', '1e', '--1'])
    assertError(t, await putValue(value), 'InvalidJsonInput', {
      message: 'Request body does not contain valid JSON.',
      detailedErrorMessage: String,
    });
  t.equal(({} as { polluted?: unknown }).polluted, undefined);
});

const inherited = Object.getOwnPropertyNames(Object.prototype).filter(name => name !== '__proto__');

test('keeps every other member, number and text of any JSON', async t => {
  for (const [value, kept = value] of [
    [`{${inherited.map(name => `"${name}":{"${name}":1}`).join()}}`],
    [
      '{"prototype":1,"then":2,"__proto":3,"proto__":4,"":5,"0":6}',
      '{"0":6,"prototype":1,"then":2,"__proto":3,"proto__":4,"":5}',
    ],
    ['["__proto__","12345678901234567890","1e-400","a\\\\"]'],
    [
      '[9007199254740991,-9007199254740991,9007199254740992,1e300]',
      '[9007199254740991,-9007199254740991,9007199254740992,1e+300]',
    ],
    ['[0.30000000000000004,123456789.12345678,5e-324]'],
    // Some languages write all numbers in seventeen digits.
    ['[0.10000000000000001,1.1000000000000001e-7]', '[0.1,1.1e-7]'],
    ['[1E2,1e+2,-0,1.50,0.00000000000000000010,100000000000000000000000.0]', '[100,100,0,1.5,1e-19,1e+23]'],
    // As in most readers of JSON, the last of repeated members counts; null removes the member.
    ['{"a":1,"b":2,"a":{"c":3}}', '{"a":{"c":3},"b":2}'],
    ['{"a":1,"a":null}', '{}'],
  ] as const) {
    const created = await putValue(value);
    t.equal(created.status, 201, created.text);
    const { container, key } = created.json as { container: string; key: string };
    for (const { text } of [created, await http.send('GET', `${base}/custom-objects/${container}/${key}`)])
      t.ok(text.includes(`"value":${kept}`), `${value}: ${text}`);
  }
});

test('numbers are exact or not, whatever is around them', t => {
  for (const [json, found] of [
    ['{"a":"12345678901234567890"}', undefined],
    ['{"a\\"12345678901234567890":1}', undefined],
    ['{"a\\\\":12345678901234567890}', '12345678901234567890'],
    ['["1234567890123456",-12345678901234567891]', '-12345678901234567891'],
    ['[1.2e3,"\\\\\\"",1234567890123456789e1]', '1234567890123456789e1'],
    ['12345678901234567890', '12345678901234567890'],
    ['[123456789012345678]', '123456789012345678'],
    ['[123456789012345680]', undefined],
    [`[1${'0'.repeat(300)}]`, undefined],
    [`[1${'0'.repeat(300)}1]`, `1${'0'.repeat(300)}1`],
    [`[0.${'0'.repeat(100_000)}1]`, `0.${'0'.repeat(100_000)}1`],
  ] as const)
    t.equal(inexactNumberIn(json), found, json);
  t.end();
});

test('refuses the name __proto__ and rounded numbers wherever a body is read', async t => {
  const { id: orderId } = await createIn<{ id: string }>('orders/import', orderDraft());
  for (const [path, bodyOf] of [
    ['orders/import', (member: string) => `{"totalPrice":{${member}}}`],
    ['products', (member: string) => `{"name":{${member}}}`],
    ['products', (member: string) => `{"masterVariant":{"attributes":[{"name":"a","value":{${member}}}]}}`],
    ['products', (member: string) => `{"searchKeywords":{${member}}}`],
    ['payments', (member: string) => `{"interfaceInteractions":[{"fields":{${member}}}]}`],
    ['extensions', (member: string) => `{"destination":{"type":"HTTP","authentication":{${member}}}}`],
    ['categories', (member: string) => `{"custom":{"fields":{${member}}}}`],
    ['states', (member: string) => `{"undeclared":{${member}}}`],
    [
      `orders/${orderId}`,
      (member: string) => `{"version":1,"actions":[{"action":"setCustomField","value":{${member}}}]}`,
    ],
    [`orders/${orderId}`, (member: string) => `{${member},"version":1,"actions":[]}`],
    ['orders/search', (member: string) => `{"query":{${member}}}`],
    ['products/search', (member: string) => `{"query":{"exact":{"field":"key","value":{${member}}}}}`],
    ['graphql', (member: string) => `{"query":"{ __typename }","variables":{"x":{${member}}}}`],
    ['graphql', (member: string) => `{"query":"{ __typename }","extensions":{${member}}}`],
  ] as const)
    for (const [member, message] of [
      ['"__proto__":{"a":1}', prototypeMember],
      ['"centAmount":9007199254740993', rounded('9007199254740993')],
    ] as const) {
      const answer = await send(path, bodyOf(member));
      const { errors } = answer.json as { readonly errors: readonly { readonly message: string }[] };
      t.strictSame([answer.status, errors.map(each => each.message)], [400, [message]], `${path} ${member}`);
    }
});

test('GraphQL refuses the same in texts of JSON, literals and lists of names', async t => {
  const value = (json: string) =>
    ask(
      `mutation ($value: String!) {
        createOrUpdateCustomObject(draft: { container: "c", key: "k", value: $value }) { value }
      }`,
      {
        value: json,
      },
    );
  const create = (rate: string) =>
    ask(
      `mutation {
        createState(draft: { key: "${newKey()}", type: OrderState, name: [{ locale: "${rate}", value: "a" }] }) {
          id
        }
      }`,
    );
  const literal = (text: string) => ask(`{ orders(limit: ${text}) { count } }`);
  const variable = (json: string) =>
    send(
      'graphql',
      `{"query":"query ($limit: Int) { orders(limit: $limit) { count } }","variables":{"limit":${json}}}`,
    );
  const longNumber = '9007199254740993';
  for (const [name, answer, message] of [
    ['a text', value('{"__proto__":1}'), prototypeMember],
    ['a text with a number', value(longNumber), rounded(longNumber)],
    ['a locale', create('__proto__'), "Locale cannot represent '__proto__': expected an IETF language tag."],
    ['a literal', literal(longNumber), rounded(longNumber)],
    ['a literal without end', literal('1e400'), rounded('1e400', 'Infinity')],
    ['a fraction', literal('0.1234567890123456789'), rounded('0.1234567890123456789')],
    ['a variable', variable(longNumber), rounded(longNumber)],
  ] as const) {
    const given = await answer;
    const { errors = [] } = ('json' in given ? given.json : given) as {
      readonly errors?: readonly { readonly message: string }[];
    };
    t.strictSame(
      errors.map(each => each.message),
      [message],
      name,
    );
  }
  t.match((await create('constructor')).errors, [{ message: /constructor/ }], 'it is no language');
});

test('parameters and predicates refuse numbers that would be rounded', async t => {
  const { id } = await createIn<{ id: string }>('states', { key: newKey(), type: 'OrderState' });
  const long = '9007199254740993';
  for (const [method, path, message] of [
    [
      'DELETE',
      `states/${id}?version=${long}`,
      /: version: expected an integer from 0 to 9007199254740991, got '9007199254740993'/,
    ],
    ['GET', `states?limit=${long}`, /limit.*9007199254740993/],
    ['GET', `states?offset=${long}`, /offset.*9007199254740993/],
    ['GET', `states?where=version%3D${long}`, /'9007199254740993', expected a number that a double holds exactly/],
    ['GET', `states?where=version%3D1e400`, /'1e400', expected a number that a double holds exactly/],
    ['GET', `product-projections/search?filter=variants.price.centAmount:${long}`, /9007199254740993/],
    ['GET', `product-projections/search?filter=variants.price.centAmount:range(1%20to%20${long})`, /9007199254740993/],
  ] as const) {
    const { status, json } = await http.send(method, `${base}/${path}`);
    t.equal(status, 400, path);
    t.match((json as { message: string }).message, message, path);
  }
});

test('fields named as members of every object are stored, searched and removed as others', async t => {
  const names = inherited.filter(name => /^[A-Za-z0-9_-]{2,36}$/.test(name));
  const type = await createType(
    createIn,
    ['order'],
    names.map(name => fieldDefinition(name, { name: 'String' })),
  );
  const fields = Object.fromEntries(names.map(name => [name, `${name} of it`]));
  const custom = { type: { typeId: 'type', id: type.id }, fields };
  const order = await createIn<{ id: string }>('orders/import', orderDraft({ custom } as object));
  const stored = (await http.send('GET', `${base}/orders/${order.id}`)).json as { custom: { fields: object } };
  t.same(stored.custom.fields, fields);
  for (const name of names) {
    const where = encodeURIComponent(`custom(fields(${name} = "${name} of it"))`);
    const { json } = await http.send('GET', `${base}/orders?where=${where}`);
    matchWhole(t, json, { total: 1 }, name);
  }
  const actions = names.map(name => ({ action: 'setCustomField', name }));
  const { json } = await http.send('POST', `${base}/orders/${order.id}`, { body: { version: 1, actions } });
  t.strictSame((json as { custom: { fields: object } }).custom.fields, {});
});
