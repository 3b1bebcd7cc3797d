import { test } from '../support/tap.js';
import { requestToken, basic, post, tokenIn } from '../support/oauth.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

test('answers a revocation with a 503 while Redis is down, and revokes the token later (AUTH042, ERR013)', async t => {
  const redis = await startOwnRedis();
  const quayside = await startQuayside({ REDIS_URL: redis.url });
  const project = await quayside.project();
  const { projectKey } = project;
  const session = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(project), { grant_type: 'client_credentials' }),
  );
  const { access_token: token } = session;
  const revoke = () => post(quayside, 'token/revoke', basic(project), { token });
  const status = async () => (await quayside.http.as(token).send('GET', `/${projectKey}/states`)).status;

  await redis.kill();
  for (const answer of [
    await revoke(),
    await requestToken(quayside, basic(project), { grant_type: 'client_credentials' }),
  ]) {
    matchWhole(t, answer, {
      status: 503,
      headers: { 'retry-after': '1' },
      json: { statusCode: 503, errors: [{ code: 'ServiceUnavailable' }] },
    });
  }
  await redis.restart();
  await waitUntil(async () => (await quayside.http.send('GET', '/readyz')).status === 200);
  await waitUntil(async () => (await status()) === 200);
  // A thread whose connection comes back last still answers with a 503.
  let refreshed = 503;
  await waitUntil(async () => {
    const form = { grant_type: 'refresh_token', refresh_token: session.refresh_token! };
    refreshed = (await requestToken(quayside, basic(project), form)).status;
    return refreshed !== 503;
  });
  t.equal(refreshed, 200, 'refresh tokens survive too');
  await waitUntil(async () => (await revoke()).status === 200);
  t.equal(await status(), 401);
});
