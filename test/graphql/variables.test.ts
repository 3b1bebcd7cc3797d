/** Errors name the variable that was sent and the path in it, or the position of the literal. */
import { test } from '../support/tap.js';
import { limits } from '../../src/base/config/limits.js';
import { newKey } from '../support/drafts.js';
import { startCustomerShop, storeSampleCustomer } from './customerShop.js';

const shop = await startCustomerShop();
const { ask } = shop;

const update = `mutation Update($id: String!, $version: Long!, $actions: [CustomerUpdateAction!]!) {
  updateCustomer(id: $id, version: $version, actions: $actions) { id }
}`;
const signUp = 'mutation SignUp($draft: CustomerSignUpDraft!) { customerSignUp(draft: $draft) { customer { id } } }';
const line = (query: string, text: string) => {
  const before = query.slice(0, query.indexOf(text)).split('\n');
  return [{ line: before.length, column: before.at(-1)!.length + 1 }];
};

test('names the path in a variable whose value its type does not take (ERR081)', async t => {
  const setAddress = (address: object) => ({ addAddress: { address } });
  for (const [query, variables, named, reason] of [
    [
      signUp,
      { draft: { email: 'a@b.de', password: 'p', dateOfBirth: '1990-02-30' } },
      'draft.dateOfBirth',
      'Expected a date, YYYY-MM-DD.',
    ],
    [
      update,
      { id: 'x', version: 1, actions: [{ setKey: { key: 'k1' } }, setAddress({ country: 'Germany' })] },
      'actions[1].addAddress.address.country',
      'Expected a country, two capital letters.',
    ],
    [
      update,
      { id: 'x', version: 1, actions: [setAddress({ city: 'Bremen' })] },
      'actions[0].addAddress.address.country',
      'Field "country" of required type "Country!" was not provided.',
    ],
    [
      update,
      { id: 'x', version: 1, actions: [{ setKye: { key: 'k1' } }] },
      'actions[0].setKye',
      'Field "setKye" is not defined by type "CustomerUpdateAction".',
    ],
    [update, { id: 'x', version: 1.5, actions: [] }, 'version', 'Expected an integer.'],
    [update, { id: 'x', version: null, actions: [] }, 'version', 'Expected non-nullable type "Long!" not to be null.'],
    [update, { version: 1, actions: [] }, 'id', 'A value of type "String!" is required.'],
    [
      'mutation ($draft: CustomerSignInDraft!) { customerSignIn(draft: $draft) { customer { id } } }',
      { draft: { email: 'a', password: 'p', anonymousCartSignInMode: 'secret' } },
      'draft.anonymousCartSignInMode',
      'Expected a value of the enum "AnonymousCartSignInMode".',
    ],
  ] as const) {
    const { status, errors } = await ask(query, variables);
    t.equal(status, 400);
    t.strictSame(errors, [
      {
        message: `Variable "$${named}" got invalid value: ${reason}`,
        locations: line(query, `$${named.split(/[.[]/)[0]!}:`),
        extensions: { code: 'InvalidInput' },
      },
    ]);
  }
});

test('reports every wrong value, up to a limit (ERR081)', async t => {
  const { errors } = await ask(update, { id: 'x', actions: [{ setKey: { key: 1 } }, { changeEmail: {} }] });
  t.same(
    errors!.map(({ message }) => /^Variable "(.*?)"/.exec(message)?.[1]),
    ['$version', '$actions[0].setKey.key', '$actions[1].changeEmail.email'],
  );
  const many = await ask(update, { id: 'x', version: 1, actions: Array<number>(1_000).fill(1) });
  t.equal(many.errors!.length, limits.graphqlErrorsMax);
});

test('refuses a value of a million characters as shorter ones (ERR081)', async t => {
  const long = 'v'.repeat(1_000_000);
  for (const [query, variables, message] of [
    [
      'query ($key: String) { state(key: $key) { id } }',
      { key: [long] },
      'Variable "$key" got invalid value: String cannot represent a non string value.',
    ],
    [
      'mutation ($draft: CustomerSignInDraft!) { customerSignIn(draft: $draft) { customer { id } } }',
      { draft: { email: 'a', password: 'p', anonymousCartSignInMode: long } },
      'Variable "$draft.anonymousCartSignInMode" got invalid value: ' +
        'Expected a value of the enum "AnonymousCartSignInMode".',
    ],
    [
      update,
      { id: 'x', version: 1, actions: [{ [long]: {} }] },
      `Variable "$actions[0]" got invalid value: Field "${'v'.repeat(200)}…" is not defined by type ` +
        '"CustomerUpdateAction".',
    ],
  ] as const) {
    const { status, errors } = await ask(query, variables);
    t.equal(status, 400);
    t.same(
      errors!.map(error => error.message),
      [message],
    );
  }
});

