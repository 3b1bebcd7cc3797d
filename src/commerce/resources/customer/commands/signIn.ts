import { serverRequest } from '../../../../engine/ResourceRequest.js';
import { ApiError, fail } from '../../../../base/errors/ApiError.js';
import { createResource } from '../../../../engine/commit/pipeline.js';
import { createUpdateExtender } from '../../../../engine/commit/extendUpdate.js';
import { retryOnStaleRead } from '../../../../engine/commit/commit.js';
import { queryLatest } from '../../../../engine/query/queryLatest.js';
import {
  ReferenceCollector,
  referableResources,
  resolveReferences,
} from '../../../../engine/references/resolveReferences.js';
import { shownBody } from '../../../../engine/visibility.js';
import { Flag, OneOf, Optional, Shape, Text } from '../../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../../engine/schema/reference.js';
import { afterCommit } from '../../../../store/unavailableErrors.js';
import {
  type CustomerCall,
  customerRequest,
  type CustomerResponse,
  type CustomerServices,
  loadCustomer,
  respondWithCustomer,
} from '../CustomerCall.js';
import { type AnonymousSession, assignCarts, cartModes, commitCarts } from '../carts/assignCarts.js';
import { checkLogin } from '../logins.js';
import { draftReader } from './password.js';

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
  const { status, body } = await respondWithCustomer(services, request, stored.document, call.own);
  return signInResult(status, body, await readActiveCart(services, call, customerId));
};

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
): Promise<void> => {
  const { engine } = services;
  const extend = createUpdateExtender(engine, call);
  return retryOnStaleRead(async () => {
    const references = new ReferenceCollector();
    if (anonymousCart !== undefined) references.collect({ typeId: 'cart', ...anonymousCart }, false, 'anonymousCart');
    const settings = await engine.settings(call.projectKey);
    const context = await resolveReferences(engine, settings, references, referableResources(engine, call));
    const { stored, customer } = await loadCustomer(services, customerRequestById(services, call, customerId));
    const anonymousCartId =
      anonymousCart === undefined ? session.anonymousCartId : context.reference('cart', anonymousCart).id;
    const { updates } = await assignCarts(engine, call.projectKey, context, {
      ...session,
      anonymousCartId,
      storeKey: call.storeKey,
      extend,
      customer,
    });
    if (updates.length === 0) return;
    // The prices depend on the customer's group, so the commit checks that the customer is as it was read.
    const customerCheck = { typeId: 'customer', stored, set: {} };
    await commitCarts(engine, call.projectKey, call.client, context, [...updates, customerCheck]);
  });
};

/** The members of a customer draft that name anonymous carts. */
interface CartOrigin {
  readonly anonymousCart?: unknown;
  readonly anonymousCartId?: unknown;
  readonly anonymousId?: unknown;
}

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

const namesCart = ({ anonymousCart, anonymousCartId, anonymousId }: CartOrigin): boolean =>
  anonymousCart !== undefined || anonymousCartId !== undefined || anonymousId !== undefined;

/** Composes a CustomerSignInResult of the JSON of a customer and, if there is one, of the active cart (CUST036). */
const signInResult = (status: number, customer: Uint8Array | string, cart: string | undefined): CustomerResponse => {
  const text = typeof customer === 'string' ? customer : Buffer.from(customer).toString();
  return { status, body: cart === undefined ? `{"customer":${text}}` : `{"customer":${text},"cart":${cart}}` };
};

/** Reads the active cart that a customer modified last, as JSON (CUST124); undefined where there is none. */
const readActiveCart = async (
  { engine }: CustomerServices,
  { projectKey, storeKey, own, client }: CustomerCall,
  customerId: string,
): Promise<string | undefined> => {
  const locator = { field: 'customerId', value: customerId };
  const request = serverRequest(engine, projectKey, 'cart', { storeKey, client, locator });
  try {
    const { body } = await queryLatest(engine, request);
    return shownBody({ resourceType: request.resourceType, own }, Buffer.from(body)).toString();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};
