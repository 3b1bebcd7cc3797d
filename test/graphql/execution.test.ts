import { buildClientSchema, execute, getIntrospectionQuery, parse } from 'graphql';
import { test } from 'tap';
import { newKey, orderDraft } from '../support/drafts.js';
import { basic, post, tokenIn } from '../support/oauth.js';
import { sdkOf } from '../support/sdk.js';
import { createGraphqlClient, startGraphql, storeMany } from '../support/graphql.js';
import { keys } from '../../src/store/keys.js';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { QueryCompiler } from '../../src/graphql/QueryCompiler.js';
import { createSchema } from '../../src/graphql/createSchema.js';
import { matchWhole } from '../support/matchWhole.js';

const { quayside, credentials, ask, data } = await startGraphql();
const { projectKey } = credentials;
const http = quayside.http.as(await quayside.token(credentials));

const rest = async (
  path: string,
  body: object,
  status = 201,
): Promise<Record<string, unknown> & { readonly id: string; readonly key: string }> => {
  const answer = await http.send('POST', `/${projectKey}/${path}`, { body });
  if (answer.status !== status) throw new Error(answer.text);
  return answer.json as never;
};

const scoped = async (...names: string[]) =>
  createGraphqlClient(
    quayside,
    credentials,
    await quayside.token(credentials, names.map(name => `${name}:${projectKey}`).join(' ')),
  );

const storeCustomers = (members: readonly Record<string, unknown>[]): Promise<string[]> =>
  storeMany(
    quayside,
    projectKey,
    'customer',
    members.map(each => ({ stores: [], addresses: [], ...each })),
  );

const group = await rest('customer-groups', { groupName: newKey('group'), key: newKey('group') });
const addresses = [
  { id: 'a1', country: 'DE', city: 'Kiel', phone: '0431', email: 'a@example.com', pOBox: '7' },
  { id: 'a2', country: 'AT', city: 'Graz' },
];
const key = newKey('customer');
const [customerId] = (await storeCustomers([
  {
    key,
    email: 'jo@example.com',
    password: 'argon2-hash',
    firstName: 'Jo',
    dateOfBirth: '1990-02-28',
    locale: 'de-AT',
    lastMessageSequenceNumber: 3,
    isEmailVerified: true,
    addresses,
    defaultShippingAddressId: 'a2',
    shippingAddressIds: ['a1', 'a2'],
    billingAddressIds: [],
    customerGroup: { typeId: 'customer-group', id: group.id },
  },
])) as [string];

test('a customer by id and by key, with what hangs on them (CUST081, CUST082, CUST002, CUST005, CUST018, CUST019, CUST020, CUST027, CUST029)', async t => {
  const fields = `id version key email password firstName lastName dateOfBirth locale isEmailVerified lastMessageSequenceNumber createdAt
    customerGroupRef { typeId id } customerGroup { id key name version }
    addresses { id city country pOBox contactInfo { phone email mobile } } defaultShippingAddress { city } defaultBillingAddress { city }
    shippingAddresses { id } billingAddresses { id } customFieldsRaw { name } customFields { typeRef { id } }`;
  const { byId, byKey } = await data(
    `query Both($id: String, $key: String) { byId: customer(id: $id) { ${fields} } byKey: customer(key: $key) { ${fields} } }`,
    { id: customerId, key },
  );
  t.same(byKey, byId);
  matchWhole(t, byId, {
    id: customerId,
    version: 1,
    key,
    email: 'jo@example.com',
    firstName: 'Jo',
    lastName: null,
    dateOfBirth: '1990-02-28',
    locale: 'de-AT',
    isEmailVerified: true,
    lastMessageSequenceNumber: 3,
    customerGroupRef: { typeId: 'customer-group', id: group.id },
    customerGroup: { id: group.id, key: group.key, name: group.name },
    addresses: [
      {
        id: 'a1',
        city: 'Kiel',
        country: 'DE',
        pOBox: '7',
        contactInfo: { phone: '0431', email: 'a@example.com', mobile: null },
      },
      { id: 'a2' },
    ],
    defaultShippingAddress: { city: 'Graz' },
    defaultBillingAddress: null,
    shippingAddresses: [{ id: 'a1' }, { id: 'a2' }],
    billingAddresses: [],
    customFieldsRaw: null,
    customFields: null,
  });
  t.equal(byId.password, '****************');
  t.same(await ask('{ customer(id: "nobody") { id } }'), { status: 200, data: { customer: null } });
  for (const args of ['', `(id: "${customerId}", key: "${key}")`])
    matchWhole(t, await ask(`{ customer${args} { id } }`), {
      status: 200,
      data: { customer: null },
      errors: [
        {
          path: ['customer'],
          message: /exactly one of the arguments id, key, emailToken, passwordToken/,
          extensions: { code: 'InvalidInput' },
        },
      ],
    });
});

test('customers by where, sort, limit and offset (CUST083, CUST034)', async t => {
  const lastName = newKey('family');
  await storeCustomers(['c', 'a', 'b'].map(firstName => ({ email: `${firstName}@example.com`, firstName, lastName })));
  const query =
    'query Page($where: String, $sort: [String!], $limit: Int, $offset: Int) { customers(where: $where, sort: $sort, limit: $limit, offset: $offset) { offset count total results { firstName } } }';
  const where = `lastName = "${lastName}"`;
  t.same((await data(query, { where, sort: ['firstName asc'], limit: 2, offset: 1 })).customers, {
    offset: 1,
    count: 2,
    total: 3,
    results: [{ firstName: 'b' }, { firstName: 'c' }],
  });
  t.same(
    (await data(query, { where, sort: 'firstName desc' })).customers.results,
    [{ firstName: 'c' }, { firstName: 'b' }, { firstName: 'a' }],
    'one value stands for a list of it',
  );
  t.equal((await data(query, {})).customers.count >= 4, true);
  for (const [variables, code, message] of [
    [{ where: 'lastName =' }, 'SyntaxError', /parsing 'where'/],
    [{ limit: 501 }, 'InvalidInput', /from 1 to 500/],
    [{ offset: -1 }, 'InvalidInput', /from 0/],
  ] as const)
    matchWhole(t, await ask(query, variables), {
      status: 200,
      data: null,
      errors: [{ message, path: ['customers'], extensions: { code } }],
    });
});

const field = (name: string, type: object) => ({ name, label: { en: name }, required: false, type });

