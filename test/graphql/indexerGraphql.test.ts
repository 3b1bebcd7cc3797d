import { test } from '../support/tap.js';
import { orderDraft } from '../support/drafts.js';
import { type GraphqlClient, createGraphqlClient, storeMany } from '../support/graphql.js';
import { changeProject } from '../support/resourceApi.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const idle = await quayside.project();
const { projectKey } = credentials;
const path = 'orders/indexer/graphql';
const token = await quayside.token(credentials);
const ask = createGraphqlClient(quayside, credentials, token, path);
const askIdle = createGraphqlClient(quayside, idle, await quayside.token(idle), path);

const ordersCount = 12;
for (let at = 0; at < ordersCount; at++)
  await quayside.http
    .as(token)
    .send('POST', `/${projectKey}/orders/import`, { body: orderDraft({ orderNumber: `indexed-${at}` }) });

/** An order as it is stored. */
const storedOrder = {
  orderState: 'Open',
  lineItems: [],
  customLineItems: [],
  totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 100, fractionDigits: 2 },
};

const reindex = 'reIndexAllOrders { indexingJobId existingIndexingJobId }';
const statusFields =
  'nbrOfIndexedDocuments nbrOfFailedDocuments totalNbrOfDocuments percentCompleted completed failures { id message }';
const statusOf = async (id: string) =>
  (await ask(`query Status($id: String!) { getReindexingStatus(id: $id) { ${statusFields} } }`, { id })).data
    .getReindexingStatus;
const indices = async (client: GraphqlClient) =>
  (await client('{ ordersIndicesExist { searchableIndexExists newInProgress } }')).data.ordersIndicesExist;

const refused = (code: string, message: RegExp) => ({ status: 200, errors: [{ message, extensions: { code } }] });

test('accepts query, variables and operationName and returns a GraphQL response (INDEX001)', async t => {
  const documents = `query A { ordersIndicesExist { newInProgress } }
    query B($id: String!) { getReindexingStatus(id: $id) { completed } }`;
  matchWhole(t, await askIdle(documents, undefined, 'A'), {
    status: 200,
    data: { ordersIndicesExist: { newInProgress: false } },
    errors: undefined,
  });
  matchWhole(t, await askIdle(documents, { id: 'none' }, 'B'), {
    ...refused('ResourceNotFound', /no indexing job with the ID 'none'/),
    data: null,
  });
  matchWhole(t, await askIdle(documents), { status: 400, errors: [{ extensions: { code: 'InvalidInput' } }] });
  matchWhole(t, await askIdle('{ ordersIndicesExist {'), {
    status: 400,
    errors: [{ extensions: { code: 'SyntaxError' } }],
  });
  matchWhole(t, await askIdle('{ orders { count } }'), {
    status: 400,
    errors: [{ message: /Cannot query field "orders"/ }],
  });
  matchWhole(t, (await quayside.http.as(token).send('POST', `/${projectKey}/${path}`, { body: {} })).json, {
    errors: [{ extensions: { code: 'RequiredField', field: 'query' } }],
  });
  matchWhole(
    t,
    await createGraphqlClient(quayside, credentials, token)(`mutation { ${reindex} }`),
    { status: 400 },
    'the GraphQL endpoint of the project has no indexer fields',
  );
  matchWhole(t, await askIdle('{ __schema { mutationType { fields { name } } } }'), {
    data: { __schema: { mutationType: { fields: [{ name: 'reIndexAllOrders' }, { name: 'stopOrdersIndexing' }] } } },
  });
});

