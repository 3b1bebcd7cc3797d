import { test } from '../../support/tap.js';
import { rejectionOf, sdkAs } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newEmail, password } from './startCustomers.js';
import { newPassword, notFound, startCredentials } from './startCredentials.js';

const {
  confirmEmail,
  create,
  createEmailToken,
  createPasswordToken,
  expireToken,
  messagesOf,
  credentials,
  projectKey,
  quayside,
  read,
  resetPassword,
  sdk,
} = await startCredentials();

test('verifies an email by a token (CUST035, CUST095, CUST096, CUST097, CUST098)', async t => {
  const customer = await create();
  matchWhole(t, await rejectionOf(createEmailToken(customer, { ttlMinutes: undefined })), {
    body: { errors: [{ code: 'RequiredField', field: 'ttlMinutes' }] },
  });
  matchWhole(t, await rejectionOf(createEmailToken(customer, { version: 2 })), { statusCode: 409 });
  const [token, spare] = [await createEmailToken(customer, { version: 1 }), await createEmailToken(customer)];
  t.equal((await sdk.customers().withEmailToken({ emailToken: token.value }).get().execute()).body.id, customer.id);
  matchWhole(
    t,
    await rejectionOf(resetPassword(token.value)),
    notFound,
    'a token of one kind does not work as the other kind',
  );
  matchWhole(t, await rejectionOf(confirmEmail(token.value, 3)), { statusCode: 409 });
  matchWhole(t, (await confirmEmail(token.value)).body, { isEmailVerified: true, version: 2 });
  matchWhole(t, await rejectionOf(confirmEmail(token.value)), notFound, 'a token works once');
  matchWhole(t, (await messagesOf(customer)).at(-1), { type: 'CustomerEmailVerified' });
  const changed = (
    await sdk
      .customers()
      .withId({ ID: customer.id })
      .post({ body: { version: 2, actions: [{ action: 'changeEmail', email: newEmail() }] } })
      .execute()
  ).body;
  matchWhole(t, changed, { isEmailVerified: false });
  matchWhole(t, await rejectionOf(confirmEmail(spare.value)), notFound, 'the token was for the old email');
  const mine = await createEmailToken(changed);
  await expireToken('customer-email-token', mine.id);
  matchWhole(t, await rejectionOf(confirmEmail(mine.value)), notFound, 'the token is expired');
  const visitor = sdkAs(quayside, projectKey, await quayside.token(credentials, `manage_my_profile:${projectKey}`));
  matchWhole(
    t,
    (
      await visitor
        .me()
        .emailConfirm()
        .post({ body: { tokenValue: (await createEmailToken(changed)).value } })
        .execute()
    ).body,
    { isEmailVerified: true },
  );
  const ended = await createEmailToken(changed);
  await sdk
    .customers()
    .password()
    .post({
      body: { id: customer.id, version: (await read(customer)).version, currentPassword: password, newPassword },
    })
    .execute();
  matchWhole(t, await rejectionOf(confirmEmail(ended.value)), notFound, 'the token ended with the password');
  matchWhole(t, await rejectionOf(createEmailToken({ ...customer, id: 'nobody' })), notFound);
});

test('sends a message for each token without its value', async t => {
  const customer = await create();
  const [one, two] = [
    await createPasswordToken(customer),
    await createEmailToken(customer, { invalidateOlderTokens: true }),
  ];
  const expected = (type: string, token: typeof one, typeId: string) => [
    {
      type,
      customerId: customer.id,
      expiresAt: token.expiresAt,
      invalidateOlderTokens: token.invalidateOlderTokens,
      sequenceNumber: 1,
      resource: { typeId, id: token.id },
    },
  ];
  matchWhole(t, await messagesOf(one), expected('CustomerPasswordTokenCreated', one, 'customer-password-token'));
  matchWhole(t, await messagesOf(two), expected('CustomerEmailTokenCreated', two, 'customer-email-token'));
  const [expanded] = (
    await sdk
      .messages()
      .get({ queryArgs: { where: `resource(id = "${one.id}")`, expand: 'resource' } })
      .execute()
  ).body.results;
  t.notOk('obj' in expanded!.resource);
});
