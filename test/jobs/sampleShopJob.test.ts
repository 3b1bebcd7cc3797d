import { test } from '../support/tap.js';
import { readSampleShopStatus, requestSampleShop } from '../../src/jobs/sampleShopJob.js';
import { connect } from '../../src/base/redis/connect.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { skipInShort } from '../support/rounds.js';

/** This is longer than the time after which another process takes over a run. */
const takeOverMs = 180_000;

test('an unfinished shop fails with an explanation, also on another server', { skip: skipInShort }, async t => {
  const { url } = await startOwnRedis();
  const redis = connect(url);
  t.teardown(() => redis.disconnect());
  const first = await startQuayside({ REDIS_URL: url });
  const { projectKey } = await first.project();
  const status = () => readSampleShopStatus(redis, projectKey);
  await requestSampleShop(redis, { projectKey, orders: 5_000 });
  // The server was not notified, so it has to find the run by itself.
  await waitUntil(async () => (await status()).percent > 0, takeOverMs, 50);
  await first.stop();
  await startQuayside({ REDIS_URL: url });
  await waitUntil(async () => (await status()).state === 'failed', takeOverMs, 200);
  t.equal(
    (await status()).failure,
    `The server stopped while it wrote the sample shop. The project '${projectKey}' may have a part of it, ` +
      'which cannot be completed: create another project for a whole one.',
  );
});
