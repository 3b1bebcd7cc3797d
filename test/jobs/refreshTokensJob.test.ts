/** Deletion of expired refresh tokens in projects without token requests. */
import { dayMs } from '../../src/base/durations.js';
import { test } from '../support/tap.js';
import { pino } from 'pino';
import { refreshTokensJob } from '../../src/jobs/retentionJob.js';
import { TokenStore } from '../../src/auth/oauth/TokenStore.js';
import { connect } from '../../src/base/redis/connect.js';
import { keys } from '../../src/store/keys.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const { redis, tokens } = quayside.services;
const silent = pino({ level: 'silent' });
const runOn = (projectKey: string, store = tokens) =>
  refreshTokensJob({ tokens: store, log: silent, everyMinutes: 60, projectKeys: async () => [projectKey] }).run(
    new AbortController().signal,
  );

const start = async (count: number) => {
  const { projectKey } = await quayside.project();
  const issue = (anonymousId: string, refresh: number) =>
    tokens.issue(
      projectKey,
      { clientId: 'c', scope: `view_orders:${projectKey}`, anonymousId },
      { access: 60, refresh },
    );
  for (let at = 0; at < count; at++) await issue(`anonymous-${at}`, 200 * 86_400);
  return { projectKey, issue, left: () => redis.hlen(keys.refreshRecords(projectKey)) };
};

test('deletes tokens 200 days after their last use or after their own lifetime (LIM013, AUTH053)', async t => {
  const { projectKey, issue, left } = await start(230);
  const used = keys.refreshUsed(projectKey);
  const all = await redis.zrange(used, 0, -1);
  for (const member of all.slice(0, 215)) await redis.zadd(used, Date.now() - 200 * dayMs - 1, member);
  for (const member of all.slice(215, 220)) await redis.zadd(used, Date.now() - 199 * dayMs, member);
  await issue('short', 60);
  const [own] = (await redis.zrange(keys.refreshExpiry(projectKey), 0, -1)) as [string];
  await redis.zadd(keys.refreshExpiry(projectKey), Date.now() - 1, own);
  t.equal(await left(), 231 - 8, 'each token request deletes at most a few');
  t.equal(await runOn(projectKey), 208);
  t.equal(await left(), 15);
  t.same(
    await Promise.all(
      [keys.refreshUsed, keys.refreshCustomLifetime, keys.refreshExpiry].map(key => redis.zcard(key(projectKey))),
    ),
    [15, 0, 0],
  );
  t.equal(await redis.hlen(keys.anonymous(projectKey)), 15);
  t.equal(await runOn(projectKey), 0);
});

test('deletes the least recently used tokens beyond the maximum (AUTH055)', async t => {
  const { projectKey, left } = await start(12);
  const used = keys.refreshUsed(projectKey);
  const newest = await redis.zrange(used, -3, -1);
  const client = connect(quayside.redisUrl);
  t.teardown(() => client.disconnect());
  const small = new TokenStore(client, () => [], {
    refreshTokensMax: 3,
    clientRefreshTokensMax: 3,
    accessTokensMax: 1_000,
  });
  t.equal(await runOn(projectKey, small), 9);
  t.equal(await left(), 3);
  t.same(await redis.zrange(used, 0, -1), newest);
});