test('custom fields raw, by their Type, and each of its own type (CUST021, CUST022, CUST023, CUST024, CUST025)', async t => {
  const values = [{ key: 'red', label: 'Red' }];
  const kinds = [
    ['note', { name: 'String' }],
    ['vip', { name: 'Boolean' }],
    ['count', { name: 'Number' }],
    ['title', { name: 'LocalizedString' }],
    ['color', { name: 'Enum', values }],
    ['size', { name: 'LocalizedEnum', values: [{ key: 'l', label: { en: 'Large', de: 'Groß' } }] }],
    ['budget', { name: 'Money' }],
    ['day', { name: 'Date' }],
    ['friend', { name: 'Reference', referenceTypeId: 'customer' }],
    ['tags', { name: 'Set', elementType: { name: 'String' } }],
  ] as const;
  const type = await rest('types', {
    key: newKey('type'),
    name: { en: 'Profile', de: 'Profil' },
    resourceTypeIds: ['customer'],
    fieldDefinitions: kinds.map(([name, kind]) => field(name, kind)),
  });
  const money = { type: 'centPrecision', currencyCode: 'EUR', centAmount: 5, fractionDigits: 2 };
  const friend = { typeId: 'customer', id: customerId };
  const fields = {
    note: 'hi',
    vip: true,
    count: 1.5,
    title: { en: 'Boss', de: 'Chefin' },
    color: 'red',
    size: 'l',
    budget: money,
    day: '2026-01-31',
    friend,
    tags: ['x', 'y'],
  };
  const [id] = await storeCustomers([
    { email: 'custom@example.com', custom: { type: { typeId: 'type', id: type.id }, fields } },
  ]);
  const { customer } = await data(
    `query Custom($id: String!) { customer(id: $id) {
    all: customFieldsRaw { name value } some: customFieldsRaw(includeNames: ["note", "vip"]) { name } others: customFieldsRaw(includeNames: ["note", "vip"], excludeNames: ["vip"]) { name }
    without: customFieldsRaw(excludeNames: ["note"]) { name }
    customFields { typeRef { typeId id } type { key name(locale: "de") nameAllLocales { locale value } fieldDefinitions { name required type { name elementType { name } } } } customFieldsRaw(includeNames: ["note"]) { value } }
    list: customFieldList { __typename name ... on StringField { stringValue } ... on BooleanField { booleanValue } ... on NumberField { numberValue }
      ... on LocalizedStringField { localizedValue(locale: "de-CH") localizedValueAllLocales { locale } } ... on EnumField { key label }
      ... on LocalizedEnumField { key sizeLabel: label(acceptLanguage: ["fr", "de"]) } ... on MoneyField { moneyValue { centAmount } } ... on DateField { dateValue }
      ... on ReferenceField { referenceValue { id } } ... on SetField { elementType values } }
  } }`,
    { id },
  );
  t.same(
    customer.all,
    Object.entries(fields).map(([name, value]) => ({ name, value })),
  );
  t.same(customer.some, [{ name: 'note' }, { name: 'vip' }]);
  t.same(customer.others, [{ name: 'note' }]);
  t.equal(customer.without.length, kinds.length - 1);
  matchWhole(t, customer.customFields, {
    typeRef: { typeId: 'type', id: type.id },
    type: { key: type.key, name: 'Profil', fieldDefinitions: kinds.map(([name]) => ({ name })) },
    customFieldsRaw: [{ value: 'hi' }],
  });
  t.same(customer.list, [
    { __typename: 'StringField', name: 'note', stringValue: 'hi' },
    { __typename: 'BooleanField', name: 'vip', booleanValue: true },
    { __typename: 'NumberField', name: 'count', numberValue: 1.5 },
    {
      __typename: 'LocalizedStringField',
      name: 'title',
      localizedValue: 'Chefin',
      localizedValueAllLocales: [{ locale: 'en' }, { locale: 'de' }],
    },
    { __typename: 'EnumField', name: 'color', key: 'red', label: 'Red' },
    { __typename: 'LocalizedEnumField', name: 'size', key: 'l', sizeLabel: 'Groß' },
    { __typename: 'MoneyField', name: 'budget', moneyValue: { centAmount: 5 } },
    { __typename: 'DateField', name: 'day', dateValue: '2026-01-31' },
    { __typename: 'ReferenceField', name: 'friend', referenceValue: { id: customerId } },
    { __typename: 'SetField', name: 'tags', elementType: 'String', values: ['x', 'y'] },
  ]);
});

test('orders, carts and states by the same engine', async t => {
  const next = await rest('states', { key: newKey('state'), type: 'OrderState', name: { en: 'Next' } });
  const first = await rest('states', {
    key: newKey('state'),
    type: 'OrderState',
    transitions: [{ typeId: 'state', id: next.id }],
    roles: [],
  });
  const order = await rest(
    'orders/import',
    orderDraft({ orderNumber: newKey('order'), state: { typeId: 'state', id: first.id } } as never),
  );
  const got = await data(
    `query Order($number: String!) { order(orderNumber: $number) {
    id version orderNumber orderState totalPrice { type currencyCode centAmount fractionDigits } lineItems { id name(locale: "en") nameAllLocales { locale value } quantity price { value { __typename centAmount } } variant { id sku attributesRaw { name value } } state { quantity state { key } } }
    state { key transitions { key nameAllLocales { value } } transitionsRef { id } } stateRef { id } createdBy { clientId isPlatformClient } syncInfo { externalId } returnInfo { items { id } }
  } }`,
    { number: order.orderNumber },
  );
  const [item] = order.lineItems as { id: string; name: { en: string }; quantity: number }[];
  matchWhole(t, got.order, {
    id: order.id,
    orderNumber: order.orderNumber,
    orderState: order.orderState,
    totalPrice: order.totalPrice,
    stateRef: { id: first.id },
    createdBy: { clientId: credentials.clientId, isPlatformClient: false },
    lineItems: [
      {
        id: item!.id,
        name: item!.name.en,
        quantity: item!.quantity,
        price: { value: { __typename: 'Money' } },
        state: [{ state: { key: 'Initial' } }],
      },
    ],
    state: {
      key: first.key,
      transitions: [{ key: next.key, nameAllLocales: [{ value: 'Next' }] }],
      transitionsRef: [{ id: next.id }],
    },
    syncInfo: [],
    returnInfo: [],
  });
  const cart = await rest('carts', { currency: 'EUR', key: newKey('cart') });
  matchWhole(
    t,
    await data(
      'query Rest($cart: String!, $where: String!, $order: String!) { cart(key: $cart) { id cartState totalPrice { centAmount } lineItems { id } } carts(limit: 1) { count } orders(where: $order) { total results { id } } states(where: $where) { results { key } } state(id: "nowhere") { key } }',
      { cart: cart.key, where: `key = "${first.key}"`, order: `orderNumber = "${order.orderNumber as string}"` },
    ),
    {
      cart: { id: cart.id, cartState: 'Active', totalPrice: { centAmount: 0 }, lineItems: [] },
      carts: { count: 1 },
      orders: { total: 1, results: [{ id: order.id }] },
      states: { results: [{ key: first.key }] },
      state: null,
    },
  );
});

