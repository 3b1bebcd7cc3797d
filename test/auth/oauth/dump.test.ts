import { test } from '../../support/tap.js';
import { listKeys } from '../../support/listKeys.js';
import { addCustomer, addClient, requestToken, basic, post, tokenIn } from '../../support/oauth.js';
import { changeProject } from '../../support/resourceApi.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { startQuayside } from '../../support/quayside.js';

test('stores no usable token, secret or password in Redis (AUTH044)', async t => {
  const { url } = await startOwnRedis();
  const quayside = await startQuayside({ REDIS_URL: url });
  const project = await quayside.project();
  const { projectKey } = project;
  const client = await addClient(quayside, projectKey, `manage_project:${projectKey}`);
  const customer = await addCustomer(quayside, projectKey);
  const signedIn = tokenIn(
    await post(quayside, `${projectKey}/customers/token`, basic(client), {
      grant_type: 'password',
      username: customer.email,
      password: customer.password,
    }),
  );
  const anonymous = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(client), { grant_type: 'client_credentials' }),
  );
  const renewed = tokenIn(
    await requestToken(quayside, basic(client), {
      grant_type: 'refresh_token',
      refresh_token: anonymous.refresh_token!,
    }),
  );
  const header = 'Bearer the-secret-of-another-service';
  await changeProject(quayside, project, {
    action: 'setExternalOAuth',
    externalOAuth: { url: 'https://login.example.com/', authorizationHeader: header },
  });
  const secrets = [
    project.clientSecret,
    client.clientSecret,
    customer.password,
    header,
    header.slice(7),
    await quayside.token(client),
    signedIn.access_token,
    signedIn.refresh_token!,
    anonymous.access_token,
    anonymous.refresh_token!,
    renewed.access_token,
  ];
  const { redis } = quayside.services;
  const names = await listKeys(redis, '*');
  t.ok(names.length > 20);
  for (const name of names) {
    // A dump may contain compressed texts, so the values are read too.
    const dumped = await (redis as unknown as { dumpBuffer(key: string): Promise<Buffer | null> }).dumpBuffer(name);
    // A key may have expired meanwhile.
    if (dumped === null) continue;
    const type = await redis.type(name);
    const values =
      type === 'hash'
        ? await redis.hvalsBuffer(name)
        : type === 'zset'
          ? await redis.zrangeBuffer(name, 0, -1)
          : type === 'set'
            ? await redis.smembersBuffer(name)
            : type === 'stream'
              ? [Buffer.from(JSON.stringify(await redis.xrange(name, '-', '+')))]
              : // Null if the key has expired since it was dumped.
                [(await redis.getBuffer(name)) ?? Buffer.alloc(0)];
    for (const secret of secrets)
      for (const place of [Buffer.from(name), dumped, ...values])
        t.notOk(place.includes(secret), `${name} holds a secret`);
  }
});
