/** The log while the only Redis is away. */
import { parseRedisUrl } from '../../../src/base/config/redisUrl.js';
import { test } from '../../support/tap.js';
import { startLoggedServer, storyOf } from '../../support/loggedServer.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { waitUntil } from '../../support/waitUntil.js';

const redis = await startOwnRedis();
const { kind, path } = parseRedisUrl(redis.url);
const isCluster = kind === 'cluster' && 'clusterFaults.test.ts has the cluster';

test('tells why Redis cannot be reached, how many requests got a 503, and when it is back', {
  skip: isCluster,
}, async t => {
  const { http, lines } = await startLoggedServer({ REDIS_URL: redis.url });
  const waitForLine = (pattern: RegExp): Promise<void> => waitUntil(() => lines.some(({ msg }) => pattern.test(msg)));
  await redis.kill();
  const answers = await Promise.all([1, 2, 3].map(() => http.as('unknown').send('GET', '/demo/states')));
  t.same(
    answers.map(({ status }) => status),
    [503, 503, 503],
  );
  await waitForLine(/^Redis at .* cannot be reached/);
  await waitForLine(/requests get 503/);
  await redis.restart();
  await waitForLine(/^Redis at .* can be reached again/);
  await waitForLine(/connections to Redis hold again/);
  await waitForLine(/no 503/);
  t.same(storyOf(lines, { [path ?? '']: 'socket' }).sort(), [
    'error: Redis at socket cannot be reached: connect ECONNREFUSED socket',
    'error: requests get 503: the data store cannot be reached',
    'warn: Redis at socket can be reached again',
    'warn: requests get no 503 for this reason any longer',
  ]);
  const end = lines.find(({ msg }) => /no 503/.test(msg));
  t.same([end?.reason, end?.count], ['store_unreachable', 3]);
});
