import { assertVersion } from '../../../engine/update.js';
import { assertPassword } from '../password.js';
import { Integer, Optional, Shape, Text } from '../../../schema/primitives.js';
import {
  commitCustomerChange,
  respondAfterRevocation,
  type CustomerCall,
  type CustomerServices,
  type CustomerResponse,
  draftReader,
  customerRequest,
} from './customerCall.js';
import { assertHasPassword } from './changePassword.js';
import { findCustomerToken, retryOnConflict } from '../tokens/createCustomerToken.js';

export const CustomerResetPassword = Shape({ tokenValue: Text, newPassword: Text, version: Optional(Integer) });

const read = draftReader(CustomerResetPassword);

/** CUST093, CUST094, CUST107: a new password by a token. Whoever holds the token is believed, on `/me` too. */
export const resetPassword = async (
  services: CustomerServices,
  { own: _, ...call }: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { tokenValue, newPassword, version } = read(draft);
  assertPassword(newPassword);
  // One object for all attempts: what is new about the password is hashed once.
  const asked = { password: newPassword };
  return retryOnConflict(version, async () => {
    const { token, located, customer } = await findCustomerToken(services, call, 'customer-password-token', tokenValue);
    if (version !== undefined) assertVersion(customer, version);
    assertHasPassword(customer);
    const request = customerRequest(services, call, { field: 'id', value: customer.id });
    const messages = [{ type: 'CustomerPasswordUpdated', reset: true }];
    return respondAfterRevocation(
      services,
      call,
      request,
      await commitCustomerChange(services, request, located, {
        changes: {},
        messages,
        asked: { newPassword: asked, token },
      }),
    );
  });
};