test('requires the scopes of each field (INDEX004, INDEX006, INDEX008, INDEX010)', async t => {
  const as = async (...scopes: string[]) =>
    createGraphqlClient(
      quayside,
      idle,
      await quayside.token(idle, scopes.map(name => `${name}:${idle.projectKey}`).join(' ')),
      path,
    );
  const orders = await as('view_orders');
  const settings = await as('manage_project_settings');
  const viewing = await as('view_project_settings');
  const both = await as('view_orders', 'manage_project_settings');
  const needs = (name: string) => ({
    status: 200,
    errors: [
      {
        message: new RegExp(`One of the following scopes is missing: ${name}:${idle.projectKey}\\.`),
        extensions: { code: 'insufficient_scope' },
      },
    ],
  });
  const status = '{ getReindexingStatus(id: "none") { completed } }';
  const stop = 'mutation { stopOrdersIndexing { status } }';
  const exist = '{ ordersIndicesExist { searchableIndexExists } }';
  for (const text of [`mutation { ${reindex} }`, status]) {
    matchWhole(t, await orders(text), needs('manage_project_settings'), text);
    matchWhole(t, await settings(text), needs('view_orders'), text);
    matchWhole(t, await viewing(text), needs('manage_project_settings'), text);
  }
  matchWhole(t, await both(`mutation { ${reindex} }`), refused('InvalidOperation', /changeOrderSearchStatus/));
  matchWhole(t, await both(status), refused('ResourceNotFound', /no indexing job/));
  for (const client of [orders, viewing]) matchWhole(t, await client(stop), needs('manage_project_settings'));
  matchWhole(t, await settings(stop), { status: 200, errors: undefined });
  matchWhole(t, await orders(exist), needs('view_project_settings'));
  for (const client of [settings, viewing])
    matchWhole(t, await client(exist), {
      status: 200,
      data: { ordersIndicesExist: { searchableIndexExists: false } },
      errors: undefined,
    });
});

test('refuses to index while order search is inactive and explains how to activate it', async t => {
  matchWhole(t, await askIdle(`mutation { ${reindex} }`), {
    ...refused(
      'InvalidOperation',
      /Activate order search by the update action changeOrderSearchStatus .*quayside search activate/,
    ),
    data: null,
  });
  t.same(await indices(askIdle), { searchableIndexExists: false, newInProgress: false });
  matchWhole(t, await askIdle('mutation { stopOrdersIndexing { status } }'), {
    data: { stopOrdersIndexing: { status: /\w/ } },
    errors: undefined,
  });
});

test('builds a new index of all orders while the old one is searched (INDEX002, INDEX005, INDEX009)', async t => {
  await changeProject(quayside, credentials, { action: 'changeOrderSearchStatus', status: 'Activated' });
  await waitUntil(async () => {
    const { searchableIndexExists, newInProgress } = await indices(ask);
    return searchableIndexExists === true && newInProgress === false;
  });
  const {
    data: {
      reIndexAllOrders: { indexingJobId, existingIndexingJobId },
    },
  } = await ask(`mutation { ${reindex} }`);
  t.equal(typeof indexingJobId, 'string');
  t.equal(existingIndexingJobId, null);
  t.equal((await indices(ask)).searchableIndexExists, true, 'the old index is searched meanwhile');
  await waitUntil(async () => (await statusOf(indexingJobId)).completed === true);
  t.same(await statusOf(indexingJobId), {
    nbrOfIndexedDocuments: ordersCount,
    nbrOfFailedDocuments: 0,
    totalNbrOfDocuments: ordersCount,
    percentCompleted: 100,
    completed: true,
    failures: [],
  });
  t.same(await indices(ask), { searchableIndexExists: true, newInProgress: false });
  const foreign = await askIdle(`{ getReindexingStatus(id: "${indexingJobId}") { completed } }`);
  matchWhole(
    t,
    foreign,
    { data: null, errors: [{ extensions: { code: 'ResourceNotFound' } }] },
    'a job of another project is not found',
  );
});

test('runs one job at a time and names the running job to another request (INDEX003, INDEX007, INDEX009)', async t => {
  // There are so many orders that a job is still running when the next request comes.
  const more = await storeMany(
    quayside,
    projectKey,
    'order',
    Array.from({ length: 800 }, () => storedOrder),
  );
  const { data, errors } = await ask(
    `mutation { first: ${reindex} second: ${reindex} stopOrdersIndexing { status } third: ${reindex} }`,
  );
  t.equal(errors, undefined);
  const { first, second, stopOrdersIndexing, third } = data;
  t.equal(typeof first.indexingJobId, 'string');
  t.same(second, { indexingJobId: null, existingIndexingJobId: first.indexingJobId });
  t.match(stopOrdersIndexing.status, /stopped/);
  t.equal(typeof third.indexingJobId, 'string', 'a new job starts after the stop');
  t.not(third.indexingJobId, first.indexingJobId);
  matchWhole(t, await statusOf(first.indexingJobId), { completed: true });
  matchWhole(t, await ask('{ ordersIndicesExist { searchableIndexExists } }'), {
    data: { ordersIndicesExist: { searchableIndexExists: true } },
  });
  await waitUntil(async () => (await statusOf(third.indexingJobId)).completed === true);
  matchWhole(t, await statusOf(third.indexingJobId), {
    nbrOfIndexedDocuments: ordersCount + more.length,
    percentCompleted: 100,
  });
});
