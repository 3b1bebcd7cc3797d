import { createResource } from '../../../engine/commit/pipeline.js';
import { afterCommit } from '../../../store/unavailableErrors.js';
import { type CustomerCall, customerRequest, type CustomerResponse, type CustomerServices } from '../CustomerCall.js';
import { readActiveCart } from './readActiveCart.js';
import { signInResult } from './signInResult.js';

/** The members of a customer draft that name anonymous carts. */
interface CartOrigin {
  readonly anonymousCart?: unknown;
  readonly anonymousCartId?: unknown;
  readonly anonymousId?: unknown;
}

const namesCart = ({ anonymousCart, anonymousCartId, anonymousId }: CartOrigin): boolean =>
  anonymousCart !== undefined || anonymousCartId !== undefined || anonymousId !== undefined;

/**
 * Creates a customer from a CustomerDraft, or at `/me` from a MyCustomerDraft. The carts and orders of an anonymous
 * session become the customer's: at `/me` those of the token's session, else those that the draft names (CUST086,
 * CUST087, CUST127, CUST128).
 */
export const signUp = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const effectiveDraft: CartOrigin = call.own === true ? { ...draft, anonymousId: call.client.anonymousId } : draft;
  const request = customerRequest(services, call, undefined, Buffer.from(JSON.stringify(effectiveDraft)));
  const { status, body } = await createResource(services.engine, request);
  if (!namesCart(effectiveDraft)) return signInResult(status, body, undefined);
  const { id } = JSON.parse(body.toString()) as { readonly id: string };
  return signInResult(status, body, await afterCommit(readActiveCart(services, call, id)));
};
