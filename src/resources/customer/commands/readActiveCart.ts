import { required } from '../../../errors/required.js';
import { queryLatest } from '../../../engine/query/queryLatest.js';
import type { ResourceRequest } from '../../../engine/ResourceRequest.js';
import { ApiError } from '../../../errors/ApiError.js';
import type { CustomerCall, CustomerServices } from '../CustomerCall.js';

/** Reads the active cart that a customer modified last, as JSON (CUST124); undefined where there is none. */
export const readActiveCart = async (
  { engine }: CustomerServices,
  { projectKey, storeKey, client }: CustomerCall,
  customerId: string,
): Promise<string | undefined> => {
  const request: ResourceRequest = {
    projectKey,
    storeKey,
    client,
    resourceType: required(engine.resourceTypes.get('cart'), 'cart'),
    address: { field: 'customerId', value: customerId },
    query: new URLSearchParams(),
    body: new Uint8Array(),
  };
  try {
    return (await queryLatest(engine, request)).body.toString();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};
