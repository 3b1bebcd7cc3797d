import { test } from '../support/tap.js';
import { orderDraft } from '../support/drafts.js';
import { createGraphqlClient } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import { refusedAs, startCustomerShop, storeSampleCustomer } from './customerShop.js';

const shop = await startCustomerShop();
const { quayside, credentials, projectKey, ask, data, createIn, clientWithScopes, newAnonymousToken } = shop;
const { id: customerId } = await storeSampleCustomer(shop);

test('requires the scopes of each field (CUST135)', async t => {
  const [withCustomers, withOrders, withAuditLog] = await Promise.all([
    clientWithScopes('view_customers'),
    clientWithScopes('view_orders'),
    clientWithScopes('view_audit_log'),
  ]);
  matchWhole(t, await withCustomers(`{ customer(id: "${customerId}") { id } }`), {
    status: 200,
    data: { customer: { id: customerId } },
  });
  const refused = { extensions: { code: 'insufficient_scope' } };
  matchWhole(t, await withOrders('{ orders(limit: 1) { count } customers { count } }'), {
    status: 200,
    data: null,
    errors: [{ ...refused, path: ['customers'], message: new RegExp(`view_customers:${projectKey}`) }],
  });
  matchWhole(
    t,
    await withAuditLog(
      `{
        customer(id: "x") { id } order(id: "x") { id } cart(id: "x") { id } state(id: "x") { id }
        me { customer { id } }
      }`,
    ),
    {
      status: 200,
      data: { customer: null, order: null, cart: null, state: null, me: null },
      errors: ['customer', 'order', 'cart', 'state', 'me'].map(path => ({ ...refused, path: [path] })),
    },
  );
  matchWhole(
    t,
    await withCustomers(
      `mutation {
        updateCustomer(id: "${customerId}", version: 1, actions: []) { id }
        deleteCustomer(id: "${customerId}", version: 1) { id } deleteMyCustomer(version: 1) { id }
      }`,
    ),
    {
      status: 200,
      data: { updateCustomer: null, deleteCustomer: null, deleteMyCustomer: null },
      errors: [{ message: /manage_customers/ }, { message: /manage_customers/ }, { message: /manage_my_profile/ }],
    },
  );
  const order = await createIn('orders/import', orderDraft({ customerId } as never));
  matchWhole(
    t,
    await withOrders(`{ order(id: "${order.id}") { customerId customer { email } } }`),
    { data: { order: { customerId, customer: null } }, errors: [{ ...refused, path: ['order', 'customer'] }] },
    'reading the customer of an order requires view_customers too',
  );
  matchWhole(t, await data(`{ order(id: "${order.id}") { customer { email } } }`), {
    order: { customer: { email: 'jo@example.com' } },
  });
  t.equal(
    (await quayside.http.send('POST', `/${projectKey}/graphql`, { body: { query: '{ me { customer { id } } }' } }))
      .status,
    401,
  );
  const foreignToken = await quayside.token(await quayside.project());
  t.equal(
    (
      await quayside.http
        .as(foreignToken)
        .send('POST', `/${projectKey}/graphql`, { body: { query: '{ me { customer { id } } }' } })
    ).status,
    401,
  );
});

test('returns me to customers and anonymous sessions only (CUST084, CUST085)', async t => {
  const anonymous = createGraphqlClient(quayside, credentials, await newAnonymousToken('manage_my_profile'));
  t.same(await anonymous('{ me { customer { id } } }'), {
    status: 200,
    data: { me: { customer: null } },
  });
  const issued = await quayside.services.tokens.issue(
    projectKey,
    { clientId: credentials.clientId, scope: `manage_my_profile:${projectKey}`, customerId },
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
    await anonymous('mutation { deleteMyCustomer(version: 1) { id } }'),
    refusedAs('ResourceNotFound'),
    'an anonymous session has no customer',
  );
});
