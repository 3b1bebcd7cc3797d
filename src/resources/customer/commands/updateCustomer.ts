import type { ResourceRequest } from '../../../engine/ResourceRequest.js';
import { updateResource } from '../../../engine/commit/update.js';
import { type CustomerResponse, type CustomerServices, withRevokedTokens } from './customerCall.js';

/** CUST099, CUST100: the engine's update; the front forgets sessions that it ended before it answers. */
export const updateCustomer = async (
  services: CustomerServices,
  request: ResourceRequest,
): Promise<CustomerResponse> => {
  const response = await updateResource(services.engine, request);
  // Only this action ends them; whether it did or not, nobody is harmed by reading a token anew.
  if (!Buffer.from(request.body).includes('setAuthenticationMode')) return response;
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  return withRevokedTokens(request, id, response);
};