test('references of a level are loaded together: 100 customers are fetched in one command, their groups in another, stores by their keys in two', async t => {
  const lastName = newKey('many');
  const groups = await Promise.all(
    Array.from({ length: 10 }, () => rest('customer-groups', { groupName: newKey('group') })),
  );
  const [owner] = await storeCustomers(
    Array.from({ length: 100 }, (_, at) => ({
      email: `m${at}@example.com`,
      lastName,
      customerGroup: { typeId: 'customer-group', id: groups[at % 10]!.id },
    })),
  );
  const stores = await Promise.all(Array.from({ length: 3 }, () => rest('stores', { key: newKey('store') })));
  await storeMany(
    quayside,
    projectKey,
    'cart',
    Array.from({ length: 30 }, (_, at) => ({
      customerId: owner,
      cartState: 'Active',
      lineItems: [],
      customLineItems: [],
      store: { typeId: 'store', key: stores[at % 3]!.key },
    })),
  );
  const redis = quayside.services.redis as unknown as {
    sendCommand(command: { name: string; args: readonly string[] }, stream?: unknown): unknown;
  };
  const compiler = new QueryCompiler(createSchema(), {
    graphqlDepthMax: 20,
    graphqlCostMax: 100_000,
    graphqlIntrospection: true,
  });
  const request = {
    projectKey,
    client: { customerId: owner },
    scope: ['view_customers', 'view_orders', 'manage_my_profile'].map(name => `${name}:${projectKey}`).join(' '),
    correlationId: 'counted',
  };
  /** The worker's way in this process, with all that it sends to Redis. */
  const run = async (text: string) => {
    const commands: string[] = [];
    const send = redis.sendCommand.bind(redis);
    redis.sendCommand = (command, stream) => {
      commands.push(`${command.name} ${command.args.length}`);
      return send(command, stream);
    };
    const { execute } = compiler.prepare(text, undefined);
    const { data: answered } = await execute(undefined, createGraphqlContext(quayside.services, request), {});
    redis.sendCommand = send;
    return { answered, commands: commands.sort() };
  };
  const counted = async (fields: string) => {
    const { answered, commands } = await run(
      `{ customers(where: "lastName = \\"${lastName}\\"", limit: 100, sort: "createdAt asc") { results { id ${fields} } } }`,
    );
    return {
      results: (answered as { customers: { results: { customerGroup: { id: string } | null }[] } }).customers.results,
      commands,
    };
  };
  const plain = await counted('email');
  const withGroups = await counted('customerGroup { id name }');
  t.equal(withGroups.results.length, 100);
  t.ok(withGroups.results.every(({ customerGroup }) => groups.some(({ id }) => id === customerGroup?.id)));
  t.equal(withGroups.commands.length, plain.commands.length + 1, withGroups.commands.join('; '));
  t.same(
    withGroups.commands.filter(name => name.startsWith('mget')),
    ['mget 10', 'mget 100'],
    'two fetches, each group once',
  );
  const carts = (fields: string) =>
    run(
      `{ carts(where: "customerId = \\"${owner!}\\"", limit: 30, sort: "createdAt asc") { results { id ${fields} } } }`,
    );
  const [bare, withStores] = [await carts(''), await carts('store { id }')];
  t.ok(
    (withStores.answered as { carts: { results: { store: { id: string } }[] } }).carts.results.every(({ store }) =>
      stores.some(({ id }) => id === store.id),
    ),
  );
  t.equal(withStores.commands.length, bare.commands.length + 2, withStores.commands.join('; '));
  t.same(
    withStores.commands.filter(name => name.startsWith('mget')),
    ['mget 3', 'mget 3', 'mget 30'],
    'three keys, three stores',
  );
  const many = await run(
    `{ ${Array.from({ length: 50 }, (_, at) => `m${at}: me { customer { email } } c${at}: customer(id: "${owner!}") { id }`).join(' ')} }`,
  );
  matchWhole(t, many.answered, { m49: { customer: { email: 'm0@example.com' } }, c49: { id: owner } });
  t.same(many.commands, ['get 1'], 'whoever asks is read once');
});

test('every field asks for its scopes (CUST135)', async t => {
  const [view, orders, poor] = await Promise.all([
    scoped('view_customers'),
    scoped('view_orders'),
    scoped('view_audit_log'),
  ]);
  matchWhole(t, await view(`{ customer(id: "${customerId}") { id } }`), {
    status: 200,
    data: { customer: { id: customerId } },
  });
  const refused = { extensions: { code: 'insufficient_scope' } };
  matchWhole(t, await orders('{ orders(limit: 1) { count } customers { count } }'), {
    status: 200,
    data: null,
    errors: [{ ...refused, path: ['customers'], message: new RegExp(`view_customers:${projectKey}`) }],
  });
  matchWhole(
    t,
    await poor(
      '{ customer(id: "x") { id } order(id: "x") { id } cart(id: "x") { id } state(id: "x") { id } me { customer { id } } }',
    ),
    {
      status: 200,
      data: { customer: null, order: null, cart: null, state: null, me: null },
      errors: ['customer', 'order', 'cart', 'state', 'me'].map(path => ({ ...refused, path: [path] })),
    },
  );
  matchWhole(
    t,
    await view(
      `mutation { updateCustomer(id: "${customerId}", version: 1, actions: []) { id } deleteCustomer(id: "${customerId}", version: 1) { id } deleteMyCustomer(version: 1) { id } }`,
    ),
    {
      status: 200,
      data: { updateCustomer: null, deleteCustomer: null, deleteMyCustomer: null },
      errors: [{ message: /manage_customers/ }, { message: /manage_customers/ }, { message: /manage_my_profile/ }],
    },
  );
  const order = await rest('orders/import', orderDraft({ customerId } as never));
  matchWhole(
    t,
    await orders(`{ order(id: "${order.id}") { customerId customer { email } } }`),
    { data: { order: { customerId, customer: null } }, errors: [{ ...refused, path: ['order', 'customer'] }] },
    'an order is no way around',
  );
  matchWhole(t, await data(`{ order(id: "${order.id}") { customer { email } } }`), {
    order: { customer: { email: 'jo@example.com' } },
  });
  t.equal(
    (await quayside.http.send('POST', `/${projectKey}/graphql`, { body: { query: '{ me { customer { id } } }' } }))
      .status,
    401,
  );
  const stranger = await quayside.token(await quayside.project());
  t.equal(
    (
      await quayside.http
        .as(stranger)
        .send('POST', `/${projectKey}/graphql`, { body: { query: '{ me { customer { id } } }' } })
    ).status,
    401,
  );
});

