import type { TokenKind } from '../../customerToken/index.js';
import {
  respondWithCustomer,
  type CustomerCall,
  type CustomerServices,
  type CustomerResponse,
  customerRequest,
} from './customerCall.js';
import { findCustomerToken } from '../tokens/createCustomerToken.js';

/** What the path calls each kind. */
const kinds: Readonly<Record<string, TokenKind>> = {
  passwordToken: 'customer-password-token',
  emailToken: 'customer-email-token',
};

/** CUST082, CUST106: the customer a token was made for; the token stays good. */
export const readCustomerByToken = async (
  services: CustomerServices,
  call: CustomerCall,
  field: 'passwordToken' | 'emailToken',
  value: string,
): Promise<CustomerResponse> => {
  const { located, customer } = await findCustomerToken(services, call, kinds[field]!, value);
  return respondWithCustomer(
    services,
    customerRequest(services, call, { field: 'id', value: customer.id }),
    located.document,
  );
};
