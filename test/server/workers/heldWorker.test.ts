/** A real request that occupies the only worker: a predicate over one long order, without a limit of computing time. */
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { t as root, test } from '../../support/tap.js';
import { pino } from 'pino';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { startService } from '../../../src/server/main.js';
import { stateDraft } from '../../support/drafts.js';
import { storeMany } from '../../support/graphql.js';
import { createHttp } from '../../support/http.js';
import { matchWhole } from '../../support/matchWhole.js';
import { freeMetricsPort, scrape, valueIn } from '../../support/metrics.js';
import { startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside();
/** The first GraphQL request of a worker compiles the schema, which takes seconds beside other tests. */
const silenceMs = 2_000;
const metricsPort = await freeMetricsPort();

const lines: { readonly msg: string; readonly [name: string]: unknown }[] = [];
const log = pino(
  { level: 'error' },
  new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)) as (typeof lines)[number]);
      done();
    },
  }),
);
/** Leaves out other lines: the log also counts the responses with 503, once a second. */
const isAboutWorker = ({ msg }: (typeof lines)[number]): boolean => msg.startsWith('a worker');
const config = readConfig({
  NODE_ENV: 'test',
  PORT: '0',
  WORKERS: '1',
  METRICS_PORT: metricsPort,
  RETENTION_MINUTES: '0',
  SLOW_REQUEST_MS: '0',
  QUEUE_WAIT_MS: '60000',
  REDIS_TIMEOUT_MS: '60000',
  QUERY_TIMEOUT_MS: '600000',
  WORK_TIMEOUT_MS: '600000',
  WORKER_SILENCE_MS: String(silenceMs),
  REDIS_URL: quayside.redisUrl,
  ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
});
const service = await startService(config, log);
const http = createHttp(service.address);
root.teardown(async () => {
  http.close();
  await service.stop();
});

const attributes = Array.from({ length: 100 }, (_, at) => ({ name: `name${at}`, value: `value ${at}` }));
const longOrder = {
  lineItems: Array.from({ length: 2_000 }, (_, at) => ({ id: String(at), variant: { id: 1, attributes } })),
};
const conditions = Array.from({ length: 3_900 }, (_, at) => `value="v${at}"`).join(' or ');
const query = 'query($where: String) { orders(where: $where) { total } }';

test('replaces a worker that a request holds: a 503, a line of the log, and the next requests are served', async t => {
  const [heavy, light] = [await quayside.project(), await quayside.project()];
  await storeMany(quayside, heavy.projectKey, 'order', [longOrder]);
  const [heavyClient, lightClient] = [http.as(await quayside.token(heavy)), http.as(await quayside.token(light))];
  const askOrders = (where: string) =>
    heavyClient.send('POST', `/${heavy.projectKey}/graphql`, {
      headers: { 'x-correlation-id': 'the-held-worker' },
      body: { query, variables: { where } },
    });
  const createState = () => lightClient.send('POST', `/${light.projectKey}/states`, { body: stateDraft() });
  const replacedWorkers = async () => valueIn(await scrape(metricsPort), 'quayside_pool_replaced_workers_total')!;
  // A busy machine may need longer for the schema; then the worker is replaced.
  await waitUntil(async () => (await askOrders('orderNumber="none"')).status === 200);
  t.equal((await createState()).status, 201);
  const replacedBefore = await replacedWorkers();
  lines.length = 0;

  const startMs = performance.now();
  const held = askOrders(`lineItems(variant(attributes(${conditions})))`);
  // By now the worker has missed a heartbeat, so it gets no other request.
  await setTimeout(silenceMs / 2);
  const waiting = createState();
  const message = 'The worker of the request did not come back and was replaced. A change may have been carried out.';
  matchWhole(t, await held, {
    status: 503,
    headers: { 'retry-after': '1' },
    json: { statusCode: 503, message, errors: [{ code: 'ServiceUnavailable', message }] },
  });
  const heldMs = performance.now() - startMs;
  t.ok(heldMs > silenceMs * 0.9, `answered after ${heldMs} ms`);
  t.equal((await waiting).status, 201, 'a request of another project that waited for the worker');
  t.equal((await createState()).status, 201, 'a later request of another project');
  matchWhole(t, lines.filter(isAboutWorker), [
    {
      level: 50,
      msg: 'a worker did not come back and is replaced',
      begunCalls: 1,
      oldestCalls: [
        {
          method: 'POST',
          route: '/{projectKey}/graphql',
          verb: 'graphql',
          typeId: '',
          projectKey: heavy.projectKey,
          correlationId: 'the-held-worker',
        },
      ],
    },
  ]);
  t.match(lines.filter(isAboutWorker), [{ oldestCalls: [{ ageMs: Number }] }]);
  t.equal(await replacedWorkers(), replacedBefore + 1);
});
