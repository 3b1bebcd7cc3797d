/** API clients are created and deleted over GraphQL as over HTTP (AUTH008). */
import { test } from '../support/tap.js';
import { createGraphqlClient, startGraphql } from '../support/graphql.js';
import { addClient } from '../support/oauth.js';

const { quayside, credentials, ask, data } = await startGraphql();
const { projectKey } = credentials;

const creation = `mutation ($draft: CreateApiClient!) { made: createApiClient(draft: $draft) {
  id name scope secret accessTokenValiditySeconds refreshTokenValiditySeconds deleteAt
} }`;

test('creates an API client with a secret that is shown once, and deletes it with its tokens', async t => {
  const scope = `view_orders:${projectKey} manage_customers:${projectKey}`;
  const { made } = await data(creation, { draft: { name: 'till', scope, accessTokenValiditySeconds: 600 } });
  const { id, secret, ...shown } = made as { id: string; secret: string };
  t.same(shown, {
    name: 'till',
    scope,
    accessTokenValiditySeconds: 600,
    refreshTokenValiditySeconds: null,
    deleteAt: null,
  });
  const token = await quayside.token({ projectKey, clientId: id, clientSecret: secret, scope });
  const till = createGraphqlClient(quayside, credentials, token);
  t.same((await till('{ orders { count } }')).data, { orders: { count: 0 } });
  t.same(await data('query ($id: String!) { apiClient(id: $id) { id name } }', { id }), {
    apiClient: { id, name: 'till' },
  });

  t.same(await data('mutation ($id: String!) { gone: deleteApiClient(id: $id) { id name } }', { id }), {
    gone: { id, name: 'till' },
  });
  t.same(await data('query ($id: String!) { apiClient(id: $id) { id } }', { id }), { apiClient: null });
  const after = await quayside.http
    .as(token)
    .send('POST', `/${projectKey}/graphql`, { body: { query: '{ orders { count } }' } });
  t.equal(after.status, 401);
});

test('refuses scopes that the client does not have, and clients without the scope of API clients', async t => {
  const draft = { name: 'greedy', scope: 'manage_project:another-project' };
  const refused = await ask(creation, { draft });
  t.equal(refused.status, 200);
  t.same(refused.data, { made: null });
  t.match(refused.errors, [
    { path: ['made'], extensions: { code: 'InvalidField', field: 'scope', variable: '$draft.scope' } },
  ]);

  const seller = await addClient(quayside, projectKey, `manage_orders:${projectKey}`);
  const asSeller = createGraphqlClient(quayside, credentials, await quayside.token(seller));
  const scope = `manage_orders:${projectKey}`;
  for (const answer of [
    await asSeller(creation, { draft: { name: 'seller', scope } }),
    await asSeller('mutation { deleteApiClient(id: "any") { id } }'),
  ])
    t.match(answer, { status: 200, errors: [{ extensions: { code: 'insufficient_scope' } }] });
});
