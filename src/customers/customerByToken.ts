import type { TokenKind } from '../resources/customerToken/index.js';
import { answer, type CustomerCall, type CustomerServices, type Done, requestOf } from './call.js';
import { findToken } from './tokens.js';

/** What the path calls each kind. */
const kinds: Readonly<Record<string, TokenKind>> = {
  passwordToken: 'customer-password-token',
  emailToken: 'customer-email-token',
};

/** CUST082, CUST106: the customer a token was made for; the token stays good. */
export const customerByToken = async (
  services: CustomerServices,
  call: CustomerCall,
  field: 'passwordToken' | 'emailToken',
  value: string,
): Promise<Done> => {
  const { located, customer } = await findToken(services, call, kinds[field]!, value);
  return answer(services, requestOf(services, call, { field: 'id', value: customer.id }), located.document);
};
