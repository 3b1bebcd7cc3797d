/** The request of the console that tries predicates of discounts with a cart. */
import { loadAddressed } from '../engine/loadAddressed.js';
import type { Address, ResourceRequest } from '../engine/ResourceRequest.js';
import { fail } from '../errors/ApiError.js';
import { required } from '../errors/required.js';
import type { PricingCart } from '../pricing/PricingCart.js';
import { assertCartPredicate } from '../pricing/cartPredicate.js';
import { testPredicates } from '../pricing/testPredicates.js';
import { CartPredicate } from '../schema/CartPredicate.js';
import { NonEmptyText, Optional, Shape, Text } from '../schema/primitives.js';
import { Id } from '../schema/reference.js';
import type { Services } from '../services/services.js';
import { assertOwnProject } from './assertOwnProject.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson } from './ConsoleCall.js';
import { signedIn } from './signedIn.js';
import { strictReader } from './strictReader.js';

const readRequest = strictReader(
  Shape({
    projectKey: Text,
    cartId: Optional(Id),
    cartKey: Optional(NonEmptyText),
    cartPredicate: Optional(CartPredicate),
    itemPredicate: Optional(CartPredicate),
  }),
);

type Request = ReturnType<typeof readRequest>;

const addressOf = ({ cartId, cartKey }: Request): Address => {
  if (cartId !== undefined && cartKey === undefined) return { field: 'id', value: cartId };
  if (cartKey !== undefined && cartId === undefined) return { field: 'key', value: cartKey };
  throw fail('InvalidInput', { message: `Expected 'cartId' or 'cartKey', and not both.` });
};

const loadCart = async ({ engine }: Services, request: Request): Promise<PricingCart> => {
  const resourceType = required(engine.resourceTypes.get('cart'), 'the resource type of carts');
  const read: ResourceRequest = {
    projectKey: request.projectKey,
    resourceType,
    address: addressOf(request),
    query: new URLSearchParams(),
    body: new Uint8Array(),
    client: {},
  };
  const { document } = await loadAddressed(engine, read);
  return JSON.parse(document.text) as PricingCart;
};

/** POST /-/predicate-tests: whether a cart and its items match; writes nothing. Each role may see carts. */
export const testPredicatesCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedIn(services, call);
  if (!('account' in session))
    throw fail('PermissionRequired', { message: 'The session is of an API client; expected one of an account.' });
  const request = readRequest(readBody(call));
  await assertOwnProject(services, session, request.projectKey);
  const { cartPredicate, itemPredicate } = request;
  if (cartPredicate === undefined && itemPredicate === undefined)
    throw fail('InvalidInput', { message: `Expected 'cartPredicate', 'itemPredicate' or both.` });
  if (cartPredicate !== undefined) assertCartPredicate(cartPredicate, 'cartPredicate');
  if (itemPredicate !== undefined) assertCartPredicate(itemPredicate, 'itemPredicate');
  return respondJson(200, testPredicates(await loadCart(services, request), { cartPredicate, itemPredicate }));
};
