import { updateResource } from '../../../engine/commit/pipeline.js';
import type { ResourceRequest } from '../../../engine/ResourceRequest.js';
import type { CustomerResponse, CustomerServices } from '../CustomerCall.js';
import { withRevokedTokens } from './respondWithCustomer.js';

/** Updates a customer; cached grants are dropped before the response where tokens may be revoked (CUST099, CUST100). */
export const updateCustomer = async (
  services: CustomerServices,
  request: ResourceRequest,
): Promise<CustomerResponse> => {
  const response = await updateResource(services.engine, request);
  // Only this action revokes tokens. A drop without a revocation is harmless: the token is read again.
  if (!Buffer.from(request.body).includes('setAuthenticationMode')) return response;
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  return withRevokedTokens(request, id, response);
};
