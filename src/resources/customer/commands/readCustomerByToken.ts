import type { TokenKind } from '../../customerToken/members.js';
import { findCustomerToken } from '../tokens/findCustomerToken.js';
import { type CustomerCall, customerRequest, type CustomerResponse, type CustomerServices } from '../CustomerCall.js';
import { respondWithCustomer } from './respondWithCustomer.js';

/** The path parameter that carries the value of a token. */
type TokenParameter = 'passwordToken' | 'emailToken';

const kinds: Readonly<Record<TokenParameter, TokenKind>> = {
  passwordToken: 'customer-password-token',
  emailToken: 'customer-email-token',
};

/** Reads the customer that a token was made for; the token stays valid (CUST082, CUST106). */
export const readCustomerByToken = async (
  services: CustomerServices,
  call: CustomerCall,
  parameter: TokenParameter,
  value: string,
): Promise<CustomerResponse> => {
  const { stored, customer } = await findCustomerToken(services, call, kinds[parameter], value);
  const request = customerRequest(services, call, { field: 'id', value: customer.id });
  return respondWithCustomer(services, request, stored.document);
};
