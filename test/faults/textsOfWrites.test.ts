/** What writes and reads are told while Redis is silent or dead: of a change, what is known of it. */
import { test } from '../support/tap.js';
import { newKey, orderDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { processOf, startPair, urlOf } from '../support/replicas.js';
import { isLong } from '../support/rounds.js';

const notWritten = 'The change was not written: the data store cannot be reached at the moment. Try again in a second.';
const unknown =
  'The data store did not answer, so it is not known whether the change was written. ' +
  'Read the resource before you try again.';
const unreachable = 'The data store cannot be reached at the moment. Try again in a second.';

interface Request {
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

const openShop = async (durability: string) => {
  const { master } = await startPair();
  const quayside = await startQuayside({ REDIS_URL: urlOf(master), DURABILITY: durability, REDIS_TIMEOUT_MS: '1000' });
  const project = await quayside.project();
  const http = quayside.http.as(await quayside.token(project));
  const send = async ({ method, path, body }: Omit<Request, 'title'>) => {
    const { status, json } = await http.send(method, `/${project.projectKey}/${path}`, { body });
    const { message, errors, id } = json as { message?: string; errors?: readonly { message: string }[]; id: string };
    return { status, message: message ?? errors?.[0]?.message, id };
  };
  const { id } = await send({ method: 'POST', path: 'orders/import', body: orderDraft() });
  const update = { version: 1, actions: [{ action: 'setOrderNumber', orderNumber: newKey() }] };
  const writes: readonly Request[] = [
    { title: 'import', method: 'POST', path: 'orders/import', body: orderDraft() },
    { title: 'creation', method: 'POST', path: 'states', body: { key: newKey(), type: 'LineItemState' } },
    { title: 'update', method: 'POST', path: `orders/${id}`, body: update },
    { title: 'update by key', method: 'POST', path: `states/key=${newKey()}`, body: { version: 1, actions: [] } },
    { title: 'deletion', method: 'DELETE', path: `orders/${id}?version=1` },
    {
      title: 'sign-up',
      method: 'POST',
      path: 'customers',
      body: { email: `${newKey('jo')}@example.com`, password: 'secret-123' },
    },
    {
      title: 'API client',
      method: 'POST',
      path: 'api-clients',
      body: { name: 'a', scope: `view_orders:${project.projectKey}` },
    },
    {
      title: 'GraphQL mutation',
      method: 'POST',
      path: 'graphql',
      body: { query: `mutation { deleteOrder(id: "${id}", version: 1) { version } }` },
    },
  ];
  const reads: readonly Request[] = [
    { title: 'read', method: 'GET', path: `orders/${id}` },
    { title: 'page', method: 'GET', path: 'orders' },
    { title: 'GraphQL query', method: 'POST', path: 'graphql', body: { query: `{ order(id: "${id}") { version } }` } },
  ];
  const messages = async (requests: readonly Request[]) =>
    Object.fromEntries(
      await Promise.all(requests.map(async request => [request.title, (await send(request)).message] as const)),
    );
  return { pid: await processOf(master), writes, reads, messages };
};

for (const durability of isLong ? ['everysec', 'replicas'] : ['replicas'])
  test(`a write says what is known of its change while Redis is silent or dead (${durability})`, async t => {
    const { pid, writes, reads, messages } = await openShop(durability);
    const allReads = Object.fromEntries(reads.map(({ title }) => [title, unreachable]));
    process.kill(pid, 'SIGSTOP');
    const [written, read] = await Promise.all([messages(writes), messages(reads)]);
    t.same(
      Object.entries(written).filter(([, message]) => message !== notWritten && message !== unknown),
      [],
    );
    t.equal(written['update by key'], notWritten, 'the look-up of the key comes first');
    t.same(read, allReads);
    process.kill(pid, 'SIGKILL');
    // Answers of the silent server end the connections.
    await messages(reads);
    // A GraphQL document is not read where the token of its request cannot be found.
    const expected = writes.map(({ title, path }) => [title, path === 'graphql' ? unreachable : notWritten]);
    t.same(await messages(writes), Object.fromEntries(expected));
    t.same(await messages(reads), allReads);
  });