test('me is for customers and visitors (CUST084, CUST085)', async t => {
  const scope = `manage_my_profile:${projectKey}`;
  const visitor = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(credentials), {
      grant_type: 'client_credentials',
      scope,
    }),
  ).access_token;
  t.same(await createGraphqlClient(quayside, credentials, visitor)('{ me { customer { id } } }'), {
    status: 200,
    data: { me: { customer: null } },
  });
  const issued = await quayside.services.tokens.issue(
    projectKey,
    { clientId: credentials.clientId, scope, customerId },
    { access: 60 },
  );
  if (typeof issued === 'string') throw new Error(issued);
  const mine = createGraphqlClient(quayside, credentials, issued.accessToken);
  matchWhole(t, await mine('{ me { customer { id email password } } }'), {
    status: 200,
    data: { me: { customer: { id: customerId, email: 'jo@example.com', password: '****************' } } },
  });
  matchWhole(t, await mine(`{ customer(id: "${customerId}") { id } }`), {
    data: { customer: null },
    errors: [{ extensions: { code: 'insufficient_scope' } }],
  });
  matchWhole(t, await ask('{ me { customer { id } } }'), {
    status: 200,
    data: { me: null },
    errors: [{ message: /customer or an anonymous session/, extensions: { code: 'insufficient_scope' } }],
  });
  matchWhole(
    t,
    await createGraphqlClient(quayside, credentials, visitor)('mutation { deleteMyCustomer(version: 1) { id } }'),
    refusedAs('ResourceNotFound'),
    'a visitor is nobody yet',
  );
});

test('what cannot be read or does not fit the schema is a 400, told as GraphQL tells it (ERR081)', async t => {
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
          'mutation { updateCustomer(id: "x", version: 1, actions: [{ setDateOfBirth: { dateOfBirth: "1990-02-30" } }]) { id } }',
      },
      'InvalidInput',
      /YYYY-MM-DD/,
    ],
    [
      { query: 'mutation { updateMyCustomer(version: 1, actions: [{ setKey: { key: "x" } }]) { id } }' },
      'InvalidInput',
      /setKey/,
    ],
    [{}, 'RequiredField', /'query' requires a value/],
    [{ query: 5 }, 'InvalidJsonInput', /expected a string, got a number/],
    [{ query, variables: [] }, 'InvalidJsonInput', /got an array/],
    ['{', 'InvalidJsonInput', /valid JSON/],
  ] as const) {
    const answer = await send(body);
    t.equal(answer.status, 400, answer.text);
    const [error] = (answer.json as { errors: { message: string; code?: string; extensions?: { code: string } }[] })
      .errors;
    matchWhole(t, error!.message, message);
    t.equal(error!.extensions?.code, code, answer.text);
    t.equal(error!.code, undefined, 'one shape for all');
    t.notMatch(answer.text, /node_modules|\.js:|"data"/);
  }
  const answer = await ask(
    'query A { a: states(limit: 1) { count } } query B { states(limit: 2) { count } }',
    undefined,
    'B',
  );
  matchWhole(t, answer, { status: 200, data: { states: { count: 2 } } });
});

test('a variable that does not fit is not quoted: a password may stand in it (ERR081)', async t => {
  const text = 'mutation S($draft: CustomerSignInDraft!) { customerSignIn(draft: $draft) { customer { id } } }';
  const refusal = async (draft: unknown, query = text): Promise<string> => {
    const { status, errors } = await ask(query, { draft });
    t.equal(status, 400);
    t.notMatch(JSON.stringify(errors), /secret/);
    return errors![0]!.message;
  };
  t.equal(
    await refusal({ email: 'a', password: 'secret; "horse" 1', unknown: 1 }),
    'Variable "$draft" got invalid value: Field "unknown" is not defined by type CustomerSignInDraft.',
  );
  t.match(await refusal({ password: 'secret 1' }), /^Variable "\$\w+" got invalid value: .*email.*String!/);
  t.equal(
    await refusal({ email: 'a', password: ['secret 1'] }),
    'Variable "$password" got invalid value: Expected type String; String cannot represent a non string value',
  );
  t.match(await refusal('secret 1'), /^Variable "\$draft" got invalid value: Expected type CustomerSignInDraft/);
  t.match(
    await refusal('secret 1', 'query S($draft: Int) { states(limit: $draft) { count } }'),
    /^Variable "\$draft" got invalid value: Expected type Int; Int cannot represent non-integer value$/,
  );
});

test('a refusal within a document leaves the rest standing (ERR081, CUST103)', async t => {
  const { errors, ...answer } = await ask(
    `mutation { a: deleteCustomer(id: "${customerId}", version: 7) { id } b: deleteCustomer(id: "nobody", version: 1) { id } }`,
  );
  t.same(answer, { status: 200, data: { a: null, b: null } });
  matchWhole(t, errors, [
    { path: ['a'], locations: [{ line: 1 }], extensions: { code: 'ConcurrentModification', currentVersion: 1 } },
    { path: ['b'], extensions: { code: 'ResourceNotFound' } },
  ]);
});

test('unexpected errors tell nothing but the correlation id', async t => {
  const [broken] = await storeMany(quayside, projectKey, 'state', [{ key: newKey('broken'), type: 'Strange' }]);
  const answer = await ask(`{ state(id: "${broken!}") { id type } }`);
  matchWhole(t, answer, {
    status: 200,
    data: { state: null },
    errors: [
      { message: /^Unexpected error on the server\. Correlation id: [0-9a-f-]{36}\.$/, path: ['state', 'type'] },
    ],
  });
  t.same(answer.errors![0]!.extensions, { code: 'General' });
});

test('references that lead on to ever more are bounded', async t => {
  const ids = await storeMany(
    quayside,
    projectKey,
    'state',
    Array.from({ length: 110 }, () => ({ key: newKey('state'), type: 'OrderState', initial: false, builtIn: false })),
  );
  const all = ids.map(id => ({ typeId: 'state', id }));
  for (const id of ids) {
    const path = keys.body(projectKey, 'state', id);
    await quayside.services.redis.set(
      path,
      JSON.stringify({ ...(JSON.parse((await quayside.services.redis.get(path))!) as object), transitions: all }),
    );
  }
  matchWhole(t, await data(`{ state(id: "${ids[0]!}") { transitions { transitionsRef { id } } } }`), {
    state: { transitions: { length: 110 } },
  });
  const { status, errors } = await ask(`{ state(id: "${ids[0]!}") { transitions { transitions { key } } } }`);
  t.equal(status, 200);
  matchWhole(t, errors![0], { message: /follows more than 10000 references/, extensions: { code: 'InvalidInput' } });
});

