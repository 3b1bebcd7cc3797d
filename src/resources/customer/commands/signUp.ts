import { createResource } from '../../../engine/commit/create.js';
import { type CustomerCall, customerRequest, type CustomerResponse, type CustomerServices } from './customerCall.js';
import { activeCartOf, signInResult } from './signInResult.js';

const bringsCart = ({ anonymousCart, anonymousCartId, anonymousId }: Readonly<Record<string, unknown>>): boolean =>
  anonymousCart !== undefined || anonymousCartId !== undefined || anonymousId !== undefined;

/**
 * CUST086, CUST087, CUST127, CUST128: makes a customer from a CustomerDraft, or at `/me` from a MyCustomerDraft, where the
 * visitor's session says which carts become his.
 */
export const signUp = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const given = call.own === true ? { ...draft, anonymousId: call.client.anonymousId } : draft;
  const request = customerRequest(services, call, undefined, Buffer.from(JSON.stringify(given)));
  const { status, body } = await createResource(services.engine, request);
  if (!bringsCart(given as Record<string, unknown>)) return signInResult(status, body, undefined);
  const { id } = JSON.parse(body.toString()) as { readonly id: string };
  return signInResult(status, body, await activeCartOf(services, call, id));
};
