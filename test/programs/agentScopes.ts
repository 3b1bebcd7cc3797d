/** An AI agent uses `commerce-mcp` with a client that has few scopes, and the audit log records its changes. */
import type { AuditEntry } from '../../src/auth/accounts/AuditEntry.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { categoryDraft, newKey } from '../support/drafts.js';
import { createHttp } from '../support/http.js';
import { addClient } from '../support/oauth.js';
import { createProjectApi, type Resource } from '../support/resourceApi.js';
import { assertError } from '../support/refusal.js';
import { connectAgent } from './support/agent.js';
import { startProgram } from './support/startProgram.js';

// Accounts read the audit log; they belong to a server, so this test starts its own.
const { quayside } = await startConsole();
const { address, credentials, projectKey, expectRefusals, test } = await startProgram('agentScopes', { quayside });
const { createIn, http } = await createProjectApi(quayside, credentials);
await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
const ana = await consoleOf(quayside)().signIn('ana@example.com');

const scope = ['view_products', 'manage_categories'].map(name => `${name}:${projectKey}`).join(' ');
const client = await addClient(quayside, projectKey, scope, { name: 'agent', isAudited: true });
const agent = await connectAgent('commerce-mcp', address, client);
const category = await createIn('categories', categoryDraft({ key: newKey('category') }));
const actions = [{ action: 'changeName', name: { en: 'Renamed' } }];
const read = async (): Promise<Resource> =>
  (await http.send('GET', `/${projectKey}/categories/${category.id}`)).json as Resource;

test('an agent gets the tools of its scopes', async t => {
  const { tools } = await agent.listTools();
  const names = tools.map(({ name }) => name);
  for (const name of ['read_products', 'read_categories', 'update_categories'])
    t.equal(names.includes(name), true, name);
  for (const name of ['update_products', 'read_orders', 'update_project']) t.equal(names.includes(name), false, name);
});

test('a change by the agent names its client, in the resource and in the audit log', async t => {
  const answer = await agent.callTool({
    name: 'update_categories',
    arguments: { id: category.id, version: category.version, actions },
  });
  t.notOk(answer.isError, answer.content[0]!.text);
  const changed = await read();
  t.same(changed.name, { en: 'Renamed' });
  t.same(changed.lastModifiedBy, { clientId: client.clientId, isPlatformClient: false });
  t.same(changed.createdBy, { clientId: credentials.clientId, isPlatformClient: false });
  const { json } = await ana.send('GET', `/-/audit?projectKey=${projectKey}&clientId=${client.clientId}`);
  const { results } = json as { readonly results: readonly AuditEntry[] };
  t.match(results, [
    {
      event: 'resourceChanged',
      clientId: client.clientId,
      userAgent: /commerce-mcp\/4\.1\.0/,
      path: `/${projectKey}/categories/${category.id}`,
      resourceId: category.id,
      version: category.version + 1,
      actions: ['changeName'],
    },
  ]);
  t.equal(results.length, 1);
});

test('the server of tools and the API refuse what the client may not do', async t => {
  expectRefusals({ status: 403 });
  const update = { id: category.id, version: 1, actions: [] };
  const { isError, content } = await agent.callTool({ name: 'update_products', arguments: update });
  t.equal(isError, true);
  t.match(content[0]!.text, /update_products/);
  const asAgent = createHttp(address).as(await quayside.token(client));
  for (const [method, path, body] of [
    ['POST', 'products/any', update],
    ['GET', 'orders', undefined],
    ['POST', '', { version: 1, actions: [] }],
  ] as const) {
    const answer = await asAgent.send(method, `/${projectKey}/${path}`.replace(/\/$/, ''), { body });
    assertError(t, answer, 'insufficient_scope');
  }
});
