import { Flag, Integer, Optional, Shape, Text } from '../../../schema/primitives.js';
import { type CustomerCall, type CustomerServices, type CustomerResponse, draftReader } from './customerCall.js';
import { createCustomerToken, TtlMinutes } from '../tokens/createCustomerToken.js';

export const CustomerCreateEmailToken = Shape({
  id: Text,
  version: Optional(Integer),
  ttlMinutes: TtlMinutes,
  invalidateOlderTokens: Optional(Flag),
});

const read = draftReader(CustomerCreateEmailToken);

/** CUST095: a token that proves whoever sends it back to read the customer's mail. */
export const createEmailToken = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { id: customerId, ...wish } = read(draft);
  return createCustomerToken(services, call, 'customer-email-token', { customerId, ...wish });
};
