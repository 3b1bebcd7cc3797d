/** Projects on a given master of a cluster, with the requests of a client in one of them. */
import type { ClientCredentials } from '../../../src/projects/createProject.js';
import { createMasterOf } from '../../../src/base/redis/clusterNodes.js';
import { keys } from '../../../src/store/keys.js';
import { newKey, orderDraft, stateDraft } from '../../support/drafts.js';
import type { HttpResponse } from '../../support/http.js';
import { addClient, addCustomer, basic, post, requestToken, tokenIn } from '../../support/oauth.js';
import type { Quayside } from '../../support/quayside.js';
import { searchOf } from '../../support/search.js';
import type { ClusterNode } from '../../support/startClusterNode.js';

/** Requests by name; each can be sent repeatedly. */
export type Requests = Readonly<Record<string, () => Promise<HttpResponse>>>;

export interface ShardProject extends ClientCredentials {
  readonly requests: Requests;
  readonly tokenRequests: Requests;
}

/** Tells whether the keys of a project or an API client are on a node. */
export const isOn = ({ services }: Quayside, { port }: ClusterNode, owner: string): boolean =>
  createMasterOf(services.redis)!(owner) === `127.0.0.1:${port}`;

/** Tells whether the data of a project and its order index are on a node: a search needs both. */
const isWholeOn = (quayside: Quayside, node: ClusterNode, key: string): boolean =>
  isOn(quayside, node, key) && isOn(quayside, node, /\{(.+)\}/.exec(keys.searchIndex(key, 'order', 1))![1]!);

/** Creates a project on a master, which also has the record of its API client. */
const projectOn = async (quayside: Quayside, node: ClusterNode): Promise<ClientCredentials> => {
  let key = newKey().slice(0, 20);
  while (!isWholeOn(quayside, node, key)) key = newKey().slice(0, 20);
  let client = await quayside.project({ key });
  while (!isOn(quayside, node, client.clientId))
    client = await addClient(
      quayside,
      key,
      `manage_project:${key} create_anonymous_token:${key} introspect_oauth_tokens:${key}`,
    );
  return client;
};

const tokenRequestsOf = async (quayside: Quayside, credentials: ClientCredentials): Promise<Requests> => {
  const { projectKey } = credentials;
  const customer = await addCustomer(quayside, projectKey);
  const password = () =>
    post(quayside, `${projectKey}/customers/token`, basic(credentials), {
      grant_type: 'password',
      username: customer.email,
      password: customer.password,
    });
  const { refresh_token = '' } = tokenIn(await password());
  const token = await quayside.token(credentials);
  const form = (path: string, fields: Readonly<Record<string, string>>) => () =>
    post(quayside, path, basic(credentials), fields);
  return {
    'client credentials': () => requestToken(quayside, basic(credentials), { grant_type: 'client_credentials' }),
    password,
    refresh: form('token', { grant_type: 'refresh_token', refresh_token }),
    anonymous: form(`${projectKey}/anonymous/token`, { grant_type: 'client_credentials' }),
    introspection: form('introspect', { token }),
    revocation: async () => {
      const answer = await requestToken(quayside, basic(credentials), { grant_type: 'client_credentials' });
      if (answer.status !== 200) return answer;
      return post(quayside, 'token/revoke', basic(credentials), { token: tokenIn(answer).access_token });
    },
  };
};

/** Starts a project with a resource of each kind that the requests need. */
export const startShardProject = async (quayside: Quayside, node: ClusterNode): Promise<ShardProject> => {
  const credentials = await projectOn(quayside, node);
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const send = (method: string, path: string, body?: object) => http.send(method, `/${projectKey}/${path}`, { body });
  const search = searchOf(quayside, credentials);
  const ids = await search.orders(2);
  await search.activate();
  await search.holds(ids);
  const where = new URLSearchParams({ where: 'orderState = "Open" and totalPrice(centAmount > 1)' }).toString();
  const createState = (): string => `createState(draft: { key: "${newKey('state')}", type: OrderState }) { id }`;
  let version = 1;
  const update = async (): Promise<HttpResponse> => {
    const answer = await send('POST', 'states/key=Initial', {
      version,
      actions: [{ action: 'setName', name: { en: newKey() } }],
    });
    // After a 503 the change may have been written.
    const { currentVersion = 0 } = (answer.json as { errors?: { currentVersion?: number }[] }).errors?.[0] ?? {};
    version = answer.status === 409 ? currentVersion : version + Number(answer.status === 200);
    return answer.status === 409 ? update() : answer;
  };
  return {
    ...credentials,
    tokenRequests: await tokenRequestsOf(quayside, credentials),
    requests: {
      'read by id': () => send('GET', `orders/${ids[0]}`),
      'read by key': () => send('GET', 'states/key=Initial'),
      'read with expansion': () => send('GET', `orders/${ids[0]}?expand=state`),
      list: () => send('GET', 'orders'),
      'list with a predicate': () => send('GET', `orders?${where}`),
      search: () => send('POST', 'orders/search', { query: { exact: { field: 'orderState', value: 'Open' } } }),
      create: () => send('POST', 'states', stateDraft()),
      import: () => send('POST', 'orders/import', orderDraft()),
      update,
      'GraphQL query': () => send('POST', 'graphql', { query: '{ states { total } orders { results { id } } }' }),
      'GraphQL mutation': () =>
        send('POST', 'graphql', { query: `mutation { a: ${createState()} b: ${createState()} c: ${createState()} }` }),
    },
  };
};
