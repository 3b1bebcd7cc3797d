import { test } from 'tap';
import { askToken, basic, post, tokenIn } from '../support/oauth.js';
import { ownRedis } from '../support/ownRedis.js';
import { startQuayside } from '../support/quayside.js';
import { until } from '../support/until.js';

test('AUTH042 ERR013 while Redis is away a revocation is a 503; afterwards the token still exists and can be revoked', {
  timeout: 60_000,
}, async t => {
  const redis = await ownRedis();
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
    await askToken(quayside, basic(project), { grant_type: 'client_credentials' }),
  ]) {
    t.match(answer, {
      status: 503,
      headers: { 'retry-after': '1' },
      json: { statusCode: 503, errors: [{ code: 'ServiceUnavailable' }] },
    });
  }
  await redis.restart();
  await until(async () => (await quayside.http.send('GET', '/readyz')).status === 200);
  await until(async () => (await status()) === 200);
  t.equal(
    (await askToken(quayside, basic(project), { grant_type: 'refresh_token', refresh_token: session.refresh_token! }))
      .status,
    200,
    'refresh tokens survive too',
  );
  await until(async () => (await revoke()).status === 200);
  t.equal(await status(), 401);
});
