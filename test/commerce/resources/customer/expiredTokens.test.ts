/** Expired tokens of customers. */
import { customerEmailToken, customerPasswordToken } from '../../../../src/commerce/resources/customerToken.js';
import { expiresAtMsOf } from '../../../../src/engine/retention.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { bodyOf, rejectionOf } from '../../../support/sdk.js';
import { test } from '../../../support/tap.js';
import { newPassword, notFound, startCredentials } from './startCredentials.js';
import { storeReference } from './startCustomers.js';

const { create, newStore, sdk, expireToken } = await startCredentials();
const [shop, elsewhere] = [await newStore(), await newStore()];
const customersIn = (storeKey: string) => sdk.inStoreKeyWithStoreKeyValue({ storeKey }).customers();
type Customers = ReturnType<typeof customersIn> | ReturnType<typeof sdk.customers>;

const kinds = [
  {
    typeId: 'customer-password-token',
    code: 'ExpiredCustomerPasswordToken',
    message: 'The given password token has expired.',
    argument: 'passwordToken',
    rule: 'error.29b79',
    creation: (at: Customers, { email }: { email: string }) => at.passwordToken().post({ body: { email } }),
    uses: (at: Customers, tokenValue: string) => [
      at.withPasswordToken({ passwordToken: tokenValue }).get(),
      at.passwordReset().post({ body: { tokenValue, newPassword } }),
    ],
  },
  {
    typeId: 'customer-email-token',
    code: 'ExpiredCustomerEmailToken',
    message: 'The given email token has expired.',
    argument: 'emailToken',
    rule: 'error.5f740',
    creation: (at: Customers, { id }: { id: string }) => at.emailToken().post({ body: { id, ttlMinutes: 60 } }),
    uses: (at: Customers, tokenValue: string) => [
      at.withEmailToken({ emailToken: tokenValue }).get(),
      at.emailConfirm().post({ body: { tokenValue } }),
    ],
  },
] as const;

for (const { typeId, code, message, argument, rule, creation, uses } of kinds)
  test(`refuses an expired ${typeId} by name where its customer is found (${rule})`, async t => {
    const [everyone, local] = [await create(), await create({ stores: [storeReference(shop)] })];
    for (const [at, customer] of [
      [sdk.customers(), everyone],
      [customersIn(shop), local],
    ] as const) {
      const { id, value } = await bodyOf(creation(at, customer));
      await expireToken(typeId, id);
      for (const use of uses(at, value)) assertError(t, await rejectionOf(use), code, { message });
      const query = `{ customer(${argument}: "${value}") { id } }`;
      if (customer === everyone)
        matchWhole(t, await bodyOf(sdk.graphql().post({ body: { query } })), {
          errors: [{ message, path: ['customer'], extensions: { code } }],
        });
      else for (const use of uses(customersIn(elsewhere), value)) matchWhole(t, await rejectionOf(use), notFound);
    }
  });

test('deletes a token a day after its end', async t => {
  const token = { createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-01T00:10:00.000Z' };
  for (const definition of [customerEmailToken, customerPasswordToken])
    t.equal(expiresAtMsOf({ definition } as never, token as never), Date.parse('2026-01-02T00:10:00.000Z'));
});
