import { assertExpectedVersion } from '../../../../engine/commit/commit.js';
import { Flag, Integer, Optional, Shape, Text } from '../../../../engine/schema/primitives.js';
import { afterCommit } from '../../../../store/unavailableErrors.js';
import {
  type CustomerCall,
  customerRequest,
  type CustomerResponse,
  type CustomerServices,
  respondWithCustomer,
} from '../CustomerCall.js';
import { createCustomerToken, findCustomerToken, retryOnConflict, TtlMinutes } from '../tokens.js';
import { draftReader } from './password.js';
import { commitCustomerChange } from './updateCustomer.js';

export const CustomerCreateEmailToken = Shape({
  id: Text,
  version: Optional(Integer),
  ttlMinutes: TtlMinutes,
  invalidateOlderTokens: Optional(Flag),
});

const readToken = draftReader(CustomerCreateEmailToken);

/** Creates a token that proves that its sender reads the customer's mail (CUST095). */
export const createEmailToken = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { id: customerId, ...token } = readToken(draft);
  return createCustomerToken(services, call, 'customer-email-token', { customerId, ...token });
};

export const CustomerEmailVerify = Shape({ tokenValue: Text, version: Optional(Integer) });

const readVerification = draftReader(CustomerEmailVerify);

/** Marks the email as verified and uses up the token (CUST096 to CUST098). */
export const confirmEmail = async (
  services: CustomerServices,
  { own, ...call }: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { tokenValue, version } = readVerification(draft);
  return retryOnConflict(version, async () => {
    const { token, stored, customer } = await findCustomerToken(services, call, 'customer-email-token', tokenValue);
    if (version !== undefined) assertExpectedVersion(customer, version);
    const request = customerRequest(services, call, { field: 'id', value: customer.id });
    const document = await commitCustomerChange(services, request, stored, {
      changes: { isEmailVerified: true },
      messages: customer.isEmailVerified ? [] : [{ type: 'CustomerEmailVerified' }],
      requestedEffects: { token },
    });
    return afterCommit(respondWithCustomer(services, request, document, own));
  });
};
