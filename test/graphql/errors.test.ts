import { test } from '../support/tap.js';
import { newKey } from '../support/drafts.js';
import { storeMany } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import { startCustomerShop, storeSampleCustomer } from './customerShop.js';

const shop = await startCustomerShop();
const { quayside, projectKey, ask, http, createIn } = shop;
const { id: customerId } = await storeSampleCustomer(shop);

test('answers a malformed or invalid document with 400 and errors without a path (ERR081, graph-ql.81b77)', async t => {
  const send = (body: object | string) =>
    http.send('POST', `/${projectKey}/graphql`, { body, headers: { 'content-type': 'application/json' } });
  const query = 'query Q($n: Int!) { states(limit: $n) { count } }';
  for (const [body, code, message] of [
    [{ query: '{ states { count }' }, 'SyntaxError', /Expected Name, found <EOF>/],
    [{ query: '{ states { countt } }' }, 'InvalidInput', /Cannot query field "countt"/],
    [{ query: 'subscription { x }' }, 'InvalidInput', /subscription/],
    [{ query }, 'InvalidInput', /\$n/],
    [{ query, variables: { n: 'three' } }, 'InvalidInput', /Int cannot represent/],
    [{ query: '{ customers { count } } ', operationName: 'Other' }, 'InvalidInput', /no operation named 'Other'/],
    [
      { query: 'query A { customers { count } } query B { customers { count } }' },
      'InvalidInput',
      /exactly one operation/,
    ],
    [
      {
        query:
          'mutation { updateCustomer(id: "x", version: 1, ' +
          'actions: [{ setDateOfBirth: { dateOfBirth: "1990-02-30" } }]) { id } }',
      },
      'InvalidInput',
      /YYYY-MM-DD/,
    ],
    [
      { query: 'mutation { updateMyCustomer(version: 1, actions: [{ setKey: { key: "x" } }]) { id } }' },
      'InvalidInput',
      /setKey/,
    ],
    [{}, 'RequiredField', /A value is required for field query/],
    [{ query: 5 }, 'InvalidJsonInput', /expected a string, got the number 5/],
    [{ query, variables: [] }, 'InvalidJsonInput', /got an array/],
    ['{', 'InvalidJsonInput', /valid JSON/],
  ] as const) {
    const answer = await send(body);
    t.equal(answer.status, 400, answer.text);
    const [error] = (answer.json as { errors: { message: string; code?: string; extensions?: { code: string } }[] })
      .errors;
    matchWhole(t, error!.message, message);
    t.equal(error!.extensions?.code, code, answer.text);
    t.equal(error!.code, undefined, 'all errors have the same shape');
    t.notMatch(answer.text, /node_modules|\.js:|"data"|"path"/);
  }
  await createIn('states', { key: newKey('state'), type: 'OrderState' });
  const answer = await ask(
    'query A { a: states(limit: 1) { count } } query B { states(limit: 2) { count } }',
    undefined,
    'B',
  );
  matchWhole(t, answer, { status: 200, data: { states: { count: 2 } } });
});

test('does not quote an invalid variable, since it may contain a password (ERR081)', async t => {
  const text = 'mutation S($draft: CustomerSignInDraft!) { customerSignIn(draft: $draft) { customer { id } } }';
  const refusal = async (draft: unknown, query = text): Promise<string> => {
    const { status, errors } = await ask(query, { draft });
    t.equal(status, 400);
    t.notMatch(JSON.stringify(errors), /secret/);
    return errors![0]!.message;
  };
  t.equal(
    await refusal({ email: 'a', password: 'secret; "horse" 1', unknown: 1 }),
    'Variable "$draft.unknown" got invalid value: Field "unknown" is not defined by type "CustomerSignInDraft".',
  );
  t.equal(
    await refusal({ password: 'secret 1' }),
    'Variable "$draft.email" got invalid value: Field "email" of required type "String!" was not provided.',
  );
  t.equal(
    await refusal({ email: 'a', password: ['secret 1'] }),
    'Variable "$draft.password" got invalid value: String cannot represent a non string value.',
  );
  t.equal(
    await refusal('secret 1'),
    'Variable "$draft" got invalid value: Expected type "CustomerSignInDraft" to be an object.',
  );
  t.equal(
    await refusal('secret 1', 'query S($draft: Int) { states(limit: $draft) { count } }'),
    'Variable "$draft" got invalid value: Int cannot represent non-integer value.',
  );
});

test('refuses one field and answers the others (ERR081, CUST103, graph-ql.81b77, graph-ql.3460d)', async t => {
  const { errors, ...answer } = await ask(
    `mutation { a: deleteCustomer(id: "${customerId}", version: 7) { id } ` +
      'b: deleteCustomer(id: "unknown", version: 1) { id } }',
  );
  t.same(answer, { status: 200, data: { a: null, b: null } });
  matchWhole(t, errors, [
    { path: ['a'], locations: [{ line: 1 }], extensions: { code: 'ConcurrentModification', currentVersion: 1 } },
    { path: ['b'], extensions: { code: 'ResourceNotFound' } },
  ]);
});

test('reports an unexpected error with only the correlation id', async t => {
  const [withoutType] = await storeMany(quayside, projectKey, 'state', [{ key: newKey('broken') }]);
  const answer = await ask(`{ state(id: "${withoutType!}") { id type } }`);
  matchWhole(t, answer, {
    status: 200,
    data: { state: null },
    errors: [
      { message: /^Unexpected error on the server\. Correlation id: [0-9a-f-]{36}\.$/, path: ['state', 'type'] },
    ],
  });
  t.same(answer.errors![0]!.extensions, { code: 'General' });
});

test('returns the value of an enum as it is stored', async t => {
  const [id] = await storeMany(quayside, projectKey, 'state', [{ key: newKey('state'), type: 'OlderState' }]);
  matchWhole(t, await ask(`{ state(id: "${id!}") { id type } }`), {
    status: 200,
    data: { state: { id, type: 'OlderState' } },
  });
});
