/** The first requests of a new API client, to be pasted into a shell and into a program. */
import type { NewClient } from '../api/projects';

interface SnippetInput {
  readonly address: string;
  readonly projectKey: string;
  readonly client: NewClient;
}

/** Quotes a word for a POSIX shell. */
const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const mayReadOrders = ({ scope }: NewClient): boolean =>
  /(?:^| )(?:manage_project|manage_orders|view_orders):\S+(?: |$)/.test(scope);

/** Requests a token, and the orders if the scopes allow it. */
export const curlSnippet = ({ address, projectKey, client }: SnippetInput): string => {
  const user = quote(`${client.id}:${client.secret}`);
  const token = `curl -s -u ${user} -d grant_type=client_credentials ${address}/oauth/token`;
  if (!mayReadOrders(client)) return token;
  const value = String.raw`sed 's/.*"access_token":"\([^"]*\)".*/\1/'`;
  return `TOKEN=$(${token} | ${value})\ncurl -s -H "Authorization: Bearer $TOKEN" ${address}/${projectKey}/orders`;
};

export const sdkSnippet = ({ address, projectKey, client }: SnippetInput): string => {
  const text = JSON.stringify;
  return [
    "import { createApiBuilderFromCtpClient } from '@commercetools/platform-sdk';",
    "import { ClientBuilder } from '@commercetools/ts-client';",
    '',
    `const host = ${text(address)};`,
    `const projectKey = ${text(projectKey)};`,
    `const credentials = { clientId: ${text(client.id)}, clientSecret: ${text(client.secret)} };`,
    'const client = new ClientBuilder()',
    '  .withProjectKey(projectKey)',
    '  .withClientCredentialsFlow({ host, projectKey, credentials, httpClient: fetch })',
    '  .withHttpMiddleware({ host, httpClient: fetch })',
    '  .build();',
    'const project = createApiBuilderFromCtpClient(client).withProjectKey({ projectKey });',
    ...(mayReadOrders(client) ? ['', 'const { body } = await project.orders().get().execute();'] : []),
  ].join('\n');
};
