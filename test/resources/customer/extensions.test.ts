import { test } from '../../support/tap.js';
import { startExternalServer } from '../../support/externalServer.js';
import { rejectionOf } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';
import { password } from './startCustomers.js';
import { newPassword, startCredentials } from './startCredentials.js';

const { create, requestSession, sdk } = await startCredentials();

test('calls API extensions for customers without showing passwords', async t => {
  const server = await startExternalServer();
  const extension = (
    await sdk
      .extensions()
      .post({
        body: {
          destination: { type: 'HTTP', url: server.url },
          triggers: [{ resourceTypeId: 'customer', actions: ['Create', 'Update'] }],
        },
      })
      .execute()
  ).body;
  server.say({ actions: [{ action: 'setExternalId', externalId: 'from outside' }] });
  const customer = await create();
  matchWhole(t, customer, { externalId: 'from outside', version: 1 });
  t.equal((await requestSession(customer)).status, 200);
  const changed = (
    await sdk
      .customers()
      .password()
      .post({ body: { id: customer.id, version: 1, currentPassword: password, newPassword } })
      .execute()
  ).body;
  t.equal((await requestSession(changed, newPassword)).status, 200);
  matchWhole(
    t,
    server.requests.map(({ text }) => (JSON.parse(text) as { action: string }).action),
    ['Create', 'Update'],
  );
  t.notOk(server.requests.some(({ text }) => text.includes(password) || text.includes(newPassword)));
  await rejectionOf(create({ email: customer.email }));
  await rejectionOf(create({ password: 'weak' }));
  t.equal(server.requests.length, 2, 'an invalid request is refused without a call of the extension');
  server.say({ errors: [{ code: 'InvalidInput', message: 'not today' }] }, 400);
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .customers()
        .password()
        .post({ body: { id: customer.id, version: 2, currentPassword: newPassword, newPassword: password } })
        .execute(),
    ),
    { statusCode: 400, body: { message: 'not today' } },
  );
  t.equal((await requestSession(changed, newPassword)).status, 200, 'the password stays after a refusal');
  await sdk
    .extensions()
    .withId({ ID: extension.id })
    .delete({ queryArgs: { version: 1 } })
    .execute();
});