test('tells the position of a literal that its type does not take (ERR081)', async t => {
  const query = `mutation {
  updateCustomer(id: "x", version: 1, actions: [{ setDateOfBirth: { dateOfBirth: "1990-02-30" } }]) { id }
}`;
  const { status, errors } = await ask(query);
  t.equal(status, 400);
  t.strictSame(errors, [
    {
      message: "Date cannot represent '1990-02-30': expected a date, YYYY-MM-DD.",
      locations: line(query, '"1990-02-30"'),
      extensions: { code: 'InvalidInput' },
    },
  ]);
});

test('names the variable or the position of the literal that a draft or an action is refused for (ERR081)', async t => {
  const { id } = await storeSampleCustomer(shop);
  const version = 1;
  const refusal = async (query: string, variables?: object) => {
    const { status, errors } = await ask(query, variables as never);
    t.equal(status, 200);
    t.equal(errors!.length, 1, JSON.stringify(errors));
    const { locations, extensions } = errors![0]!;
    return { locations, variable: (extensions as { variable?: string }).variable };
  };
  const draft = { email: `${newKey()}@example.com`, password: 'secret' };
  t.strictSame(await refusal(signUp, { draft: { ...draft, key: 'a b' } }), {
    variable: '$draft.key',
    locations: line(signUp, 'customerSignUp'),
  });
  t.strictSame(
    await refusal(signUp, {
      draft: { ...draft, addresses: [{ country: 'DE' }, { country: 'DE', city: 'x'.repeat(65_537) }] },
    }),
    {
      variable: '$draft.addresses[1].city',
      locations: line(signUp, 'customerSignUp'),
    },
  );
  const actions = [{ setKey: { key: 'k1' } }, { setKey: { key: 'a b' } }];
  t.strictSame(await refusal(update, { id, version, actions }), {
    variable: '$actions[1].setKey.key',
    locations: line(update, 'updateCustomer'),
  });
  const mixed = `mutation ($key: String) {
  updateCustomer(id: "${id}", version: ${version}, actions: [{ setKey: { key: "k1" } }, { setKey: { key: $key } }]) { id }
}`;
  t.strictSame(await refusal(mixed, { key: 'a b' }), { variable: '$key', locations: line(mixed, 'updateCustomer') });
  const literal = mixed.replace('($key: String)', '').replace('$key', '"a b"');
  t.strictSame(await refusal(literal), { variable: undefined, locations: line(literal, '"a b"') });
  const unknown = await refusal(update, { id: 'unknown', version, actions: actions.slice(0, 1) });
  t.strictSame(unknown, { variable: undefined, locations: line(update, 'updateCustomer') });
});

test('runs one of several operations whose conditions have variables of their own', async t => {
  const query = `query A($a: Boolean!) { a: __typename @skip(if: $a) }
query B($b: Boolean!) { b: __typename ...F } fragment F on Query { c: __typename @include(if: $b) }`;
  for (const [name, variables, data] of [
    ['A', { a: false }, { a: 'Query' }],
    ['A', { a: true }, {}],
    ['B', { b: true }, { b: 'Query', c: 'Query' }],
    ['B', { b: false }, { b: 'Query' }],
  ] as const)
    t.strictSame(await ask(query, variables, name), { status: 200, data }, name);
});

test('refuses a null that stands where null is not allowed by the default of its variable', async t => {
  for (const [query, place, message, data] of [
    [
      'mutation ($v: Long = 1) { updateCustomer(id: "x", version: $v, actions: []) { version } }',
      '$v, actions',
      'Argument "version" of non-null type "Long!" must not be null.',
      { updateCustomer: null },
    ],
    [
      'query ($v: String = "id asc") { customers(sort: [$v]) { total } }',
      '[$v]',
      'Argument "sort" has invalid value [$v].',
      null,
    ],
    [
      'query ($v: Boolean = true) { customers { total @include(if: $v) } }',
      '$v) }',
      'Argument "if" of non-null type "Boolean!" must not be null.',
      null,
    ],
  ] as const)
    t.strictSame(
      await ask(query, { v: null }),
      {
        status: 200,
        errors: [
          {
            message,
            locations: line(query, place),
            path: [/\{ (\w+)/.exec(query)![1]],
            extensions: { code: 'InvalidInput' },
          },
        ],
        data,
      },
      query,
    );
});
