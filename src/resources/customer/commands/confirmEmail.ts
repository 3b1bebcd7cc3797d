import { assertVersion } from '../../../engine/update.js';
import { Integer, Optional, Shape, Text } from '../../../schema/primitives.js';
import {
  commitCustomerChange,
  respondWithCustomer,
  type CustomerCall,
  type CustomerServices,
  type CustomerResponse,
  draftReader,
  customerRequest,
} from './customerCall.js';
import { findCustomerToken, retryOnConflict } from '../tokens/createCustomerToken.js';

export const CustomerEmailVerify = Shape({ tokenValue: Text, version: Optional(Integer) });

const read = draftReader(CustomerEmailVerify);

/** CUST096 to CUST098: the email is verified, the token used up. */
export const confirmEmail = async (
  services: CustomerServices,
  { own: _, ...call }: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const { tokenValue, version } = read(draft);
  return retryOnConflict(version, async () => {
    const { token, located, customer } = await findCustomerToken(services, call, 'customer-email-token', tokenValue);
    if (version !== undefined) assertVersion(customer, version);
    const request = customerRequest(services, call, { field: 'id', value: customer.id });
    const messages = customer.isEmailVerified ? [] : [{ type: 'CustomerEmailVerified' }];
    return respondWithCustomer(
      services,
      request,
      await commitCustomerChange(services, request, located, {
        changes: { isEmailVerified: true },
        messages,
        asked: { token },
      }),
    );
  });
};
