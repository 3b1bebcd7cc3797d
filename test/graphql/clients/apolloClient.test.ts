/** GraphQL through Apollo Client with its cache. */
import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { startGraphql } from '../../support/graphql.js';
import { matchWhole } from '../../support/matchWhole.js';

const { quayside, credentials, token, data } = await startGraphql();
const uri = `${quayside.address}/${credentials.projectKey}/graphql`;

interface Page {
  readonly total: number;
  readonly results: readonly { readonly key: string }[];
}

const createClient = (options: { readonly useGETForQueries?: boolean } = {}) => {
  let requests = 0;
  const countedFetch: typeof fetch = (input, init) => {
    requests++;
    return fetch(input, init);
  };
  const client = new ApolloClient({
    link: new HttpLink({ uri, headers: { authorization: `Bearer ${token}` }, fetch: countedFetch, ...options }),
    cache: new InMemoryCache({
      typePolicies: {
        Query: { fields: { states: { keyArgs: ['where', 'sort'], merge: true } } },
        StateQueryResult: {
          fields: {
            results: { merge: (known: readonly unknown[] = [], more: readonly unknown[]) => [...known, ...more] },
          },
        },
      },
    }),
  });
  return { client, requests: () => requests };
};

const createState = async (key: string): Promise<string> =>
  (
    await data('mutation ($draft: StateDraft!) { createState(draft: $draft) { id } }', {
      draft: { key, type: 'OrderState', initial: true },
    })
  ).createState.id;

const readState = gql`
  query Read($id: String!) {
    state(id: $id) {
      id
      version
      key
      initial
    }
  }
`;
const updateState = gql`
  mutation Update($id: String!, $version: Long!, $actions: [StateUpdateAction!]!) {
    updateState(id: $id, version: $version, actions: $actions) {
      id
      version
      key
    }
  }
`;

for (const useGETForQueries of [false, true])
  test(`updates a resource in the cache, ${useGETForQueries ? 'with GET' : 'with POST'} queries`, async t => {
    const { client, requests } = createClient({ useGETForQueries });
    const [key, changed] = [newKey('state'), newKey('state')];
    const id = await createState(key);
    const variables = { id };
    const first = await client.query({ query: readState, variables });
    t.same(first.data, { state: { __typename: 'State', id, version: 1, key, initial: true } });
    const actions = [{ changeKey: { key: changed } }];
    const mutated = await client.mutate({ mutation: updateState, variables: { id, version: 1, actions } });
    t.same(mutated.data, { updateState: { __typename: 'State', id, version: 2, key: changed } });
    const second = await client.query({ query: readState, variables });
    t.same(second.data, { state: { __typename: 'State', id, version: 2, key: changed, initial: true } });
    t.equal(requests(), 2, 'the second query was answered by the cache');
    t.same(Object.keys(client.cache.extract() as object).sort(), ['ROOT_MUTATION', 'ROOT_QUERY', `State:${id}`]);
    client.stop();
  });

const broken = gql`
  query Broken($id: String!) {
    state(id: $id) {
      id
    }
    order(id: $id) {
      id
      unknownField
    }
  }
`;
const failing = gql`
  mutation Fail($id: String!) {
    deleteState(id: $id, version: 9) {
      id
    }
  }
`;

test('gives errors by the error policy, of refused documents too', async t => {
  const { client } = createClient();
  const id = await createState(newKey('state'));
  const conflict = [
    { message: /version/, path: ['deleteState'], extensions: { code: 'ConcurrentModification', currentVersion: 1 } },
  ];
  const { error, data: partial } = await client.mutate({ mutation: failing, variables: { id }, errorPolicy: 'all' });
  t.same(partial, { deleteState: null });
  t.ok(CombinedGraphQLErrors.is(error));
  matchWhole(t, (error as CombinedGraphQLErrors).errors, conflict);

  const thrown = await client.mutate({ mutation: failing, variables: { id } }).catch((reason: unknown) => reason);
  t.ok(CombinedGraphQLErrors.is(thrown));
  matchWhole(t, (thrown as CombinedGraphQLErrors).errors, conflict);

  const refused = await client.query({ query: broken, variables: { id } }).catch((reason: unknown) => reason);
  t.ok(CombinedGraphQLErrors.is(refused), 'the media type of GraphQL lets the client read a 400');
  matchWhole(t, (refused as CombinedGraphQLErrors).errors, [
    { message: 'Cannot query field "unknownField" on type "Order".', extensions: { code: 'InvalidInput' } },
  ]);
  client.stop();
});

test('merges pages', async t => {
  const { client, requests } = createClient();
  const prefix = newKey('page');
  const keys = [1, 2, 3, 4, 5].map(number => `${prefix}-${number}`);
  for (const key of keys) await createState(key);
  const query = gql`
    query Pages($where: String!, $limit: Int!, $offset: Int!) {
      states(where: $where, sort: ["key asc"], limit: $limit, offset: $offset) {
        total
        results {
          id
          key
        }
      }
    }
  `;
  const where = `key in (${keys.map(key => JSON.stringify(key)).join(', ')})`;
  const first = await client.query<{ states: Page }>({ query, variables: { where, limit: 2, offset: 0 } });
  t.same(
    first.data?.states.results.map(({ key }) => key),
    keys.slice(0, 2),
  );
  for (const offset of [2, 4])
    await client.query({ query, variables: { where, limit: 2, offset }, fetchPolicy: 'network-only' });
  const merged = client.cache.readQuery<{ states: Page }>({ query, variables: { where, limit: 2, offset: 0 } });
  const { states } = merged!;
  t.equal(states.total, 5);
  t.same(
    states.results.map(({ key }) => key),
    keys,
  );
  t.equal(requests(), 3);
  client.stop();
});
