import { loadAddressed } from '../../engine/loadAddressed.js';
import type { StoredResource } from '../../engine/define/StoredResource.js';
import type { ResourceRequest } from '../../engine/ResourceRequest.js';
import type { Customer } from './members.js';
import type { CustomerServices } from './CustomerCall.js';

export interface LoadedCustomer {
  readonly stored: StoredResource;
  readonly customer: Customer;
}

/** Loads the customer that a request addresses; throws ResourceNotFound where the path does not show it. */
export const loadCustomer = async ({ engine }: CustomerServices, request: ResourceRequest): Promise<LoadedCustomer> => {
  const stored = await loadAddressed(engine, request);
  return { stored, customer: stored.resource as Customer };
};
