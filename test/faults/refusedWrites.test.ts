/** Redis answers reads and refuses writes, for each of its four reasons. */
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { WriteMonitor } from '../../src/server/monitoring/WriteMonitor.js';
import { run } from '../support/command.js';
import { orderDraft, stateDraft } from '../support/drafts.js';
import type { HttpResponse } from '../support/http.js';
import { type LogLine, logTo, startLoggedServer, storyOf } from '../support/loggedServer.js';
import { freeMetricsPort, scrape, valueIn } from '../support/metrics.js';
import { urlOf } from '../support/replicas.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { waitUntil } from '../support/waitUntil.js';
import { isLong } from '../support/rounds.js';

const redis = (await startOwnServer(['--appendonly', 'yes'])) as Redis;
const metricsPort = await freeMetricsPort();

/** Starts a server with background jobs on the Redis, and keeps its log. */
const startServer = (settings: Readonly<Record<string, string>> = {}, lines: LogLine[] = []) =>
  startLoggedServer({ REDIS_URL: urlOf(redis), RETENTION_MINUTES: '1', ...settings }, lines);

const { service, http, lines } = await startServer({ METRICS_PORT: metricsPort });
const { clientId, clientSecret } = service.demo!;

const requestToken = (): Promise<HttpResponse> =>
  http.send('POST', '/oauth/token', {
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });

const api = http.as(((await requestToken()).json as { access_token: string }).access_token);
const created = await api.send('POST', '/demo/states', { body: stateDraft({ key: 'before' }) });
const { id } = created.json as { id: string };

const mutation = `mutation($draft: StateDraft!) { createState(draft: $draft) { id } }`;

const create = (): Promise<HttpResponse> => api.send('POST', '/demo/states', { body: stateDraft() });

const writes: readonly (readonly [name: string, send: () => Promise<HttpResponse>])[] = [
  ['a creation', create],
  [
    'an update',
    () =>
      api.send('POST', `/demo/states/${id}`, {
        body: { version: 1, actions: [{ action: 'changeKey', key: 'after' }] },
      }),
  ],
  ['an import', () => api.send('POST', '/demo/orders/import', { body: orderDraft() })],
  ['an API client', () => api.send('POST', '/demo/api-clients', { body: { name: 'shop', scope: 'view_states:demo' } })],
  ['a token request', requestToken],
];

const mutate = (): Promise<HttpResponse> =>
  api.send('POST', '/demo/graphql', { body: { query: mutation, variables: { draft: stateDraft() } } });

const session = await http.send('POST', '/-/session', {
  headers: { origin: service.address },
  body: { projectKey: 'demo', clientId, clientSecret },
});
const [cookie = ''] = (session.headers['set-cookie'] as unknown as string[])[0]!.split(';');

const reads: readonly (() => Promise<HttpResponse>)[] = [
  () => http.send('GET', '/-/session', { headers: { cookie } }),
  () => api.send('GET', `/demo/states/${id}`),
  () => api.send('GET', '/demo/states/key=before?expand=transitions%5B*%5D'),
  () => api.send('GET', '/demo/states?where=key%3D%22before%22'),
  () => api.send('GET', '/demo/states?where=initial%3Dtrue%20and%20key%3D%22Initial%22'),
  () => api.send('POST', '/demo/graphql', { body: { query: `{ state(id: "${id}") { key } }` } }),
];

const [, folder = ''] = (await redis.config('GET', 'dir')) as string[];
const dump = join(folder, 'dump.rdb');
const saves = async (status: string): Promise<void> => {
  await redis.bgsave();
  await waitUntil(async () => (await redis.info('persistence')).includes(`rdb_last_bgsave_status:${status}`));
};

const allRows = [
  {
    reason: 'OOM',
    text: 'it has reached its memory limit',
    begin: () => redis.config('SET', 'maxmemory', '100kb'),
    end: () => redis.config('SET', 'maxmemory', '0'),
  },
  {
    reason: 'MISCONF',
    text: 'it cannot save its data to its disk',
    begin: async () => {
      await redis.config('SET', 'save', '3600 1');
      mkdirSync(dump);
      await saves('err');
    },
    end: async () => {
      rmdirSync(dump);
      await saves('ok');
    },
  },
  {
    reason: 'NOREPLICAS',
    text: 'too few of its replicas are connected, or its files are being written anew',
    begin: () => redis.config('SET', 'min-replicas-to-write', '1'),
    end: () => redis.config('SET', 'min-replicas-to-write', '0'),
  },
  {
    reason: 'READONLY',
    text: 'it is a read-only replica',
    begin: () => redis.call('REPLICAOF', '127.0.0.1', '1'),
    end: () => redis.call('REPLICAOF', 'NO', 'ONE'),
  },
] as const;
/** The others differ in the answer of Redis alone. */
const rows = allRows.filter(({ reason }) => isLong || reason === 'MISCONF' || reason === 'NOREPLICAS');

