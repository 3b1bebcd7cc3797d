import { Flag, Integer, Optional, Shape, Text } from '../../../schema/primitives.js';
import { createCustomerToken, TtlMinutes } from '../tokens/createCustomerToken.js';
import type { CustomerCall, CustomerResponse, CustomerServices } from '../CustomerCall.js';
import { draftReader } from './draftReader.js';

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