test('the SDK asks it as any GraphQL client does', async t => {
  const { body } = await sdkOf(quayside, credentials)
    .graphql()
    .post({ body: { query: 'query C($id: String) { customer(id: $id) { id } }', variables: { id: customerId } } })
    .execute();
  t.same(body, { data: { customer: { id: customerId } } });
});

test('what is compiled answers as what is interpreted does', async t => {
  const schema = createSchema();
  const compiler = new QueryCompiler(schema, {
    graphqlDepthMax: 20,
    graphqlCostMax: 100_000,
    graphqlIntrospection: true,
  });
  const order = await rest('orders/import', orderDraft({ customerId, orderNumber: newKey('order') } as never));
  const request = {
    projectKey,
    client: {},
    scope: `view_customers:${projectKey} view_orders:${projectKey}`,
    correlationId: 'compiled',
  };
  const documents: [text: string, variables: Record<string, unknown>][] = [
    [getIntrospectionQuery(), {}],
    [
      'query Q($with: Boolean!, $id: String) { customer(id: $id) { ...F password @skip(if: $with) } missing: customer(id: "x") { id } } fragment F on Customer { id addresses @include(if: $with) { id city contactInfo { phone } } customerGroup { name createdBy { clientId } } }',
      { with: true, id: customerId },
    ],
    [
      'query Q($constructor: String) { constructor: customer(id: $constructor) { toString: id valueOf: email hasOwnProperty: __typename customerGroup { constructor: name } } prototype: states(limit: 1) { __typename } }',
      { constructor: customerId },
    ],
    [
      'query Q($with: Boolean!, $id: String) { customer(id: $id) { id password @skip(if: $with) } }',
      { with: false, id: customerId },
    ],
    [
      `{ order(orderNumber: "${String(order.orderNumber)}") { ... on Versioned { id version } lineItems { name quantity price { value { __typename centAmount } } state { state { key type } } } customer { email } } carts { count } }`,
      {},
    ],
  ];
  for (const [text, variables] of documents) {
    const compiled = await compiler
      .prepare(text, undefined)
      .execute(undefined, createGraphqlContext(quayside.services, request), variables);
    const interpreted = await execute({
      schema,
      document: parse(text),
      contextValue: createGraphqlContext(quayside.services, request),
      variableValues: variables,
    });
    const plain = ({ data: answered, errors = [] }: typeof interpreted) =>
      JSON.stringify({ answered, errors: errors.map(({ message, path }) => ({ message, path })) });
    t.equal(plain(compiled), plain(interpreted));
  }
});

test('introspection works: a client builds the whole schema from it', async t => {
  const told = buildClientSchema((await data(getIntrospectionQuery())) as never);
  t.same(Object.keys(told.getTypeMap()).sort(), Object.keys(createSchema().getTypeMap()).sort());
});

const person = `id version email firstName lastName middleName title salutation customerNumber externalId key companyName vatId dateOfBirth locale isEmailVerified
  customerGroupRef { id } addresses { id key city contactInfo { phone } } defaultShippingAddressId defaultBillingAddressId shippingAddressIds billingAddressIds customFieldsRaw { name value }`;
const signUp = `mutation SignUp($draft: CustomerSignUpDraft!) { customerSignUp(draft: $draft) { customer { ${person} } cart { id cartState customerId } } }`;
const password = 'correct horse 1';
const newEmail = (): string => `${newKey('p').toLowerCase()}@example.com`;
const newCustomer = async (draft: object = {}): Promise<{ id: string; version: number; email: string }> =>
  (await data(signUp, { draft: { email: newEmail(), password, ...draft } })).customerSignUp.customer;
const refusedAs = (code: string) => ({ status: 200, errors: [{ extensions: { code } }] });

/** Asks as a customer, by the password flow. */
const asCustomer = async ({ email }: { email: string }, secret = password) => {
  const form = { grant_type: 'password', username: email, password: secret, scope: `manage_my_profile:${projectKey}` };
  const answer = await post(quayside, `${projectKey}/customers/token`, basic(credentials), form);
  return {
    status: answer.status,
    ask: answer.status === 200 ? createGraphqlClient(quayside, credentials, tokenIn(answer).access_token) : ask,
  };
};

const profileType = await rest('types', {
  key: newKey('type'),
  name: { en: 'Profile' },
  resourceTypeIds: ['customer'],
  fieldDefinitions: [field('note', { name: 'String' }), field('count', { name: 'Number' })],
});

test('sign-up with everything a draft has (CUST086, CUST049, CUST050, CUST051, CUST052, CUST129, CUST131)', async t => {
  const draft = {
    email: newEmail(),
    password,
    firstName: 'Ana',
    lastName: 'Lima',
    middleName: 'B',
    title: 'Dr',
    salutation: 'Ms',
    companyName: 'Co',
    vatId: 'V',
    key: newKey('key'),
    dateOfBirth: '1980-01-31',
    locale: null,
    customerNumber: newKey('n'),
    externalId: newKey('x'),
    isEmailVerified: true,
    customerGroup: { key: group.key },
    addresses: [
      { country: 'DE', city: 'Kiel', key: 'home', phone: '1' },
      { country: 'AT', city: 'Graz' },
    ],
    defaultBillingAddress: 1,
    defaultShippingAddress: 0,
    shippingAddresses: [0, 1],
    billingAddresses: [],
    custom: {
      typeKey: profileType.key,
      fields: [
        { name: 'note', value: '"hi"' },
        { name: 'count', value: '1.5' },
      ],
    },
  };
  const {
    customerSignUp: { customer, cart },
  } = await data(signUp, { draft });
  const {
    password: _,
    addresses: __,
    custom: ___,
    customerGroup: ____,
    defaultBillingAddress: _____,
    defaultShippingAddress: ______,
    shippingAddresses: _______,
    billingAddresses: ________,
    ...plain
  } = draft;
  const [home, work] = customer.addresses;
  matchWhole(t, customer, {
    ...plain,
    customerGroupRef: { id: group.id },
    addresses: [{ key: 'home', city: 'Kiel', contactInfo: { phone: '1' } }, { city: 'Graz' }],
  });
  matchWhole(t, customer, {
    defaultShippingAddressId: home.id,
    defaultBillingAddressId: work.id,
    shippingAddressIds: [home.id, work.id],
    billingAddressIds: [work.id],
    customFieldsRaw: [
      { name: 'note', value: 'hi' },
      { name: 'count', value: 1.5 },
    ],
  });
  t.equal(cart, null);
  matchWhole(
    t,
    await ask(signUp, { draft: { email: draft.email.toUpperCase(), password } }),
    refusedAs('DuplicateField'),
  );
  matchWhole(t, await ask(signUp, { draft: { email: newEmail(), password: 'short1' } }), refusedAs('WeakPassword'));
  matchWhole(
    t,
    await ask(signUp, {
      draft: {
        email: newEmail(),
        password,
        custom: { typeKey: profileType.key, fields: [{ name: 'note', value: 'no JSON' }] },
      },
    }),
    { errors: [{ message: /'note' is no JSON/, extensions: { code: 'InvalidInput' } }] },
  );
});

