import { removeResource } from '../../../engine/commit/removeResource.js';
import type { ResourceRequest } from '../../../engine/ResourceRequest.js';
import type { CustomerResponse, CustomerServices } from '../CustomerCall.js';
import { withRevokedTokens } from './respondWithCustomer.js';

/** Deletes a customer with its customer tokens and its OAuth tokens (CUST101, CUST102). */
export const removeCustomer = async (
  services: CustomerServices,
  request: ResourceRequest,
): Promise<CustomerResponse> => {
  const response = await removeResource(services.engine, request);
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  return withRevokedTokens(request, id, response);
};
