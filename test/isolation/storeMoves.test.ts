/** The scopes of a token decide whether it may move a resource to another store on the paths of a store (OACT096). */
import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { createSample } from '../support/createSample.js';
import { matchWhole } from '../support/matchWhole.js';

const project = await startProject();
const { credentials, quayside, http, projectKey } = project;
const [here, there] = [
  (await createSample(project, 'store')).key as string,
  (await createSample(project, 'store')).key as string,
];
const inHere = { typeId: 'store', key: here };
const write = (storeKey?: string): string =>
  `manage_orders:${projectKey}${storeKey === undefined ? '' : `:${storeKey}`}`;

/** Sets the store of an order of the store `here` on the path of that store. */
const moveTo = async (scope: string, store: object | undefined) => {
  const order = await createSample(project, 'order', draft => ({ ...draft, store: inHere }));
  const client = quayside.http.as(await quayside.token(credentials, scope));
  const answer = await client.send('POST', `/${projectKey}/in-store/key=${here}/orders/${order.id}`, {
    body: { version: order.version, actions: [{ action: 'setStore', store }] },
  });
  const { json } = await http.send('GET', `/${projectKey}/orders/${order.id}`);
  return { ...answer, stored: (json as { readonly store?: object }).store };
};

for (const [holder, scope] of [
  ['the whole project', `manage_project:${projectKey}`],
  ['the orders of the project and of the store', `${write()} ${write(here)}`],
] as const)
  test(`a token of ${holder} moves an order to any store and to none (OACT096)`, async t => {
    for (const store of [{ typeId: 'store', key: there }, undefined])
      matchWhole(t, await moveTo(scope, store), { status: 200, stored: store });
  });

test('a token of two stores moves an order from one to the other, and not out of all stores (OACT096)', async t => {
  const scope = `${write(here)} ${write(there)}`;
  const target = { typeId: 'store', key: there };
  matchWhole(t, await moveTo(scope, target), { status: 200, stored: target });
  matchWhole(t, await moveTo(scope, undefined), { status: 403, stored: inHere });
});

test('a token of one store moves an order to no other store (OACT096)', async t => {
  const message =
    `Insufficient scope. This would move the order out of or into the store '${there}'. One of these is needed: ` +
    `${write()}, ${write(there)}.`;
  matchWhole(t, await moveTo(write(here), { typeId: 'store', key: there }), {
    status: 403,
    json: {
      statusCode: 403,
      message,
      errors: [{ code: 'insufficient_scope', message }],
      error: 'insufficient_scope',
      error_description: message,
    },
    stored: inHere,
  });
});

test('a token of one store takes a customer of two stores out of its own', async t => {
  const stores = [inHere, { typeId: 'store', key: there }];
  const customer = await createSample(project, 'customer', draft => ({ ...draft, stores }));
  const scope = `manage_customers:${projectKey}:${here}`;
  const client = quayside.http.as(await quayside.token(credentials, scope));
  const remove = (store: object) =>
    client.send('POST', `/${projectKey}/in-store/key=${here}/customers/${customer.id}`, {
      body: { version: customer.version, actions: [{ action: 'removeStore', store }] },
    });
  matchWhole(t, await remove(stores[1]!), { status: 403 });
  matchWhole(t, await remove(inHere), { status: 200, json: { stores: [stores[1]] } });
});
