import { addressedId, loadAddressed } from '../../../engine/loadAddressed.js';
import { expandReferences } from '../../../engine/references/expandReferences.js';
import { ReferenceCollector, resolveReferences } from '../../../engine/references/resolveReferences.js';
import { retryOnStaleRead } from '../../../engine/commit/beforeCommit.js';
import { fail } from '../../../errors/ApiError.js';
import { checkLogin } from '../checkLogin.js';
import type { Customer } from '../members.js';
import { Flag, OneOf, Optional, Shape, Text } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { assignCarts, cartModes, commitCarts, type AnonymousSession } from '../carts/assignCarts.js';
import {
  type CustomerCall,
  type CustomerServices,
  type CustomerResponse,
  draftReader,
  customerRequest,
} from './customerCall.js';
import { activeCartOf, signInResult } from './signInResult.js';

const credentials = { email: Text, password: Text, updateProductData: Optional(Flag) };

/** CUST039 to CUST042 */
export const CustomerSignin = Shape({
  ...credentials,
  anonymousCartId: Optional(Text),
  anonymousCart: Optional(ResourceIdentifier('cart')),
  anonymousId: Optional(Text),
  anonymousCartSignInMode: Optional(OneOf(cartModes)),
});
/** CUST043 to CUST045 */
export const MyCustomerSignin = Shape({ ...credentials, activeCartSignInMode: Optional(OneOf(cartModes)) });

const readSignIn = draftReader(CustomerSignin);
const readOwnSignIn = draftReader(MyCustomerSignin);

interface SignIn extends AnonymousSession {
  readonly email: string;
  readonly password: string;
  readonly anonymousCart?: { readonly id?: string; readonly key?: string };
}

const read = ({ own, client }: CustomerCall, draft: object): SignIn => {
  if (own !== true) {
    const { anonymousCartSignInMode: mode, ...rest } = readSignIn(draft);
    return { ...rest, mode };
  }
  // CUST125: the session tells whose carts they are.
  const { activeCartSignInMode: mode, ...rest } = readOwnSignIn(draft);
  return { ...rest, mode, anonymousId: client.anonymousId };
};

/** Assigns what the visitor brought along, all or nothing; the customer's own cart is priced anew in any case (CUST124). */
const assign = (
  services: CustomerServices,
  call: CustomerCall,
  customerId: string,
  { anonymousCart, ...visit }: SignIn,
): Promise<void> =>
  retryOnStaleRead(async () => {
    const { engine } = services;
    const references = new ReferenceCollector();
    if (anonymousCart !== undefined) references.collect({ typeId: 'cart', ...anonymousCart }, false, 'anonymousCart');
    const context = await resolveReferences(engine, await engine.settings(call.projectKey), references);
    const located = await loadAddressed(
      engine,
      customerRequest(services, { ...call, own: undefined }, { field: 'id', value: customerId }),
      customerId,
    );
    const { id, customerGroup } = located.resource as unknown as Customer;
    const anonymousCartId =
      anonymousCart === undefined ? visit.anonymousCartId : context.reference('cart', anonymousCart).id;
    const { also } = await assignCarts(engine, call.projectKey, context, {
      ...visit,
      anonymousCartId,
      storeKey: call.storeKey,
      customer: { id, customerGroup },
    });
    // The carts go by the customer's group as it was read.
    const read = also.length === 0 ? [] : [{ typeId: 'customer', stored: located, set: {} }];
    await commitCarts(engine, call.projectKey, call.client, context, { also: [...also, ...read] });
  });

/** CUST088, CUST089, CUST108, CUST109: whose email and password these are, with the active cart. */
export const signIn = async (
  services: CustomerServices,
  call: CustomerCall,
  draft: object,
): Promise<CustomerResponse> => {
  const given = read(call, draft);
  const checked = await checkLogin(services, call.projectKey, call.storeKey, given.email, given.password);
  if (checked === undefined) throw fail('InvalidCredentials');
  const { customerId } = checked;
  await assign(services, call, customerId, given);
  const request = customerRequest(services, { ...call, own: undefined }, { field: 'id', value: customerId });
  const { document } = await loadAddressed(services.engine, request, await addressedId(services.engine, request));
  return signInResult(
    200,
    await expandReferences(services.engine, request, document.body),
    await activeCartOf(services, call, customerId),
  );
};
