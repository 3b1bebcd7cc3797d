import { assertExpectedVersion } from '../../../engine/commit/assertExpectedVersion.js';
import { Integer, Optional, Shape, Text } from '../../../schema/primitives.js';
import { assertHasPassword, assertPassword } from '../password.js';
import { findCustomerToken } from '../tokens/findCustomerToken.js';
import { retryOnConflict } from '../tokens/retryOnConflict.js';
import { afterCommit } from '../../../store/unavailableErrors.js';
import { commitCustomerChange } from './commitCustomerChange.js';
import { type CustomerCall, customerRequest, type CustomerResponse, type CustomerServices } from '../CustomerCall.js';
import { draftReader } from './draftReader.js';
import { respondWithCustomer, withRevokedTokens } from './respondWithCustomer.js';

export const CustomerResetPassword = Shape({ tokenValue: Text, newPassword: Text, version: Optional(Integer) });

const readReset = draftReader(CustomerResetPassword);

/** Sets a new password by a token (CUST093, CUST094, CUST107); the token alone authorizes it, on `/me` too. */
export const resetPassword = async (
  services: CustomerServices,
  { own: _own, ...call }: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { tokenValue, newPassword, version } = readReset(draft);
  assertPassword(newPassword);
  // All attempts share one object, by which `beforeCommit` hashes the password only once.
  const passwordEffect = { password: newPassword };
  return retryOnConflict(version, async () => {
    const { token, stored, customer } = await findCustomerToken(services, call, 'customer-password-token', tokenValue);
    if (version !== undefined) assertExpectedVersion(customer, version);
    assertHasPassword(customer);
    const request = customerRequest(services, call, { field: 'id', value: customer.id });
    const document = await commitCustomerChange(services, request, stored, {
      changes: {},
      messages: [{ type: 'CustomerPasswordUpdated', reset: true }],
      requestedEffects: { newPassword: passwordEffect, token },
    });
    return withRevokedTokens(call, customer.id, await afterCommit(respondWithCustomer(services, request, document)));
  });
};
