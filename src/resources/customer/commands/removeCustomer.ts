import { remove } from '../../../engine/remove.js';
import type { ResourceRequest } from '../../../engine/request.js';
import type { CustomerServices, CustomerResponse } from './customerCall.js';
import { withRevokedTokens } from './customerCall.js';

/** CUST101, CUST102: the customer goes with tokens and sessions. */
export const removeCustomer = async (
  services: CustomerServices,
  request: ResourceRequest,
): Promise<CustomerResponse> => {
  const response = await remove(services.engine, request);
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  return withRevokedTokens(request, id, response);
};
