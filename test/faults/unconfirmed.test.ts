/** Requests that repeat a change which replicas did not confirm, while the replica is stopped and when it is back. */
import { test } from '../support/tap.js';
import { newKey, orderDraft } from '../support/drafts.js';
import { launch } from '../support/command.js';
import { basic, post } from '../support/oauth.js';
import { startQuayside } from '../support/quayside.js';
import { processOf, startPair, urlOf, waitUntilConfirmed } from '../support/replicas.js';
import { verifyStoredData } from '../../src/jobs/verification/verifyStoredData.js';
import { skipInShort } from '../support/rounds.js';

const { master, replica } = await startPair();
const replicaPid = await processOf(replica);
const quayside = await startQuayside({
  REDIS_URL: urlOf(master),
  DURABILITY: 'replicas',
  DURABILITY_WAIT_MS: '300',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
});
const project = await quayside.project();
const { projectKey } = project;
const token = await quayside.token(project);
const http = quayside.http.as(token);

const written =
  'The change was written, but not confirmed by 1 replica(s) within 300 ms. Read the resource before you try again.';
const unchanged =
  'The request changes nothing, and replicas have not confirmed the data that the response would show. ' +
  'Try again in a second.';

interface Outcome {
  readonly status: number;
  /** Of the first error. */
  readonly message?: string;
}

const send = async (method: string, path: string, body?: object): Promise<Outcome & { readonly json: unknown }> => {
  const { status, json } = await http.send(method, `/${projectKey}/${path}`, { body });
  const { message, errors } = (json ?? {}) as { message?: string; errors?: readonly { message: string }[] };
  return { status, message: message ?? errors?.[0]?.message, json };
};

const create = async (path: string, draft: object): Promise<{ readonly id: string; readonly version: number }> =>
  (await send('POST', path, draft)).json as { id: string; version: number };

/** Stops the replica during `run`. */
const withoutReplica = async (run: () => Promise<void>): Promise<void> => {
  process.kill(replicaPid, 'SIGSTOP');
  try {
    await run();
  } finally {
    process.kill(replicaPid, 'SIGCONT');
    await waitUntilConfirmed(master);
  }
};

interface Repetition {
  readonly title: string;
  /** Prepares a change, and the request that repeats it. */
  readonly prepare: () => Promise<{ readonly change: () => Promise<Outcome>; readonly repeat: () => Promise<Outcome> }>;
  /** The answer to the repeated request when the replica is back. */
  readonly status: number;
}

const actions = [{ action: 'setCustomerEmail', email: 'new@example.com' }];

const changeOrder = async (repeat: (id: string, version: number) => Promise<Outcome>) => {
  const { id, version } = await create('orders/import', orderDraft());
  return {
    change: () => send('POST', `orders/${id}`, { version, actions }),
    repeat: () => repeat(id, version + 1),
  };
};

const repetitions: readonly Repetition[] = [
  {
    title: 'an update with the same actions',
    status: 200,
    prepare: () => changeOrder((id, version) => send('POST', `orders/${id}`, { version, actions })),
  },
  {
    title: 'an update without actions',
    status: 200,
    prepare: () => changeOrder((id, version) => send('POST', `orders/${id}`, { version, actions: [] })),
  },
  {
    title: 'a GraphQL mutation without actions',
    status: 200,
    prepare: () =>
      changeOrder((id, version) =>
        send('POST', 'graphql', {
          query: `mutation { updateOrder(id: "${id}", version: ${version}, actions: []) { version } }`,
        }),
      ),
  },
  {
    title: 'a deletion',
    status: 404,
    prepare: async () => {
      const { id, version } = await create('orders/import', orderDraft());
      const remove = () => send('DELETE', `orders/${id}?version=${version}`);
      return { change: remove, repeat: remove };
    },
  },
  {
    title: 'a deletion by key',
    status: 404,
    prepare: async () => {
      const key = newKey('state');
      const { version } = await create('states', { key, type: 'LineItemState' });
      const remove = () => send('DELETE', `states/key=${key}?version=${version}`);
      return { change: remove, repeat: remove };
    },
  },
  {
    title: 'a creation with the same key',
    status: 400,
    prepare: async () => {
      const draft = { key: newKey('state'), type: 'LineItemState' };
      const createState = () => send('POST', 'states', draft);
      return { change: createState, repeat: createState };
    },
  },
  {
    title: 'a sign-in after the sign-up',
    status: 200,
    prepare: async () => {
      const draft = { email: `${newKey('jo')}@example.com`, password: 'secret-123' };
      return { change: () => send('POST', 'customers', draft), repeat: () => send('POST', 'login', draft) };
    },
  },
];

for (const { title, prepare, status } of repetitions)
  test(`refuses ${title} that shows a change which no replica has, and answers it when one has it`, async t => {
    const { change, repeat } = await prepare();
    await withoutReplica(async () => {
      t.equal((await change()).message, written);
      t.equal((await repeat()).message, unchanged);
    });
    t.equal((await repeat()).status, status);
  });

test('refuses to revoke a token while no replica confirms it, also for the second time', async t => {
  const doomed = await quayside.token(project);
  const revoke = async (): Promise<Outcome> => {
    const { status, json } = await post(quayside, 'token/revoke', basic(project), { token: doomed });
    return { status, message: (json as { message?: string } | undefined)?.message };
  };
  await withoutReplica(async () => {
    t.same(await revoke(), { status: 503, message: written });
    t.same(await revoke(), { status: 503, message: written });
  });
  t.same((await revoke()).status, 200);
});

test('verify rejects while no replica confirms what it reads', async t => {
  await withoutReplica(async () => {
    await t.rejects(verifyStoredData(quayside.services, projectKey), { message: unchanged });
  });
  t.ok((await verifyStoredData(quayside.services, projectKey)).isEqual);
});

test('the command line waits for replicas as the servers do, without the setting in its environment', {
  skip: skipInShort,
}, async t => {
  const key = newKey('cli').slice(0, 20);
  const environment = { REDIS_URL: urlOf(master), ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
  const run = (...args: string[]) => launch(args, environment).ended;
  await withoutReplica(async () => {
    const { code, stdout } = await run('project', 'create', key);
    t.same({ code, stdout }, { code: 1, stdout: '' });
  });
  const second = await run('project', 'create', key);
  t.same(second.stderr, '');
});
