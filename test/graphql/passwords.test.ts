import { test } from '../support/tap.js';
import { matchWhole } from '../support/matchWhole.js';
import { password, refusedAs, startCustomerShop } from './customerShop.js';

const { ask, data, signUp, signIn } = await startCustomerShop();

test('changes a password and revokes the sessions (CUST090, CUST091, CUST103, CUST107, CUST130)', async t => {
  const customer = await signUp();
  const change = `mutation C($id: String!, $version: Long!, $current: String!, $new: String!) {
    customerChangePassword(id: $id, version: $version, currentPassword: $current, newPassword: $new) { id version }
  }`;
  const before = await signIn(customer);
  matchWhole(
    t,
    await ask(change, { id: customer.id, version: 1, current: 'wrong one 1', new: 'better horse 2' }),
    refusedAs('InvalidCurrentPassword'),
  );
  matchWhole(t, await ask(change, { id: customer.id, version: 9, current: password, new: 'better horse 2' }), {
    errors: [{ extensions: { code: 'ConcurrentModification', currentVersion: 1 } }],
  });
  matchWhole(t, await ask(change, { id: customer.id, version: 1, current: password, new: 'better horse 2' }), {
    data: { customerChangePassword: { id: customer.id } },
    errors: undefined,
  });
  t.equal((await before.ask('{ me { customer { id } } }')).status, 401, 'the session was revoked');
  t.equal((await signIn(customer)).status, 400);
  const mine = await signIn(customer, 'better horse 2');
  const { data: me } = await mine.ask('{ me { customer { version } } }');
  const changeMine = `mutation C($version: Long!) {
    customerChangeMyPassword(version: $version, currentPassword: "better horse 2", newPassword: "third horse 3") {
      version
    }
  }`;
  matchWhole(t, await mine.ask(changeMine, { version: me!.me.customer.version }), { status: 200, errors: undefined });
  t.equal((await signIn(customer, 'third horse 3')).status, 200);
});

/** Also shows CUST095, CUST096, CUST097, CUST098, CUST104, CUST105 and CUST106. */
test('resets passwords and verifies emails with tokens (CUST035, CUST082, CUST092, CUST093, CUST094)', async t => {
  const customer = await signUp();
  const reset = async (
    args: string,
  ): Promise<{ value: string; createdAt: string; expiresAt: string; customerId: string }> =>
    (
      await data(
        `mutation {
          customerCreatePasswordResetToken(email: "${customer.email}"${args}) {
            id customerId createdAt expiresAt value
          }
        }`,
      )
    ).customerCreatePasswordResetToken;
  const minutes = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
    Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000);
  const token = await reset(', ttlMinutes: 60');
  const { customerCreatePasswordResetToken: whole } = await data(
    `mutation { customerCreatePasswordResetToken(email: "${customer.email}") {
      version createdAt lastModifiedAt createdBy { clientId userRef { id } associateRef { id } }
        lastModifiedBy { clientId } } }`,
  );
  const clientId = /./;
  matchWhole(t, whole, {
    version: 1,
    lastModifiedAt: whole.createdAt,
    createdBy: { clientId, userRef: null, associateRef: null },
    lastModifiedBy: { clientId },
  });
  t.equal(token.customerId, customer.id);
  t.same([minutes(token), minutes(await reset(''))], [60, 10]);
  matchWhole(t, await data(`{ customer(passwordToken: "${token.value}") { id email } }`), {
    customer: { id: customer.id },
  });
  t.same(await data('{ customer(passwordToken: "unknown") { id } }'), { customer: null });
  const resetWith = (value: string) =>
    ask(`mutation { customerResetPassword(tokenValue: "${value}", newPassword: "reset horse 4") { id } }`);
  matchWhole(t, await resetWith('unknown'), refusedAs('ResourceNotFound'));
  matchWhole(t, await resetWith(token.value), {
    data: { customerResetPassword: { id: customer.id } },
    errors: undefined,
  });
  matchWhole(t, await resetWith(token.value), refusedAs('ResourceNotFound'), 'a token is valid once');
  const mine = await signIn(customer, 'reset horse 4');
  matchWhole(
    t,
    await mine.ask(
      `mutation {
        customerResetMyPassword(tokenValue: "${(await reset('')).value}", newPassword: "reset horse 5") { id }
      }`,
    ),
    { data: { customerResetMyPassword: { id: customer.id } } },
  );

  const verify = `mutation V($id: String!) {
    customerCreateEmailVerificationToken(id: $id, ttlMinutes: 5) { value customerId expiresAt createdAt }
  }`;
  const first = (await data(verify, { id: customer.id })).customerCreateEmailVerificationToken;
  t.equal(minutes(first), 5);
  matchWhole(t, await data(`{ customer(emailToken: "${first.value}") { id isEmailVerified } }`), {
    customer: { id: customer.id, isEmailVerified: false },
  });
  matchWhole(t, await data(`mutation { customerConfirmEmail(tokenValue: "${first.value}") { isEmailVerified } }`), {
    customerConfirmEmail: { isEmailVerified: true },
  });
  const other = await signUp();
  const second = (await data(verify, { id: other.id })).customerCreateEmailVerificationToken;
  matchWhole(
    t,
    await (await signIn(other)).ask(
      `mutation { customerConfirmMyEmail(tokenValue: "${second.value}") { id isEmailVerified } }`,
    ),
    { data: { customerConfirmMyEmail: { id: other.id, isEmailVerified: true } } },
  );
});
