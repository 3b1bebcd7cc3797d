import { Flag, Integer, Optional, Shape, Text } from '../schema/primitives.js';
import { type CustomerCall, type CustomerServices, type Done, reader } from './call.js';
import { makeToken, TtlMinutes } from './tokens.js';

export const CustomerCreateEmailToken = Shape({
  id: Text,
  version: Optional(Integer),
  ttlMinutes: TtlMinutes,
  invalidateOlderTokens: Optional(Flag),
});

const read = reader(CustomerCreateEmailToken);

/** CUST095: a token that proves whoever sends it back to read the customer's mail. */
export const createEmailToken = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<Done> => {
  const { id: customerId, ...wish } = read(draft);
  return makeToken(services, call, 'customer-email-token', { customerId, ...wish });
};
