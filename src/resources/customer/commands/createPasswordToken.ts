import { loadByUnique } from '../../../engine/load.js';
import { notFound } from '../../../engine/locate.js';
import { loginEmailKey } from '../email.js';
import type { Customer } from '../members.js';
import { Flag, Optional, Shape, Text } from '../../../schema/primitives.js';
import type { CustomerCall, CustomerServices, CustomerResponse } from './customerCall.js';
import { draftReader } from './customerCall.js';
import { assertHasPassword } from './changePassword.js';
import { createCustomerToken, TtlMinutes } from '../tokens/createCustomerToken.js';

/** CUST105, LIM015 */
const minutesByDefault = 10;

export const CustomerCreatePasswordResetToken = Shape({
  email: Text,
  ttlMinutes: Optional(TtlMinutes),
  invalidateOlderTokens: Optional(Flag),
});

const read = draftReader(CustomerCreatePasswordResetToken);

/** CUST092, CUST104: a token to reset the password of whoever has the email. */
export const createPasswordToken = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { email, ttlMinutes = minutesByDefault, invalidateOlderTokens } = read(draft);
  const { projectKey, storeKey } = call;
  const customer = await loadByUnique<Customer>(
    services.engine,
    projectKey,
    'customer',
    'email',
    loginEmailKey(storeKey, email) ?? '',
  );
  if (customer === undefined) throw notFound({ typeId: 'customer', field: 'email', value: email, storeKey });
  assertHasPassword(customer);
  return createCustomerToken(services, call, 'customer-password-token', {
    customerId: customer.id,
    ttlMinutes,
    invalidateOlderTokens,
  });
};
