import { assertExpectedVersion } from '../../../engine/commit/assertExpectedVersion.js';
import { Integer, Optional, Shape, Text } from '../../../schema/primitives.js';
import { findCustomerToken } from '../tokens/findCustomerToken.js';
import { retryOnConflict } from '../tokens/retryOnConflict.js';
import { afterCommit } from '../../../store/unavailableErrors.js';
import { commitCustomerChange } from './commitCustomerChange.js';
import { type CustomerCall, customerRequest, type CustomerResponse, type CustomerServices } from '../CustomerCall.js';
import { draftReader } from './draftReader.js';
import { respondWithCustomer } from './respondWithCustomer.js';

export const CustomerEmailVerify = Shape({ tokenValue: Text, version: Optional(Integer) });

const readVerification = draftReader(CustomerEmailVerify);

/** Marks the email as verified and uses up the token (CUST096 to CUST098). */
export const confirmEmail = async (
  services: CustomerServices,
  { own: _own, ...call }: CustomerCall,
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
    return afterCommit(respondWithCustomer(services, request, document));
  });
};
