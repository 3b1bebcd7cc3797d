/** GraphQL through the public SDK and through graphql-request. */
import { ClientError, gql, GraphQLClient } from 'graphql-request';
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { startGraphql } from '../../support/graphql.js';
import { matchWhole } from '../../support/matchWhole.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';

const { quayside, credentials, token } = await startGraphql();
const { projectKey } = credentials;
const sdk = sdkOf(quayside, credentials);
const url = `${quayside.address}/${projectKey}/graphql`;
const headers = { authorization: `Bearer ${token}` };

const create = 'mutation Create($draft: StateDraft!) { createState(draft: $draft) { id version key } }';
const read = 'query Read($key: String!) { state(key: $key) { id version key type nameAllLocales { locale value } } }';
const remove = 'mutation Remove($id: String!) { deleteState(id: $id, version: 7) { id } }';
const draftOf = (key: string) => ({ key, type: 'OrderState', name: [{ locale: 'en', value: 'New' }] });
const stored = { version: 1, type: 'OrderState', nameAllLocales: [{ locale: 'en', value: 'New' }] };

test("sends the SDK's queries and mutations, and gives it data and errors as it reads them (ERR081)", async t => {
  const key = newKey('state');
  const ask = (query: string, variables: object) => sdk.graphql().post({ body: { query, variables } }).execute();
  const { body: created } = await ask(create, { draft: draftOf(key) });
  const { id } = created.data.createState as { id: string };
  const { statusCode, body } = await ask(read, { key });
  t.equal(statusCode, 200);
  t.same(body, { data: { state: { id, key, ...stored } } });

  const { body: refused } = await ask(remove, { id });
  t.same(Object.keys(refused).sort(), ['data', 'errors']);
  t.same(refused.data, { deleteState: null });
  matchWhole(t, refused.errors, [
    {
      message: /version/,
      path: ['deleteState'],
      locations: [{ line: 1, column: 33 }],
      extensions: { code: 'ConcurrentModification', currentVersion: 1 },
    },
  ]);

  const error = await rejectionOf(ask('{ unknownField }', {}));
  const message = 'Cannot query field "unknownField" on type "Query".';
  const errors = [{ message, locations: [{ line: 1, column: 3 }], extensions: { code: 'InvalidInput' } }];
  t.same(
    { statusCode: error.statusCode, body: error.body },
    { statusCode: 400, body: { statusCode: 400, message, errors } },
  );
});

const failureOf = async (call: Promise<unknown>): Promise<ClientError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ClientError) return error;
    throw error;
  }
  throw new Error('expected the call to fail');
};

for (const method of ['POST', 'GET'] as const)
  test(`answers graphql-request by ${method}`, async t => {
    const client = new GraphQLClient(url, { headers, method });
    const key = newKey('state');
    const writer = new GraphQLClient(url, { headers });
    const { createState } = await writer.request<{ createState: { id: string } }>(
      gql`
      ${create}
    `,
      { draft: draftOf(key) },
    );
    t.same(await client.request(read, { key }), { state: { id: createState.id, key, ...stored } });
    const { response } = await failureOf(client.request('{ unknownField }'));
    t.equal(response.status, 400);
    matchWhole(t, response.errors, [{ message: /unknownField/, extensions: { code: 'InvalidInput' } }]);
  });

test('gives graphql-request the data beside the errors, by its error policy', async t => {
  const client = new GraphQLClient(url, { headers, errorPolicy: 'all' });
  const key = newKey('state');
  const both = `mutation ($draft: StateDraft!) { made: createState(draft: $draft) { key }
    gone: deleteState(id: "none", version: 1) { id } }`;
  const { data, errors } = await client.rawRequest(both, { draft: draftOf(key) });
  t.same(data, { made: { key }, gone: null });
  matchWhole(t, errors, [{ path: ['gone'], extensions: { code: 'ResourceNotFound' } }]);
  const { response } = await failureOf(new GraphQLClient(url, { headers }).request(both, { draft: draftOf(key) }));
  t.equal(response.status, 200);
  matchWhole(t, response.errors, [
    { path: ['made'], extensions: { code: 'DuplicateField' } },
    { path: ['gone'], extensions: { code: 'ResourceNotFound' } },
  ]);
});

test('tells graphql-request that it takes no batches', async t => {
  const client = new GraphQLClient(url, { headers });
  const failed = client.batchRequests([{ document: '{ __typename }' }, { document: '{ __typename }' }]);
  await t.rejects(failed, { message: /Batches of GraphQL requests are not supported/ });
});
