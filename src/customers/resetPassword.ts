import { assertVersion } from '../engine/update.js';
import { assertPassword } from '../resources/customer/password.js';
import { Integer, Optional, Shape, Text } from '../schema/primitives.js';
import { amend, answerEnded, type CustomerCall, type CustomerServices, type Done, reader, requestOf } from './call.js';
import { assertHasPassword } from './changePassword.js';
import { findToken, withToken } from './tokens.js';

export const CustomerResetPassword = Shape({ tokenValue: Text, newPassword: Text, version: Optional(Integer) });

const read = reader(CustomerResetPassword);

/** CUST093, CUST094, CUST107: a new password by a token. Whoever holds the token is believed, on `/me` too. */
export const resetPassword = async (
  services: CustomerServices,
  { own: _, ...call }: CustomerCall,
  draft: object,
): Promise<Done> => {
  const { tokenValue, newPassword, version } = read(draft);
  assertPassword(newPassword);
  // One object for all attempts: what is new about the password is hashed once.
  const asked = { password: newPassword };
  return withToken(version, async () => {
    const { token, located, customer } = await findToken(services, call, 'customer-password-token', tokenValue);
    if (version !== undefined) assertVersion(customer, version);
    assertHasPassword(customer);
    const request = requestOf(services, call, { field: 'id', value: customer.id });
    const messages = [{ type: 'CustomerPasswordUpdated', reset: true }];
    return answerEnded(
      services,
      call,
      request,
      await amend(services, request, located, { changes: {}, messages, asked: { newPassword: asked, token } }),
    );
  });
};
