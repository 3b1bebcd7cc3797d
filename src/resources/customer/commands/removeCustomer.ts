import { removeResource } from '../../../engine/commit/remove.js';
import type { ResourceRequest } from '../../../engine/ResourceRequest.js';
import { type CustomerResponse, type CustomerServices, withRevokedTokens } from './customerCall.js';

/** CUST101, CUST102: the customer goes with tokens and sessions. */
export const removeCustomer = async (
  services: CustomerServices,
  request: ResourceRequest,
): Promise<CustomerResponse> => {
  const response = await removeResource(services.engine, request);
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  return withRevokedTokens(request, id, response);
};
