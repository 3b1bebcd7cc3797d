/** The log, `/readyz` and the metrics while replicas do not confirm changes, and while Redis is away. */
import { t as root, test } from '../../support/tap.js';
import { createProject } from '../../../src/projects/createProject.js';
import { openServices } from '../../../src/services/services.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { stateDraft } from '../../support/drafts.js';
import type { HttpResponse } from '../../support/http.js';
import { startLoggedServer, storyOf } from '../../support/loggedServer.js';
import { matchWhole } from '../../support/matchWhole.js';
import { freeMetricsPort, scrape, valueIn } from '../../support/metrics.js';
import { portOf, processOf, startPair, urlOf } from '../../support/replicas.js';
import { testConfig } from '../../support/testConfig.js';
import { waitUntil } from '../../support/waitUntil.js';
import { skipInShort } from '../../support/rounds.js';

const { master, replica } = await startPair();
const [masterAddress, replicaAddress] = [`127.0.0.1:${portOf(master)}`, `127.0.0.1:${portOf(replica)}`];
const settings = { REDIS_URL: urlOf(master), DURABILITY: 'replicas', DURABILITY_WAIT_MS: '200' };
const config = testConfig(settings);
const services = await openServices(createServiceOptions(config, config.redisUrl, config.encryptionKey));
const { projectKey, clientId, clientSecret } = await createProject(services, { key: 'shop' });
await services.close();

const replicaProcess = await processOf(replica);
process.kill(replicaProcess, 'SIGSTOP');
root.teardown(() => process.kill(replicaProcess, 'SIGCONT'));
await waitUntil(async () => /^slave0:.*,lag=(?:[6-9]|\d\d)/m.test(await master.info('replication')));

const metricsPort = await freeMetricsPort();
const { http, lines } = await startLoggedServer({ ...settings, METRICS_PORT: metricsPort });
const takeStory = (): string[] => storyOf(lines.splice(0), { [replicaAddress]: 'R', [masterAddress]: 'M' }).sort();
const waitForLine = (pattern: RegExp): Promise<void> => waitUntil(() => lines.some(({ msg }) => pattern.test(msg)));

const form = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
const tokenAnswer = await http.send('POST', '/oauth/token', {
  headers: { ...form, 'content-type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=client_credentials',
});
const api = http.as((tokenAnswer.json as { access_token: string }).access_token);
const create = (): Promise<HttpResponse> => api.send('POST', `/${projectKey}/states`, { body: stateDraft() });

const metrics = async (): Promise<(number | undefined)[]> => {
  const text = await scrape(metricsPort);
  const series = ['redis_masters_lacking_replicas', 'unavailable_responses_total{reason="unconfirmed"}'];
  return series.map(each => valueIn(text, `quayside_${each}`));
};

/** Other test files in this process may have counted such errors before. */
const [, unavailableBefore = 0] = await metrics();

const shortage =
  "Redis has 0 replica(s) in sync (R out of sync or silent), and DURABILITY 'replicas' needs 1 to confirm each change.";

test('warns at the start and while every change is refused because the replica is stopped', async t => {
  await waitForLine(/changes cannot be confirmed/);
  for (let sent = 0; sent < 3; sent++) t.equal((await create()).status, 503);
  await waitForLine(/requests get 503/);
  t.same(takeStory(), [
    `error: changes cannot be confirmed: ${shortage}`,
    'error: requests get 503: too few replicas confirmed a change in time',
  ]);
  matchWhole(t, await http.send('GET', '/readyz'), {
    status: 200,
    json: {
      status: 'ok',
      missingReplicas: [{ node: masterAddress, message: shortage.replace('R out', `${replicaAddress} out`) }],
    },
  });
  const [lacking, unavailable = 0] = await metrics();
  t.equal(lacking, 1);
  t.equal(unavailable - unavailableBefore, 3);
  process.kill(replicaProcess, 'SIGCONT');
  await waitForLine(/enough replicas/);
  await waitForLine(/no 503 for this reason/);
  const last = lines.find(({ reason }) => reason !== undefined);
  t.equal(last?.reason, 'unconfirmed');
  t.equal(last?.count, 3, 'the log and the metric agree');
  t.same(takeStory(), [
    'warn: enough replicas are in sync to confirm changes again',
    'warn: requests get no 503 for this reason any longer',
  ]);
  await waitUntil(async () => (await create()).status === 201);
  t.same((await http.send('GET', '/readyz')).json, { status: 'ok' });
});

test('warns while the replica answers its master and takes nothing in', { skip: skipInShort }, async t => {
  const [, before = 0] = await metrics();
  lines.length = 0;
  await replica.call('CLIENT', 'PAUSE', 120_000, 'WRITE');
  t.equal((await create()).status, 503);
  await waitForLine(/changes cannot be confirmed/);
  await replica.client('UNPAUSE');
  await waitForLine(/enough replicas/);
  t.ok((await metrics())[1]! > before);
  t.match(takeStory().join('\n'), /changes cannot be confirmed/);
});

test('tells that a connected Redis is silent, and that connections were opened again', {
  skip: skipInShort,
}, async t => {
  await waitUntil(async () => (await create()).status === 201);
  lines.length = 0;
  const masterProcess = await processOf(master);
  process.kill(masterProcess, 'SIGSTOP');
  root.teardown(() => process.kill(masterProcess, 'SIGCONT'));
  await waitForLine(/cannot be reached/);
  process.kill(masterProcess, 'SIGCONT');
  await waitForLine(/reached again/);
  t.match(takeStory(), ['error: Redis at M cannot be reached: no answer within 700 ms']);
  await master.client('KILL', 'TYPE', 'normal');
  await waitForLine(/connections to Redis were opened again/);
  t.ok((lines.at(-1)?.count as number) > 0);
});
