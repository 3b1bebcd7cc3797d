import { assertVersion } from '../engine/update.js';
import { Integer, Optional, Shape, Text } from '../schema/primitives.js';
import { amend, answer, type CustomerCall, type CustomerServices, type Done, reader, requestOf } from './call.js';
import { findToken, withToken } from './tokens.js';

export const CustomerEmailVerify = Shape({ tokenValue: Text, version: Optional(Integer) });

const read = reader(CustomerEmailVerify);

/** CUST096 to CUST098: the email is verified, the token used up. */
export const confirmEmail = async (
  services: CustomerServices,
  { own: _, ...call }: CustomerCall,
  draft: object,
): Promise<Done> => {
  const { tokenValue, version } = read(draft);
  return withToken(version, async () => {
    const { token, located, customer } = await findToken(services, call, 'customer-email-token', tokenValue);
    if (version !== undefined) assertVersion(customer, version);
    const request = requestOf(services, call, { field: 'id', value: customer.id });
    const messages = customer.isEmailVerified ? [] : [{ type: 'CustomerEmailVerified' }];
    return answer(
      services,
      request,
      await amend(services, request, located, { changes: { isEmailVerified: true }, messages, asked: { token } }),
    );
  });
};
