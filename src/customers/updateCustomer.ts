import type { ResourceRequest } from '../engine/request.js';
import { update } from '../engine/update.js';
import type { CustomerServices, Done } from './call.js';
import { subjectOf } from './call.js';

/** CUST099, CUST100: the engine's update; sessions that it ended are told of. */
export const updateCustomer = async (services: CustomerServices, request: ResourceRequest): Promise<Done> => {
  const response = await update(services.engine, request);
  // Only this action takes a password; whether it changed one or not, nobody is harmed by reading a token anew.
  if (!Buffer.from(request.body).includes('setAuthenticationMode')) return response;
  const { id } = JSON.parse(response.body.toString()) as { readonly id: string };
  const subject = subjectOf(request, id);
  await services.tokens.tell(subject);
  return { ...response, ended: [subject] };
};