test("sign-in, with the active cart or a visitor's (CUST088, CUST108, CUST109, CUST036, CUST110, CUST122, CUST124)", async t => {
  const customer = await newCustomer();
  const query =
    'mutation SignIn($draft: CustomerSignInDraft!) { customerSignIn(draft: $draft) { customer { id } cart { id customerId cartState customer { email } } } }';
  t.same(await data(query, { draft: { email: customer.email, password } }), {
    customerSignIn: { customer: { id: customer.id }, cart: null },
  });
  const cart = await rest('carts', { currency: 'EUR', customerId: customer.id });
  t.same(
    await data(query, { draft: { email: customer.email, password, anonymousCartId: null, updateProductData: true } }),
    {
      customerSignIn: {
        customer: { id: customer.id },
        cart: { id: cart.id, customerId: customer.id, cartState: 'Active', customer: { email: customer.email } },
      },
    },
  );
  const anonymousId = newKey('visitor');
  const brought = await rest('carts', { currency: 'EUR', anonymousId });
  const bringing = {
    email: customer.email,
    password,
    anonymousCartId: brought.id,
    anonymousCartSignInMode: 'UseAsNewActiveCustomerCart',
  };
  matchWhole(
    t,
    await ask(query, { draft: { ...bringing, anonymousId: newKey('other') } }),
    { ...refusedAs('InvalidOperation'), data: null },
    'CUST112 CUST136',
  );
  matchWhole(t, await data(query, { draft: { ...bringing, anonymousId } }), {
    customerSignIn: { cart: { id: brought.id, customerId: customer.id, cartState: 'Active' } },
  });
  matchWhole(t, await ask(query, { draft: { email: customer.email, password: 'wrong one 1' } }), {
    ...refusedAs('InvalidCredentials'),
    data: null,
  });
  for (let at = 0; at < 25; at++)
    await quayside.services.passwordGuesses
      .compare(projectKey, undefined, customer.email, async () => false)
      .catch(() => undefined);
  const { errors } = await ask(query, { draft: { email: customer.email, password } });
  matchWhole(
    t,
    errors,
    [{ extensions: { code: 'too_many_requests', retryAfter: Number } }],
    'when to try again is told',
  );
  t.ok((errors![0]!.extensions.retryAfter as number) >= 1);
});

test('a visitor signs up and in by himself (CUST087, CUST089, CUST125)', async t => {
  const scope = ['manage_my_profile', 'create_anonymous_token', 'manage_my_orders']
    .map(name => `${name}:${projectKey}`)
    .join(' ');
  const token = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(credentials), {
      grant_type: 'client_credentials',
      scope,
    }),
  ).access_token;
  const visitor = createGraphqlClient(quayside, credentials, token);
  const email = newEmail();
  const created = await quayside.http.as(token).send('POST', `/${projectKey}/me/carts`, { body: { currency: 'EUR' } });
  const { data: made } = await visitor(
    'mutation Me($draft: CustomerSignMeUpDraft!) { customerSignMeUp(draft: $draft) { customer { id email isEmailVerified } cart { id customerId } } }',
    { draft: { email, password, firstName: 'V' } },
  );
  matchWhole(t, made, {
    customerSignMeUp: {
      customer: { email, isEmailVerified: false },
      cart: { id: (created.json as { id: string }).id, customerId: made!.customerSignMeUp.customer.id },
    },
  });
  const signIn = 'mutation Me($draft: CustomerSignMeInDraft!) { customerSignMeIn(draft: $draft) { customer { id } } }';
  t.same(
    (await visitor(signIn, { draft: { email, password, activeCartSignInMode: 'UseAsNewActiveCustomerCart' } })).data,
    { customerSignMeIn: { customer: { id: made!.customerSignMeUp.customer.id } } },
  );
  matchWhole(t, await visitor(signIn, { draft: { email, password: 'wrong one 1' } }), refusedAs('InvalidCredentials'));
  const onlyEntering = await scoped('create_anonymous_token');
  matchWhole(
    t,
    await onlyEntering(
      'mutation Me($draft: CustomerSignMeUpDraft!) { customerSignMeUp(draft: $draft) { customer { email } } }',
      { draft: { email: newEmail(), password } },
    ),
    { status: 200, errors: undefined },
    'AUTH071',
  );
  matchWhole(t, await onlyEntering(signIn, { draft: { email, password } }), refusedAs('insufficient_scope'));
});

test('passwords are changed with the current one, and sessions end (CUST090, CUST091, CUST103, CUST107, CUST130)', async t => {
  const customer = await newCustomer();
  const change =
    'mutation C($id: String!, $version: Long!, $current: String!, $new: String!) { customerChangePassword(id: $id, version: $version, currentPassword: $current, newPassword: $new) { id version } }';
  const before = await asCustomer(customer);
  matchWhole(
    t,
    await ask(change, { id: customer.id, version: 1, current: 'wrong one 1', new: 'better horse 2' }),
    refusedAs('InvalidCurrentPassword'),
  );
  matchWhole(t, await ask(change, { id: customer.id, version: 9, current: password, new: 'better horse 2' }), {
    errors: [{ extensions: { code: 'ConcurrentModification', currentVersion: 1 } }],
  });
  matchWhole(t, await ask(change, { id: customer.id, version: 1, current: password, new: 'better horse 2' }), {
    data: { customerChangePassword: { id: customer.id } },
    errors: undefined,
  });
  t.equal((await before.ask('{ me { customer { id } } }')).status, 401, 'the session ended at once');
  t.equal((await asCustomer(customer)).status, 400);
  const mine = await asCustomer(customer, 'better horse 2');
  const { data: me } = await mine.ask('{ me { customer { version } } }');
  const changeMine =
    'mutation C($version: Long!) { customerChangeMyPassword(version: $version, currentPassword: "better horse 2", newPassword: "third horse 3") { version } }';
  matchWhole(t, await mine.ask(changeMine, { version: me!.me.customer.version }), { status: 200, errors: undefined });
  t.equal((await asCustomer(customer, 'third horse 3')).status, 200);
});

