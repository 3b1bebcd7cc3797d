import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t as root, test } from '../support/tap.js';
import { startEmbeddedRedis } from '../../src/redis/embedded/startEmbeddedRedis.js';
import { waitUntil } from '../support/waitUntil.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-probes-'));
const redis = await startEmbeddedRedis(folder, '');
const quayside = await startQuayside({ REDIS_URL: redis.url });
root.teardown(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('answers /healthz while the process runs, /readyz only while Redis answers', async t => {
  const project = await quayside.project();
  const http = quayside.http.as(await quayside.token(project));
  const probe = async (name: string) => (await http.send('GET', `/${name}`)).status;
  t.equal(await probe('healthz'), 200);
  // Redis is asked for a second, which a busy machine may exceed.
  await waitUntil(async () => (await probe('readyz')) === 200);
  await redis.stop();
  const unready = await http.send('GET', '/readyz');
  t.equal(unready.status, 503);
  t.equal(unready.headers['retry-after'], '1');
  matchWhole(t, unready.json, {
    statusCode: 503,
    errors: [{ code: 'ServiceUnavailable', message: /^Redis does not answer: / }],
  });
  t.equal(await probe('healthz'), 200);

  const read = await http.send('GET', `/${project.projectKey}/states/key=Initial`);
  matchWhole(
    t,
    read.json,
    { statusCode: 503, errors: [{ code: 'ServiceUnavailable' }] },
    'requests are answered, not kept waiting',
  );
  const write = await http.send('POST', `/${project.projectKey}/states`, {
    body: { key: 'while-away', type: 'OrderState' },
  });
  t.equal(write.status, 503);

  const back = await startEmbeddedRedis(folder, '');
  t.teardown(() => back.stop());
  await waitUntil(async () => (await probe('readyz')) === 200);
  // The threads connect again half a second later at the latest.
  await waitUntil(async () => (await http.send('GET', `/${project.projectKey}/states/key=Initial`)).status === 200);
});
