/** The endpoint with the SDK: permissions and responses. */
import { test } from '../../support/tap.js';
import { money } from '../../support/drafts.js';
import { rejectionOf, sdkAs, sdkOf } from '../../support/sdk.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';
import { matchWhole } from '../../support/matchWhole.js';

const shop = await startOrderSearch();
const { quayside, credentials } = shop;
const { projectKey } = credentials;
const sdk = sdkOf(quayside, credentials);
const made: string[] = [];
for (let at = 0; at < 12; at++)
  made.push(
    (await shop.imported({ orderNumber: `page-${at}`, customerEmail: 'Page Twelve', totalPrice: money(at) })).id,
  );
await shop.activate();
const email = { field: 'customerEmail', value: 'Page Twelve' };
const query = { exact: email };
const withScopes = (...scopes: string[]) => sdkOf(quayside, credentials, scopes);
const tokenOf = async (grant: object): Promise<string> => {
  const issued = await quayside.services.tokens.issue(
    projectKey,
    { clientId: 'a-client', scope: '', ...grant },
    { access: 60, refresh: 60 },
  );
  if (typeof issued === 'string') throw new Error(issued);
  return issued.accessToken;
};

test('requires view_orders of the project (SEARCH001)', async t => {
  for (const scope of ['view_orders', 'manage_orders', 'manage_project']) {
    const { statusCode, body } = await withScopes(`${scope}:${projectKey}`)
      .orders()
      .search()
      .post({ body: { query } })
      .execute();
    matchWhole(t, { statusCode, total: body.total }, { statusCode: 200, total: 12 }, scope);
  }
  const inOrder = [
    'view_project_settings',
    'manage_project_settings',
    'manage_my_orders',
    'view_states',
    'manage_customers',
    'view_orders:shop-1',
    'manage_orders:shop-1',
  ];
  for (const name of inOrder) {
    const [scope, store] = name.split(':');
    const { statusCode, body } = await rejectionOf(
      withScopes(`${scope}:${projectKey}${store === undefined ? '' : `:${store}`}`)
        .orders()
        .search()
        .post({ body: { query } })
        .execute(),
    );
    matchWhole(
      t,
      { statusCode, body },
      {
        statusCode: 403,
        body: { errors: [{ code: 'insufficient_scope', message: new RegExp(`view_orders:${projectKey}\\.`) }] },
      },
      name,
    );
  }
  t.equal((await quayside.http.send('POST', `/${projectKey}/orders/search`, { body: { query } })).status, 401);
  const other = await quayside.project();
  t.equal(
    (
      await rejectionOf(
        sdkAs(quayside, projectKey, await quayside.token(other))
          .orders()
          .search()
          .post({ body: { query } })
          .execute(),
      )
    ).statusCode,
    401,
    'a token of another project',
  );
});

test('refuses the tokens of customers and anonymous sessions (SEARCH001)', async t => {
  for (const owner of [{ customerId: 'c-1' }, { anonymousId: 'a-1' }]) {
    const token = await tokenOf({ ...owner, scope: `manage_my_orders:${projectKey} manage_my_profile:${projectKey}` });
    const { statusCode } = await rejectionOf(
      sdkAs(quayside, projectKey, token).orders().search().post({ body: { query } }).execute(),
    );
    t.equal(statusCode, 403, JSON.stringify(owner));
  }
});

test('returns ids, versions and relevance only (SEARCH006, SEARCH007, GEN009)', async t => {
  const { body: order } = await sdk
    .orders()
    .withId({ ID: made[0]! })
    .post({ body: { version: 1, actions: [{ action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'x' }] } })
    .execute();
  await shop.ofProject.settled();
  const { body } = await sdk
    .orders()
    .search()
    .post({ body: { query: { exact: { field: 'orderNumber', value: 'page-0' } } } })
    .execute();
  t.strictSame(body, {
    total: 1,
    offset: 0,
    limit: 10,
    hits: [{ id: order.id, version: order.version, relevance: 1 }],
  });
  const ranked = { or: [{ exact: email }, { exact: { field: 'orderNumber', value: 'page-3', boost: 3 } }] };
  const {
    body: { hits },
  } = await sdk
    .orders()
    .search()
    .post({ body: { query: ranked } })
    .execute();
  t.equal(hits[0]!.id, made[3]);
  for (const { relevance = -1 } of hits) t.ok(relevance >= 0 && relevance <= 1, `${relevance}`);
  t.ok(hits[0]!.relevance! > hits[1]!.relevance!, 'higher is more relevant');
  matchWhole(
    t,
    (
      await quayside.http.as(await quayside.token(credentials)).send('POST', `/${projectKey}/orders/indexer/graphql`, {
        body: { query: '{ ordersIndicesExist { searchableIndexExists } }' },
      })
    ).json,
    { data: { ordersIndicesExist: { searchableIndexExists: true } } },
  );
});

test('pages results (SEARCH002, SEARCH003, SEARCH004, SEARCH005, SEARCH006, LIM009, LIM010, order.af2ce)', async t => {
  const page = async (rest: object) =>
    (
      await sdk
        .orders()
        .search()
        .post({ body: { query, ...rest } })
        .execute()
    ).body;
  const newest = [...made].reverse();
  const first = await page({});
  matchWhole(
    t,
    { ...first, hits: first.hits.map(({ id }) => id) },
    { total: 12, offset: 0, limit: 10, hits: newest.slice(0, 10) },
    'ten hits, of equal relevance the newest first',
  );
  t.same(
    (await page({ offset: 10 })).hits.map(({ id }) => id),
    newest.slice(10),
  );
  matchWhole(t, await page({ limit: 0 }), { total: 12, limit: 0, hits: [] });
  matchWhole(t, await page({ offset: 10_000, limit: 100 }), { total: 12, offset: 10_000, limit: 100, hits: [] });
  t.same(
    (await page({ sort: [{ field: 'totalPrice.centAmount', order: 'asc' }], limit: 3, offset: 1 })).hits.map(
      ({ id }) => id,
    ),
    made.slice(1, 4),
  );
  const bounds = [
    ['limit', 101, '0 to 100'],
    ['limit', -1, '0 to 100'],
    ['offset', 10_001, '0 to 10000'],
    ['offset', -1, '0 to 10000'],
    ['limit', 1.5, '0 to 100'],
    ['offset', '1', '0 to 10000'],
  ] as const;
  for (const [name, value, expected] of bounds)
    matchWhole(
      t,
      await rejectionOf(page({ [name]: value })),
      {
        statusCode: 400,
        body: {
          errors: [
            { code: 'InvalidInput', message: new RegExp(`^${name}: expected an integer from ${expected}, got`) },
          ],
        },
      },
      `${name} ${value}`,
    );
});

test('refuses a search without an index and explains how to activate it (SEARCH008, SEARCH009, SEARCH010)', async t => {
  const idle = await quayside.project();
  const idleSdk = sdkOf(quayside, idle);
  const missing = {
    statusCode: 404,
    body: {
      errors: [
        {
          code: 'ResourceNotFound',
          message:
            `No index was found for the project '${idle.projectKey}'. Activate order search by the update action ` +
            "changeOrderSearchStatus of the project, with the status 'Activated', or by quayside search activate " +
            `--project ${idle.projectKey}. Then wait until its orders are indexed.`,
        },
      ],
    },
  };
  matchWhole(t, await rejectionOf(idleSdk.orders().search().post({ body: { query } }).execute()), missing);
  t.equal((await rejectionOf(idleSdk.orders().search().head().execute())).statusCode, 404);
  t.equal((await sdk.orders().search().head().execute()).statusCode, 200);
});
