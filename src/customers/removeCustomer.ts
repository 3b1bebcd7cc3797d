import { remove } from '../engine/remove.js';
import type { ResourceRequest } from '../engine/request.js';
import type { CustomerServices, Done } from './call.js';
import { withEnded } from './call.js';

/** CUST101, CUST102: the customer goes with tokens and sessions. */
export const removeCustomer = async (services: CustomerServices, request: ResourceRequest): Promise<Done> => {
  const response = await remove(services.engine, request);
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  return withEnded(request, id, response);
};
