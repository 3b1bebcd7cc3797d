import { retryOnStaleRead } from '../../../engine/commit/retryOnStaleRead.js';
import { expandReferences } from '../../../engine/references/expandReferences.js';
import { referableResources } from '../../../engine/references/referableResources.js';
import { ReferenceCollector } from '../../../engine/references/ReferenceCollector.js';
import { resolveReferences } from '../../../engine/references/resolveReferences.js';
import { fail } from '../../../errors/ApiError.js';
import { Flag, OneOf, Optional, Shape, Text } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { type AnonymousSession, assignCarts, cartModes } from '../carts/assignCarts.js';
import { commitCarts } from '../carts/commitCarts.js';
import { checkLogin } from '../checkLogin.js';
import { type CustomerCall, customerRequest, type CustomerResponse, type CustomerServices } from '../CustomerCall.js';
import { draftReader } from './draftReader.js';
import { loadCustomer } from '../loadCustomer.js';
import { readActiveCart } from './readActiveCart.js';
import { signInResult } from './signInResult.js';

const credentials = { email: Text, password: Text, updateProductData: Optional(Flag) };

/** The body of a sign-in by the merchant (CUST039 to CUST042). */
export const CustomerSignin = Shape({
  ...credentials,
  anonymousCartId: Optional(Text),
  anonymousCart: Optional(ResourceIdentifier('cart')),
  anonymousId: Optional(Text),
  anonymousCartSignInMode: Optional(OneOf(cartModes)),
});
/** The body of a sign-in at `/me` (CUST043 to CUST045). */
export const MyCustomerSignin = Shape({ ...credentials, activeCartSignInMode: Optional(OneOf(cartModes)) });

const readSignIn = draftReader(CustomerSignin);
const readOwnSignIn = draftReader(MyCustomerSignin);

interface SignIn extends AnonymousSession {
  readonly email: string;
  readonly password: string;
  readonly anonymousCart?: { readonly id?: string; readonly key?: string };
}

const signInOf = ({ own, client }: CustomerCall, draft: object): SignIn => {
  if (own !== true) {
    const { anonymousCartSignInMode: mode, ...rest } = readSignIn(draft);
    return { ...rest, mode };
  }
  // At `/me` only the token's session decides which carts are assigned (CUST125).
  const { activeCartSignInMode: mode, ...rest } = readOwnSignIn(draft);
  return { ...rest, mode, anonymousId: client.anonymousId };
};

const customerRequestById = (services: CustomerServices, call: CustomerCall, customerId: string) =>
  customerRequest(services, { ...call, own: undefined }, { field: 'id', value: customerId });

/** Assigns the session's carts and orders in one commit; the customer's own cart is always priced anew (CUST124). */
const assignSessionCarts = (
  services: CustomerServices,
  call: CustomerCall,
  customerId: string,
  { anonymousCart, ...session }: SignIn,
): Promise<void> =>
  retryOnStaleRead(async () => {
    const { engine } = services;
    const references = new ReferenceCollector();
    if (anonymousCart !== undefined) references.collect({ typeId: 'cart', ...anonymousCart }, false, 'anonymousCart');
    const settings = await engine.settings(call.projectKey);
    const context = await resolveReferences(engine, settings, references, referableResources(engine, call));
    const { stored, customer } = await loadCustomer(services, customerRequestById(services, call, customerId));
    const { id, customerGroup } = customer;
    const anonymousCartId =
      anonymousCart === undefined ? session.anonymousCartId : context.reference('cart', anonymousCart).id;
    const { updates } = await assignCarts(engine, call.projectKey, context, {
      ...session,
      anonymousCartId,
      storeKey: call.storeKey,
      customer: { id, customerGroup },
    });
    if (updates.length === 0) return;
    // The prices depend on the customer's group, so the commit checks that the customer is as it was read.
    const customerCheck = { typeId: 'customer', stored, set: {} };
    await commitCarts(engine, call.projectKey, call.client, context, [...updates, customerCheck]);
  });

/**
 * Checks email and password and responds with the customer and the active cart (CUST088, CUST089, CUST108, CUST109).
 */
export const signIn = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const given = signInOf(call, draft);
  const checked = await checkLogin(services, call.projectKey, call.storeKey, given.email, given.password);
  if (checked === undefined) throw fail('InvalidCredentials', {});
  const { customerId } = checked;
  await assignSessionCarts(services, call, customerId, given);
  // Where no cart was assigned, no commit has waited for the replicas.
  await services.engine.store.confirm(call.projectKey);
  const request = customerRequestById(services, call, customerId);
  const { stored } = await loadCustomer(services, request);
  return signInResult(
    200,
    await expandReferences(services.engine, request, stored.document.body),
    await readActiveCart(services, call, customerId),
  );
};
