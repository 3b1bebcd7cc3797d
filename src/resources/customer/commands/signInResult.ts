import type { CustomerResponse } from '../CustomerCall.js';

/** Composes a CustomerSignInResult of the JSON of a customer and, if there is one, of the active cart (CUST036). */
export const signInResult = (
  status: number,
  customer: Uint8Array | string,
  cart: string | undefined,
): CustomerResponse => {
  const text = typeof customer === 'string' ? customer : Buffer.from(customer).toString();
  return { status, body: cart === undefined ? `{"customer":${text}}` : `{"customer":${text},"cart":${cart}}` };
};
