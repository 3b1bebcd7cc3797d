/** Reads the cart or the place that shipping methods are requested for. */
import { serverRequest } from '../../../../engine/ResourceRequest.js';
import type { Engine } from '../../../../engine/Engine.js';
import { loadRequested } from '../../../../engine/loadRequested.js';
import type { ResourceRequest } from '../../../../engine/ResourceRequest.js';
import { countryPattern, currencyPattern } from '../../../../engine/schema/primitives.js';
import { allowsScope } from '../../../../base/credentials/scopes.js';
import { errorEntry, failAll, invalidInput, invalidOperation } from '../../../../base/errors/ApiError.js';
import { collectErrors } from '../../../../base/errors/PhaseErrors.js';
import type { RateTarget } from '../../../pricing/shippingRates.js';
import type { PricingCart } from '../../../pricing/PricingCart.js';

type TargetRequest = Pick<ResourceRequest, 'projectKey' | 'storeKey' | 'client' | 'scopes' | 'query'>;

const readRequired = (query: URLSearchParams, name: string, expected: string): string => {
  const value = query.get(name);
  if (value === null || value === '') throw failAll([errorEntry('RequiredField', { field: name, expected })]);
  return value;
};

const readMatching = (name: string, value: string, pattern: RegExp, expected: string): string => {
  if (pattern.test(value)) return value;
  throw invalidInput(`Malformed parameter: ${name}: expected ${expected}, got '${value.slice(0, 100)}'.`);
};

const country = 'a country by ISO 3166-1 alpha-2, such as DE';
const currency = 'a currency by ISO 4217, such as EUR';

/** Replaces a malformed place. */
const noPlace = { country: '', state: undefined };

const readPlace = (query: URLSearchParams): Pick<RateTarget, 'country' | 'state'> => ({
  country: readMatching('country', readRequired(query, 'country', country), countryPattern, country),
  state: query.get('state') ?? undefined,
});

const readCartId = (query: URLSearchParams): string => readRequired(query, 'cartId', 'the id of a cart');

const noScopes: ReadonlySet<string> = new Set();

/** Tells whether the token belongs to a buyer, who reads only carts of their own. */
const seesOwnCarts = ({ client, scopes = noScopes, storeKey }: TargetRequest): boolean =>
  (client.customerId ?? client.anonymousId) !== undefined && !allowsScope(scopes, ['view_orders'], storeKey);

/** The path of a store shows its carts only. */
const loadCart = async (
  engine: Engine,
  { query, ...request }: TargetRequest,
  cartId = readCartId(query),
): Promise<PricingCart> => {
  const read = serverRequest(engine, request.projectKey, 'cart', {
    ...request,
    locator: { field: 'id', value: cartId },
    own: seesOwnCarts({ ...request, query }),
    query,
  });
  const { document } = await loadRequested(engine, read);
  return JSON.parse(document.text) as PricingCart;
};

const targetOf = (cart: PricingCart, place: Pick<RateTarget, 'country' | 'state'>): RateTarget => ({
  country: place.country,
  state: place.state,
  currencyCode: cart.totalPrice.currencyCode,
  cart,
});

/** The cart and its shipping address. */
export const cartTarget = async (engine: Engine, request: TargetRequest): Promise<RateTarget> => {
  const cart = await loadCart(engine, request);
  if (cart.shippingAddress === undefined)
    throw invalidOperation('The cart has no shippingAddress, which decides about its shipping methods.');
  return targetOf(cart, cart.shippingAddress);
};

/** The cart as if it were shipped to the place. */
export const cartPlaceTarget = async (engine: Engine, request: TargetRequest): Promise<RateTarget> => {
  const { place, cartId } = collectErrors(undefined, errors => ({
    place: errors.run(() => readPlace(request.query), noPlace),
    cartId: errors.run(() => readCartId(request.query), ''),
  }));
  return targetOf(await loadCart(engine, request, cartId), place);
};

/** The place, with the rates of one currency or of all. */
export const placeTarget = (_: Engine, { query }: TargetRequest): RateTarget => {
  const given = query.get('currency');
  const readCurrency = () => (given === null ? undefined : readMatching('currency', given, currencyPattern, currency));
  return collectErrors(undefined, errors => ({
    ...errors.run(() => readPlace(query), noPlace),
    currencyCode: errors.run(readCurrency, undefined),
  }));
};