const readyz = async (): Promise<readonly [number, unknown]> => {
  const { status, json } = await http.send('GET', '/readyz');
  return [status, json];
};

const refusedReasons = async (): Promise<string[]> => {
  const text = await scrape(metricsPort);
  return rows
    .map(({ reason }) => reason)
    .filter(reason => valueIn(text, `quayside_redis_refuses_writes{reason="${reason}"}`) === 1);
};

for (const { reason, text, begin, end } of rows)
  test(`refuses writes and answers reads while Redis answers writes with ${reason}`, async t => {
    const message = `The data store refuses changes, because ${text}. Reads are answered.`;
    await begin();
    for (const [name, send] of writes) {
      const { status, headers, json } = await send();
      t.same(
        [status, headers['retry-after'], json],
        [
          503,
          undefined,
          {
            statusCode: 503,
            message,
            errors: [{ code: 'ServiceUnavailable', message }],
            ...(send === requestToken && { error: 'temporarily_unavailable', error_description: message }),
          },
        ],
        name,
      );
    }
    // Commits that wait behind a batch are refused with it.
    const together = await Promise.all(Array.from({ length: 60 }, create));
    t.same([...new Set(together.map(answer => (answer.json as { message: string }).message))], [message]);
    const { status, json } = await mutate();
    t.same(
      [status, json],
      [
        200,
        {
          data: { createState: null },
          errors: [
            {
              message,
              locations: [{ line: 1, column: 33 }],
              path: ['createState'],
              extensions: { code: 'ServiceUnavailable' },
            },
          ],
        },
      ],
    );
    for (const read of reads) t.equal((await read()).status, 200);
    // The end of the reason before is noticed meanwhile.
    await waitUntil(async () => (await refusedReasons()).join() === reason);
    t.same(await readyz(), [
      200,
      { status: 'ok', writeRefusals: [{ reason, message: `Redis refuses writes: ${text}.` }] },
    ]);
    await end();
    for (const send of [create, requestToken]) await waitUntil(async () => (await send()).status < 300);
  });

test('says in the log when Redis begins to refuse writes, why, and when it ends', async t => {
  await waitUntil(async () => (await refusedReasons()).length === 0);
  t.same(await readyz(), [200, { status: 'ok' }]);
  for (const { reason, text } of rows)
    t.same(
      lines.filter(line => line.reason === reason).map(({ level, msg }) => [level, msg]),
      [
        [50, `Redis refuses writes: ${text}`],
        [40, 'Redis does not refuse writes for this reason any longer'],
      ],
    );
  t.same(storyOf(lines.filter(({ reason }) => reason === undefined)), []);
});

test('starts and answers reads while Redis refuses writes, and a command says why', async t => {
  await redis.config('SET', 'min-replicas-to-write', '1');
  const other = await startServer();
  t.equal((await other.http.send('GET', '/readyz')).status, 200);
  const command = await run(['project', 'create', 'late'], {
    REDIS_URL: urlOf(redis),
    ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
  });
  t.same(command, {
    code: 1,
    stdout: '',
    stderr:
      'The data store refuses changes, because too few of its replicas are connected, or its files are being ' +
      'written anew. Reads are answered.\n',
  });
  await redis.config('SET', 'min-replicas-to-write', '0');
});

test('waits with the first start on an empty Redis that refuses writes, and then creates the demo project', async t => {
  const empty = (await startOwnServer(['--appendonly', 'yes', '--min-replicas-to-write', '1'])) as Redis;
  const waiting: LogLine[] = [];
  const starting = startServer({ REDIS_URL: urlOf(empty) }, waiting);
  const reason =
    'the start waits: The data store refuses changes, because too few of its replicas are connected, ' +
    'or its files are being written anew. Reads are answered.';
  await waitUntil(() => waiting.some(({ msg }) => msg === reason));
  await empty.config('SET', 'min-replicas-to-write', '0');
  const other = await starting;
  t.equal(other.service.demo?.projectKey, 'demo');
});

test('repeats the reason in the log while it lasts', async t => {
  await redis.config('SET', 'min-replicas-to-write', '1');
  const repeated: LogLine[] = [];
  const monitor = new WriteMonitor(redis, logTo(repeated), { checkMs: 5, reminderMs: 20, quietMs: 50 });
  t.teardown(() => monitor.close());
  await waitUntil(() => repeated.length >= 3);
  t.same(
    [...new Set(repeated.map(({ msg }) => msg))],
    ['Redis refuses writes: too few of its replicas are connected, or its files are being written anew'],
  );
  await redis.config('SET', 'min-replicas-to-write', '0');
  await waitUntil(() => repeated.at(-1)!.level === 40);
  t.same(monitor.refusals, []);
});
