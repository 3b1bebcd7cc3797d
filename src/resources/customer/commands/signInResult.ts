/** CustomerSignInResult (CUST036): the customer, and the cart that is his now. */
import { queryLatest } from '../../../engine/query/queryLatest.js';
import type { ResourceRequest } from '../../../engine/ResourceRequest.js';
import { ApiError } from '../../../errors/ApiError.js';
import type { CustomerCall, CustomerServices, CustomerResponse } from './customerCall.js';

/** A customer's latest active cart as JSON (CUST124); undefined when there is none. */
export const activeCartOf = async (
  { engine }: CustomerServices,
  { projectKey, storeKey, client }: CustomerCall,
  customerId: string,
): Promise<string | undefined> => {
  const request: ResourceRequest = {
    projectKey,
    storeKey,
    client,
    resourceType: engine.resourceTypes.get('cart')!,
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

export const signInResult = (
  status: number,
  customer: Uint8Array | string,
  cart: string | undefined,
): CustomerResponse => {
  const text = typeof customer === 'string' ? customer : Buffer.from(customer).toString();
  return { status, body: cart === undefined ? `{"customer":${text}}` : `{"customer":${text},"cart":${cart}}` };
};