test('tokens reset passwords and verify emails (CUST035, CUST082, CUST092, CUST093, CUST094, CUST095, CUST096, CUST097, CUST098, CUST104, CUST105, CUST106)', async t => {
  const customer = await newCustomer();
  const reset = async (
    args: string,
  ): Promise<{ value: string; createdAt: string; expiresAt: string; customerId: string }> =>
    (
      await data(
        `mutation { customerCreatePasswordResetToken(email: "${customer.email}"${args}) { id customerId createdAt expiresAt value } }`,
      )
    ).customerCreatePasswordResetToken;
  const minutes = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
    (Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000;
  const token = await reset(', ttlMinutes: 60');
  t.equal(token.customerId, customer.id);
  t.same([minutes(token), minutes(await reset(''))], [60, 10]);
  matchWhole(t, await data(`{ customer(passwordToken: "${token.value}") { id email } }`), {
    customer: { id: customer.id },
  });
  t.same(await data('{ customer(passwordToken: "unknown") { id } }'), { customer: null });
  const put = (value: string) =>
    ask(`mutation { customerResetPassword(tokenValue: "${value}", newPassword: "reset horse 4") { id } }`);
  matchWhole(t, await put('unknown'), refusedAs('ResourceNotFound'));
  matchWhole(t, await put(token.value), { data: { customerResetPassword: { id: customer.id } }, errors: undefined });
  matchWhole(t, await put(token.value), refusedAs('ResourceNotFound'), 'a token is good once');
  const mine = await asCustomer(customer, 'reset horse 4');
  matchWhole(
    t,
    await mine.ask(
      `mutation { customerResetMyPassword(tokenValue: "${(await reset('')).value}", newPassword: "reset horse 5") { id } }`,
    ),
    { data: { customerResetMyPassword: { id: customer.id } } },
  );

  const verify = `mutation V($id: String!) { customerCreateEmailVerificationToken(id: $id, ttlMinutes: 5) { value customerId expiresAt createdAt } }`;
  const first = (await data(verify, { id: customer.id })).customerCreateEmailVerificationToken;
  t.equal(minutes(first), 5);
  matchWhole(t, await data(`{ customer(emailToken: "${first.value}") { id isEmailVerified } }`), {
    customer: { id: customer.id, isEmailVerified: false },
  });
  matchWhole(t, await data(`mutation { customerConfirmEmail(tokenValue: "${first.value}") { isEmailVerified } }`), {
    customerConfirmEmail: { isEmailVerified: true },
  });
  const other = await newCustomer();
  const second = (await data(verify, { id: other.id })).customerCreateEmailVerificationToken;
  matchWhole(
    t,
    await (await asCustomer(other)).ask(
      `mutation { customerConfirmMyEmail(tokenValue: "${second.value}") { id isEmailVerified } }`,
    ),
    { data: { customerConfirmMyEmail: { id: other.id, isEmailVerified: true } } },
  );
});

const updating = `mutation U($id: String!, $version: Long!, $actions: [CustomerUpdateAction!]!) { updateCustomer(id: $id, version: $version, actions: $actions) { ${person} } }`;

test('update actions (CUST053, CUST054, CUST059, CUST060, CUST061, CUST062, CUST063, CUST066, CUST069, CUST072, CUST076, CUST077, CUST078, CUST099, CUST103)', async t => {
  const { id } = await newCustomer({ addresses: [{ country: 'DE' }] });
  const email = newEmail();
  const update = async (version: number, ...actions: object[]) =>
    (await data(updating, { id, version, actions })).updateCustomer;
  const first = await update(
    1,
    { setFirstName: { firstName: 'F' } },
    { setLastName: { lastName: 'L' } },
    { setMiddleName: { middleName: 'M' } },
    { setTitle: { title: 'T' } },
    { setSalutation: { salutation: 'S' } },
    { changeEmail: { email } },
    { addAddress: { address: { country: 'AT', city: 'Graz', key: 'g', phone: '5' } } },
    { setCustomerGroup: { customerGroup: { typeId: 'customer-group', id: group.id } } },
    { setCustomerNumber: { customerNumber: newKey('n') } },
    { setExternalId: { externalId: 'E' } },
    { setDateOfBirth: { dateOfBirth: '2000-02-29' } },
    { setCompanyName: { companyName: 'C' } },
    { setVatId: { vatId: 'V' } },
    { setKey: { key: newKey('k') } },
    { setCustomType: { typeId: profileType.id, fields: [{ name: 'note', value: '"a"' }] } },
    { setCustomField: { name: 'count', value: '2' } },
  );
  matchWhole(t, first, {
    firstName: 'F',
    lastName: 'L',
    middleName: 'M',
    title: 'T',
    salutation: 'S',
    email,
    externalId: 'E',
    dateOfBirth: '2000-02-29',
    companyName: 'C',
    vatId: 'V',
    customerGroupRef: { id: group.id },
    customFieldsRaw: [
      { name: 'note', value: 'a' },
      { name: 'count', value: 2 },
    ],
    addresses: [{}, { city: 'Graz', key: 'g', contactInfo: { phone: '5' } }],
  });
  const [a, b] = first.addresses.map(({ id: addressId }: { id: string }) => addressId);
  const second = await update(
    first.version,
    { changeAddress: { addressId: a, address: { country: 'FR', city: 'Lyon' } } },
    { setDefaultShippingAddress: { addressId: a } },
    { setDefaultBillingAddress: { addressId: b } },
    { addShippingAddressId: { addressId: b } },
    { addBillingAddressId: { addressId: a } },
    { removeShippingAddressId: { addressId: b } },
    { removeBillingAddressId: { addressId: b } },
    { setFirstName: {} },
    { setLastName: { lastName: null } },
    { setCustomField: { name: 'note' } },
    { setCustomerGroup: {} },
  );
  matchWhole(t, second, {
    firstName: null,
    lastName: null,
    customerGroupRef: null,
    defaultShippingAddressId: a,
    defaultBillingAddressId: null,
    shippingAddressIds: [a],
    billingAddressIds: [a],
    customFieldsRaw: [{ name: 'count' }],
    addresses: [{ city: 'Lyon' }, {}],
  });
  const third = await update(second.version, { removeAddress: { addressId: b } }, { setCustomType: {} });
  matchWhole(t, third, { addresses: { length: 1 }, customFieldsRaw: null });
  const refused = async (...actions: object[]) =>
    (await ask(updating, { id, version: third.version, actions })).errors![0]!;
  matchWhole(t, await refused({}), {
    message: /actions\[0\] must have exactly one member, the action; got none/,
    extensions: { code: 'InvalidInput' },
  });
  matchWhole(t, await refused({ setKey: {} }, { setKey: { key: 'abc' }, setTitle: {} }), {
    message: /actions\[1\].*got setTitle, setKey/,
  });
  matchWhole(t, await refused({ setCustomType: { typeId: 'x', typeKey: 'y' } }), {
    message: /one of typeId, typeKey and type/,
  });
  matchWhole(t, await refused({ removeAddress: { addressId: 'nowhere' } }), { extensions: { actionIndex: 0 } });
  matchWhole(t, await ask(updating, { id, version: 1, actions: [] }), {
    status: 200,
    data: { updateCustomer: null },
    errors: [{ extensions: { code: 'ConcurrentModification', currentVersion: third.version } }],
  });
});

test('customers change and delete themselves (CUST100, CUST101, CUST102, CUST133)', async t => {
  const customer = await newCustomer({ key: newKey('mine') });
  const mine = await asCustomer(customer);
  matchWhole(
    t,
    await mine.ask(
      'mutation { updateMyCustomer(version: 1, actions: [{ setFirstName: { firstName: "Me" } }]) { firstName version } }',
    ),
    { data: { updateMyCustomer: { firstName: 'Me', version: 2 } } },
  );
  matchWhole(t, await mine.ask('mutation { updateMyCustomer(version: 1, actions: []) { id } }'), {
    errors: [{ extensions: { code: 'ConcurrentModification', currentVersion: 2 } }],
  });
  matchWhole(
    t,
    await mine.ask('mutation { deleteMyCustomer(version: 2, personalDataErasure: true) { id firstName } }'),
    {
      data: { deleteMyCustomer: { id: customer.id, firstName: 'Me' } },
    },
  );
  t.equal((await mine.ask('{ me { customer { id } } }')).status, 401, 'with the customer go the sessions');
  t.same(await data(`{ customer(id: "${customer.id}") { id } }`), { customer: null });
  const messages = await http.send(
    'GET',
    `/${projectKey}/messages?where=${encodeURIComponent(`resource(id="${customer.id}")`)}`,
  );
  t.notMatch(messages.text, /Me"|@example/, 'what messages told of him is gone');
  const key = newKey('other');
  const { id } = await newCustomer({ key });
  matchWhole(t, await ask('mutation { deleteCustomer(version: 1) { id } }'), {
    errors: [{ message: /exactly one of the arguments id, key; got none/ }],
  });
  matchWhole(t, await data(`mutation { deleteCustomer(key: "${key}", version: 1) { id } }`), {
    deleteCustomer: { id },
  });
});

test("a store's endpoint knows its customers, and takes its scopes", async t => {
  const store = await rest('stores', { key: newKey('store') });
  const inStore = (token: string) =>
    createGraphqlClient(quayside, credentials, token, `in-store/key=${store.key}/graphql`);
  const ofStore = inStore(await quayside.token(credentials, `manage_customers:${projectKey}:${store.key}`));
  const made = await ofStore(signUp, { draft: { email: newEmail(), password } });
  matchWhole(t, made, { status: 200, errors: undefined });
  const { id } = made.data!.customerSignUp.customer;
  matchWhole(t, await ofStore('{ customers { total results { id } } }'), {
    data: { customers: { total: 1, results: [{ id }] } },
  });
  t.same(
    (await ofStore(`{ customer(id: "${customerId}") { id } }`)).data,
    { customer: null },
    "another's is not there",
  );
  matchWhole(
    t,
    await inStore(await quayside.token(credentials, `manage_customers:${projectKey}:elsewhere`))(
      '{ customers { total } }',
    ),
    refusedAs('insufficient_scope'),
  );
});

test("a store's endpoint does not follow carts and orders to customers and carts of other stores (ORD098)", async t => {
  const [a, b] = [await rest('stores', { key: newKey('store') }), await rest('stores', { key: newKey('store') })];
  const [mine, foreign] = (await storeCustomers(
    [a, b].map(({ key: storeKey }) => ({ email: newEmail(), stores: [{ typeId: 'store', key: storeKey }] })),
  )) as [string, string];
  const carts = await storeMany(
    quayside,
    projectKey,
    'cart',
    [
      [a, mine],
      [a, foreign],
      [b, mine],
    ].map(([store, owner]) => ({
      store: { typeId: 'store', key: (store as { key: string }).key },
      customerId: owner,
      cartState: 'Active',
      lineItems: [],
      customLineItems: [],
    })),
  );
  const orders = await storeMany(
    quayside,
    projectKey,
    'order',
    [
      [mine, 0],
      [foreign, 2],
    ].map(([owner, at]) => ({
      store: { typeId: 'store', key: a.key },
      customerId: owner,
      cart: { typeId: 'cart', id: carts[at as number] },
      orderState: 'Open',
      lineItems: [],
      customLineItems: [],
    })),
  );
  const ofStore = createGraphqlClient(
    quayside,
    credentials,
    await quayside.token(credentials, `manage_orders:${projectKey}:${a.key} view_customers:${projectKey}:${a.key}`),
    `in-store/key=${a.key}/graphql`,
  );
  t.same(
    (
      await ofStore(
        `{ mine: cart(id: "${carts[0]!}") { customer { id } } foreign: cart(id: "${carts[1]!}") { customerId customer { id email } } }`,
      )
    ).data,
    { mine: { customer: { id: mine } }, foreign: { customerId: foreign, customer: null } },
  );
  const asking = (id: string) => `order(id: "${id}") { customer { id } cart { id } }`;
  t.same((await ofStore(`{ mine: ${asking(orders[0]!)} foreign: ${asking(orders[1]!)} }`)).data, {
    mine: { customer: { id: mine }, cart: { id: carts[0] } },
    foreign: { customer: null, cart: null },
  });
  t.same(
    await data(`{ cart(id: "${carts[1]!}") { customer { id } } order(id: "${orders[1]!}") { cart { id } } }`),
    { cart: { customer: { id: foreign } }, order: { cart: { id: carts[2] } } },
    'the project sees all',
  );
});
