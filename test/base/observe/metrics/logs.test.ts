/** Log lines of requests and of errors in workers. */
import { Writable } from 'node:stream';
import { t as root, test } from '../../../support/tap.js';
import { pino } from 'pino';
import { readConfig } from '../../../../src/base/config/readConfig.js';
import { startService } from '../../../../src/server/main.js';
import { WorkerPool } from '../../../../src/server/workers/WorkerPool.js';
import { writeThreadLine } from '../../../../src/base/observe/log/threadLog.js';
import { createServiceOptions } from '../../../../src/services/ServiceOptions.js';
import { masterNodes } from '../../../../src/base/redis/clusterNodes.js';
import { stateDraft } from '../../../support/drafts.js';
import { createHttp } from '../../../support/http.js';
import { startQuayside } from '../../../support/quayside.js';
import { testConfig } from '../../../support/testConfig.js';
import { waitUntil } from '../../../support/waitUntil.js';
import { matchWhole } from '../../../support/matchWhole.js';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [name: string]: unknown;
}

const recorder = () => {
  const lines: Line[] = [];
  const log = pino(
    { level: 'info' },
    new Writable({
      write: (chunk, _, done) => {
        lines.push(JSON.parse(String(chunk)) as Line);
        done();
      },
    }),
  );
  return { lines, log };
};

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey, clientId } = project;
const token = await quayside.token(project);

const serve = async (settings: Record<string, string>) => {
  const { lines, log } = recorder();
  const config = testConfig({ REDIS_URL: quayside.redisUrl, ...settings });
  const service = await startService(config, log);
  const http = createHttp(service.address);
  root.teardown(async () => {
    http.close();
    await service.stop();
  });
  return { lines, http };
};

test('logs each request with its correlation id and without secrets (GEN024)', async t => {
  const { lines, http } = await serve({ ACCESS_LOG: 'true', SLOW_REQUEST_MS: '0' });
  const as = http.as(token);
  const answer = await as.send('POST', `/${projectKey}/states?expand=transitions%5B*%5D`, {
    body: { ...stateDraft(), key: 'a-secret-body' },
    headers: { 'x-correlation-id': 'a-logged-request' },
  });
  t.equal(answer.status, 201);
  await as.send('GET', '/no/such/path/here');
  await waitUntil(() => lines.filter(({ msg }) => msg === 'request').length === 2);
  const [first, second] = lines.filter(({ msg }) => msg === 'request');
  matchWhole(t, first, {
    level: 30,
    correlationId: 'a-logged-request',
    method: 'POST',
    route: '/{projectKey}/states',
    status: 201,
    projectKey,
    clientId,
  });
  t.ok((first!.ms as number) > 0);
  matchWhole(t, second, { method: 'GET', status: 404 });
  t.equal(second!.route, undefined);
  const text = JSON.stringify(lines);
  for (const secret of [token, 'expand', 'a-secret-body', '/no/such/path']) t.notOk(text.includes(secret), secret);
});

test('logs only slow requests by default, as warnings', async t => {
  const { lines, http } = await serve({ SLOW_REQUEST_MS: '40' });
  const as = http.as(token);
  await as.send('GET', `/${projectKey}/states`);
  const delayed = async (): Promise<void> => {
    await Promise.all(masterNodes(quayside.services.redis).map(node => node.call('CLIENT', 'PAUSE', '100', 'ALL')));
    const { status } = await as.send('GET', `/${projectKey}/states/none`, {
      headers: { 'x-correlation-id': 'a-slow-request' },
    });
    t.equal(status, 404);
  };
  // On a busy machine the pause may be over before the request reaches Redis.
  await waitUntil(async () => {
    await delayed();
    return lines.some(({ correlationId }) => correlationId === 'a-slow-request');
  });
  matchWhole(
    t,
    lines.find(({ correlationId }) => correlationId === 'a-slow-request'),
    { level: 40, msg: 'slow request', route: '/{projectKey}/states/{id}', status: 404 },
  );
  t.ok(lines.every(({ msg, ms }) => msg !== 'request' && (msg !== 'slow request' || (ms as number) > 40)));
});

test('logs refused sign-ins, tokens and permissions, ten a second, with the address that the proxy adds', async t => {
  const { lines, http } = await serve({ BEHIND_TLS_PROXY: 'true', SLOW_REQUEST_MS: '0' });
  const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
  const narrow = http.as(await quayside.token(project, `view_orders:${projectKey}`));
  const form = { ...proxied, 'content-type': 'application/x-www-form-urlencoded' };
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
  });
  const signIn = 'grant_type=password&username=ana%40example.com&password=a-secret-1';
  const refused: readonly (readonly [number, () => Promise<{ readonly status: number }>])[] = [
    [401, () => http.as('a-made-up-token').send('GET', `/${projectKey}/orders`, { headers: proxied })],
    [403, () => narrow.send('GET', `/${projectKey}/customers`, { headers: proxied })],
    [401, () => http.send('POST', '/oauth/token', { headers: { ...form, ...basic('wrong') }, body: 'a=b' })],
    [
      400,
      () =>
        http.send('POST', `/oauth/${projectKey}/customers/token`, {
          headers: { ...form, ...basic(project.clientSecret) },
          body: signIn,
        }),
    ],
  ];
  for (const [status, send] of refused) t.equal((await send()).status, status);
  t.equal((await narrow.send('GET', `/${projectKey}/orders`, { headers: proxied })).status, 200);
  t.equal((await narrow.send('GET', `/${projectKey}/orders/none`, { headers: proxied })).status, 404);
  t.equal((await http.send('GET', '/-/session', { headers: proxied })).status, 401);
  const refusals = lines.filter(({ msg }) => msg.startsWith('request'));
  t.strictSame(
    refusals.map(({ msg, level, status, remoteAddress }) => [msg, level, status, remoteAddress]),
    refused.map(([status]) => ['request refused', 30, status, '203.0.113.7']),
  );
  t.equal(refusals[1]!.clientId, clientId);
  for (const secret of ['made-up', 'wrong', 'a-secret', 'ana'])
    t.notOk(JSON.stringify(refusals).includes(secret), secret);

  // A busy machine may need more than a second for them.
  await waitUntil(async () => {
    await Promise.all(Array.from({ length: 30 }, refused[0]![1]));
    return lines.some(({ msg, notLogged }) => msg === 'request refused' && (notLogged as number) > 0);
  });
});

test('logs an unexpected error of a worker with the correlation id (GEN024)', async t => {
  const { lines, log } = recorder();
  const config = readConfig({ WORKERS: '1' });
  const pool = new WorkerPool(config, createServiceOptions(config, quayside.redisUrl, ''), {
    onError: error => log.error(error),
    onLogLine: line => writeThreadLine(log, line),
  });
  root.teardown(() => pool.stop());
  await new Promise(resolve => {
    pool.send(
      {
        verb: 'no such verb',
        projectKey,
        typeId: 'state',
        query: '',
        body: new Uint8Array(),
        client: {},
        correlationId: 'worker-defect',
      },
      resolve,
    );
  });
  await waitUntil(() => lines.length > 0);
  matchWhole(t, lines, [
    {
      level: 50,
      msg: 'unexpected error',
      correlationId: 'worker-defect',
      verb: 'no such verb',
      projectKey,
      err: { type: 'Error', message: 'the verb no such verb is missing' },
    },
  ]);
});
