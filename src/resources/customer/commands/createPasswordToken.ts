import { resourceNotFound } from '../../../engine/resourceNotFound.js';
import { loadByUnique } from '../../../engine/loadMany.js';
import { Flag, Optional, Shape, Text } from '../../../schema/primitives.js';
import { loginEmailKey } from '../email.js';
import type { Customer } from '../members.js';
import { assertHasPassword } from '../password.js';
import { createCustomerToken, TtlMinutes } from '../tokens/createCustomerToken.js';
import type { CustomerCall, CustomerResponse, CustomerServices } from '../CustomerCall.js';
import { draftReader } from './draftReader.js';

/** The validity of a password token whose draft names none (CUST105, LIM015). */
const defaultTtlMinutes = 10;

export const CustomerCreatePasswordResetToken = Shape({
  email: Text,
  ttlMinutes: Optional(TtlMinutes),
  invalidateOlderTokens: Optional(Flag),
});

const readToken = draftReader(CustomerCreatePasswordResetToken);

/** Creates a token that resets the password of the customer with an email (CUST092, CUST104). */
export const createPasswordToken = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { email, ttlMinutes = defaultTtlMinutes, invalidateOlderTokens } = readToken(draft);
  const { projectKey, storeKey } = call;
  const customer = await loadByUnique<Customer>(
    services.engine,
    projectKey,
    'customer',
    'email',
    loginEmailKey(storeKey, email) ?? '',
  );
  if (customer === undefined) throw resourceNotFound({ typeId: 'customer', field: 'email', value: email, storeKey });
  assertHasPassword(customer);
  return createCustomerToken(services, call, 'customer-password-token', {
    customerId: customer.id,
    ttlMinutes,
    invalidateOlderTokens,
  });
};
