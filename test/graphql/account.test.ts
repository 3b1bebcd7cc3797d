/** The life of a customer account through GraphQL alone. */
import { test } from '../support/tap.js';
import { newKey } from '../support/drafts.js';
import { startGraphql } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';

const { ask, data } = await startGraphql();
const email = `${newKey('jo')}@example.com`;

const signUp = `mutation ($draft: CustomerSignUpDraft!) {
  customerSignUp(draft: $draft) { customer { id version isEmailVerified } }
}`;
const signIn = 'mutation ($draft: CustomerSignInDraft!) { customerSignIn(draft: $draft) { customer { id } } }';
const changePassword = `mutation ($id: String!, $version: Long!, $old: String!, $new: String!) {
  customerChangePassword(id: $id, version: $version, currentPassword: $old, newPassword: $new) { version }
}`;
const resetPassword = `mutation ($token: String!, $new: String!) {
  customerResetPassword(tokenValue: $token, newPassword: $new) { version }
}`;
const update = `mutation ($id: String!, $version: Long!, $actions: [CustomerUpdateAction!]!) {
  updateCustomer(id: $id, version: $version, actions: $actions) { version firstName addresses { id city }
    defaultShippingAddress { city } } }`;
const remove = 'mutation ($id: String!, $version: Long!) { deleteCustomer(id: $id, version: $version) { id } }';

const canSignIn = async (password: string): Promise<boolean> =>
  (await ask(signIn, { draft: { email, password } })).errors === undefined;

test('supports sign-up, sign-in, passwords, email verification, profile, addresses and deletion (GEN006)', async t => {
  const {
    customerSignUp: { customer },
  } = await data(signUp, { draft: { email, password: 'secret-123' } });
  matchWhole(t, customer, { version: 1, isEmailVerified: false });
  const { id } = customer as { id: string };
  t.equal((await data(signIn, { draft: { email, password: 'secret-123' } })).customerSignIn.customer.id, id);

  matchWhole(t, await data(changePassword, { id, version: 1, old: 'secret-123', new: 'changed-456' }), {
    customerChangePassword: { version: 2 },
  });
  t.same([await canSignIn('secret-123'), await canSignIn('changed-456')], [false, true]);
  const { customerCreatePasswordResetToken: reset } = await data(
    'mutation ($email: String!) { customerCreatePasswordResetToken(email: $email) { value } }',
    { email },
  );
  matchWhole(t, await data(resetPassword, { token: reset.value, new: 'forgotten-789' }), {
    customerResetPassword: { version: 3 },
  });
  t.same([await canSignIn('changed-456'), await canSignIn('forgotten-789')], [false, true]);

  const { customerCreateEmailVerificationToken: mailed } = await data(
    'mutation ($id: String!) { customerCreateEmailVerificationToken(id: $id, ttlMinutes: 5) { value } }',
    { id },
  );
  matchWhole(
    t,
    await data('mutation ($token: String!) { customerConfirmEmail(tokenValue: $token) { version isEmailVerified } }', {
      token: mailed.value,
    }),
    { customerConfirmEmail: { version: 4, isEmailVerified: true } },
  );

  const added = await data(update, {
    id,
    version: 4,
    actions: [{ setFirstName: { firstName: 'Jo' } }, { addAddress: { address: { country: 'DE', city: 'Kiel' } } }],
  });
  matchWhole(t, added.updateCustomer, { version: 5, firstName: 'Jo', addresses: [{ city: 'Kiel' }] });
  const addressId = added.updateCustomer.addresses[0].id as string;
  matchWhole(
    t,
    await data(update, {
      id,
      version: 5,
      actions: [
        { changeAddress: { addressId, address: { country: 'DE', city: 'Bremen' } } },
        { setDefaultShippingAddress: { addressId } },
      ],
    }),
    {
      updateCustomer: {
        version: 6,
        addresses: [{ id: addressId, city: 'Bremen' }],
        defaultShippingAddress: { city: 'Bremen' },
      },
    },
  );
  t.same(
    await data(
      `query ($id: String!, $where: String) {
        customer(id: $id) { email } customers(where: $where) { results { id } }
      }`,
      { id, where: `email = "${email}"` },
    ),
    { customer: { email }, customers: { results: [{ id }] } },
  );

  t.same(await data(remove, { id, version: 6 }), { deleteCustomer: { id } });
  t.same(await data('query ($id: String!) { customer(id: $id) { id } }', { id }), { customer: null });
  t.notOk(await canSignIn('forgotten-789'));
});
