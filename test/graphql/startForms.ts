/** A shop whose merchant and buyer change resources over GraphQL, which are read over HTTP. */
import { startBuyer } from '../commerce/resources/startBuyer.js';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql.js';
import { addCustomer, customerToken } from '../support/oauth.js';
import type { Resource } from '../support/resourceApi.js';

interface Update {
  readonly ask: GraphqlClient;
  /** The name in `updateCart` and `CartUpdateAction`, such as `Cart`. */
  readonly name: string;
  readonly path: string;
  readonly resource: Resource;
  readonly actions: readonly object[];
}

export const startForms = async () => {
  const shop = await startBuyer();
  const { quayside, credentials, projectKey, http, base } = shop;
  const customer = await addCustomer(quayside, projectKey);
  const scope = ['orders', 'quote_requests', 'quotes', 'shopping_lists']
    .map(name => `manage_my_${name}:${projectKey}`)
    .join(' ');
  const read = async (path: string, id: string) => (await http.send('GET', `${base}/${path}/${id}`)).json as Resource;
  return {
    ...shop,
    customer,
    merchant: createGraphqlClient(quayside, credentials, await quayside.token(credentials)),
    buyer: createGraphqlClient(quayside, credentials, await customerToken(quayside, credentials, customer, { scope })),
    read,
    /** Runs actions over GraphQL and reads the resource over HTTP. */
    update: async ({ ask, name, path, resource: { id, version }, actions }: Update) => {
      const document = `mutation ($id: String!, $version: Long!, $actions: [${name}UpdateAction!]!) {
        done: update${name}(id: $id, version: $version, actions: $actions) { version }
      }`;
      const { errors } = await ask(document, { id, version, actions });
      return errors === undefined ? { errors, ...(await read(path, id)) } : { errors };
    },
  };
};
