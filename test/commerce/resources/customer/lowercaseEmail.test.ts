/**
 * `lowercaseEmail` is a field of queries that no customer shows: the email in the form in which emails are compared
 * everywhere (GEN053).
 */
import { parseQueryParameters } from '../../../../src/engine/query/parseQueryParameters.js';
import { runQuery } from '../../../../src/engine/query/runQuery.js';
import type { DataStore } from '../../../../src/store/DataStore.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { test } from '../../../support/tap.js';
import { bodyOf } from '../../../support/sdk.js';
import { startCustomers } from './startCustomers.js';

const kelvin = '\u212a';
const { quayside, credentials, projectKey, sdk, http, base, create, newStore, resourcesAt } = await startCustomers();
const { services } = quayside;
const store = await newStore();
const emails = [
  'Zoe@Example.com',
  'mike@example.com',
  `Mi${kelvin}e@example.com`,
  'ANDRE\u0301@example.com',
  'bea@example.com',
];
for (const email of emails) await create({ email });
/** This customer has the email of the first one, in a store. */
await create({ email: 'zoe@example.com', stores: [{ typeId: 'store', key: store }] });

const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
/** Returns the emails that a query finds over REST; GraphQL must find the same ones. */
const found = async (where: string, sort?: string) => {
  const body = await bodyOf(sdk.customers().get({ queryArgs: { where, sort: sort ?? 'createdAt asc' } }));
  const rest = [body.total, ...body.results.map(({ email }) => email)];
  const { data } = await ask(
    'query ($where: String, $sort: [String!]) { customers(where: $where, sort: $sort) { total results { email } } }',
    { where, sort: [sort ?? 'createdAt asc'] },
  );
  const graphql = [data.customers.total, ...data.customers.results.map(({ email }: { email: string }) => email)];
  return JSON.stringify(rest) === JSON.stringify(graphql) ? rest : { rest, graphql };
};

test('finds customers by their email in any spelling, and none by a character that looks like another one', async t => {
  const [zoe, mike, other, andre, bea] = emails;
  const inStore = 'zoe@example.com';
  for (const [where, ...expected] of [
    ['lowercaseEmail = "zoe@example.com"', zoe, inStore],
    ['lowercaseEmail = " ZOE@example.COM "', zoe, inStore],
    ['lowercaseEmail="mike@example.com"', mike],
    [`lowercaseEmail = "mi${kelvin}e@example.com"`, other],
    ['lowercaseEmail = "andr\u00e9@example.com"', andre],
    ['lowercaseEmail in ("zoe@example.com", "BEA@example.com", "unknown@example.com")', zoe, bea, inStore],
    ['lowercaseEmail not in ("zoe@example.com", "mike@example.com")', other, andre, bea],
    ['lowercaseEmail != "zoe@example.com"', mike, other, andre, bea],
    ['not(lowercaseEmail = "ZOE@example.com")', mike, other, andre, bea],
    ['lowercaseEmail = "zoe@example.com" and email = "Zoe@Example.com"', zoe],
    ['lowercaseEmail = "zoe@example.com" or lowercaseEmail = "bea@example.com"', zoe, bea, inStore],
    [`lowercaseEmail = "zoe@example.com" and stores(key = "${store}")`, inStore],
    ['lowercaseEmail > "m" and lowercaseEmail < "Z"', mike, other],
    ['lowercaseEmail is defined and email = "bea@example.com"', bea],
    ['lowercaseEmail is not defined'],
    ['email = "zoe@example.com"', inStore],
  ] as const)
    t.strictSame(await found(where), [expected.length, ...expected], where);
});

test('sorts by the email whatever its letter case', async t => {
  const order = [emails[3], emails[4], emails[1], emails[2], emails[0]];
  const ofNoStore = 'stores is empty';
  t.strictSame(await found(ofNoStore, 'lowercaseEmail asc'), [5, ...order]);
  t.strictSame(await found(ofNoStore, 'lowercaseEmail desc'), [5, ...order.toReversed()]);
});

test('takes the email from a variable, and on the path of a store', async t => {
  const answer = async (path: string) => {
    const parameters = new URLSearchParams({ where: 'lowercaseEmail = :email', 'var.email': 'Zoe@EXAMPLE.com' });
    const { json } = await http.send('GET', `${base}/${path}?${parameters.toString()}`);
    return (json as { results: { email: string }[] }).results.map(({ email }) => email);
  };
  t.strictSame(await answer('customers'), ['Zoe@Example.com', 'zoe@example.com']);
  t.strictSame(await answer(`in-store/key=${store}/customers`), ['zoe@example.com']);
});

test('follows a change of the email, and is in no response', async t => {
  const customer = await create({ email: 'Before@example.com' });
  t.strictSame(await found('lowercaseEmail = "before@example.com"'), [1, 'Before@example.com']);
  const changed = await resourcesAt('customers').update(customer, {
    action: 'changeEmail',
    email: 'After@Example.com',
  });
  t.strictSame(await found('lowercaseEmail = "before@example.com"'), [0]);
  t.strictSame(await found('lowercaseEmail = "after@example.com"'), [1, 'After@Example.com']);
  t.notOk('lowercaseEmail' in changed);
  t.match(await http.send('GET', `${base}/customers?where=lowercaseEmail%3D%22after%40example.com%22`), {
    json: { results: [changed] },
  });
  t.match(await ask(`{ customer(id: "${customer.id}") { lowercaseEmail } }`), {
    errors: [{ message: /Cannot query field "lowercaseEmail" on type "Customer"/ }],
  });
  t.equal((await http.send('DELETE', `${base}/customers/${customer.id}?version=${changed.version}`)).status, 200);
  t.strictSame(await found('lowercaseEmail = "after@example.com"'), [0]);
});

test('an equality reads the bodies of candidates, not of all customers', async t => {
  const many = Array.from({ length: 40 }, (_, at) => create({ email: `Many${at}@example.com` }));
  await Promise.all(many);
  let read = 0;
  const counting: DataStore = {
    ...services.store,
    bodies: (key, typeId, ids) => {
      read += ids.length;
      return services.store.bodies(key, typeId, ids);
    },
  };
  const resourceType = services.engine.resourceTypes.get('customer')!;
  const parameters = new URLSearchParams({
    where: 'lowercaseEmail in ("many7@example.com", "MANY8@example.com")',
    sort: 'createdAt asc',
  });
  const query = parseQueryParameters(parameters, [], resourceType.fieldShape());
  const { bodies, total } = await runQuery(
    { store: counting, resourceTypes: services.engine.resourceTypes, queryTimeoutMs: 5_000 },
    { projectKey, resourceType },
    query,
  );
  t.strictSame([total, bodies.length], [2, 2]);
  t.ok(read >= 2 && read <= 4, `${read} bodies were read`);
});
