/** Creates a quote step by step: a buyer's cart, a quote request, a staged quote, a quote. */
import { storeCustomer } from './customers.js';
import { money, newKey, referenceTo } from './drafts.js';
import type { Quayside } from './quayside.js';
import type { Resource, VersionedId } from './resourceApi.js';

/** The project that the steps run in. */
export interface QuoteProject {
  readonly quayside: Pick<Quayside, 'services'>;
  readonly projectKey: string;
  readonly create: (path: string, draft: object) => Promise<Resource>;
}

/** Creates the cart of an existing customer, or of a new one that is stored directly. */
export const createBuyerCart = async (
  { quayside, projectKey, create }: QuoteProject,
  changes: object = {},
): Promise<Resource> =>
  create('carts', {
    currency: 'EUR',
    customerId: (changes as { readonly customerId?: string }).customerId ?? (await storeCustomer(quayside, projectKey)),
    country: 'DE',
    taxMode: 'Disabled',
    shippingAddress: { country: 'DE', city: 'Bremen' },
    customLineItems: [{ name: { en: 'Engraving' }, slug: newKey('engraving'), money: money(1_000), quantity: 2 }],
    ...changes,
  });

export const createQuoteRequest = (
  { create }: QuoteProject,
  cart: VersionedId,
  changes: object = {},
): Promise<Resource> =>
  create('quote-requests', { cart: referenceTo('cart', cart), cartVersion: cart.version, ...changes });

export const createStagedQuote = (
  { create }: QuoteProject,
  request: VersionedId,
  changes: object = {},
): Promise<Resource> =>
  create('staged-quotes', {
    quoteRequest: referenceTo('quote-request', request),
    quoteRequestVersion: request.version,
    ...changes,
  });

export const createQuote = ({ create }: QuoteProject, staged: VersionedId, changes: object = {}): Promise<Resource> =>
  create('quotes', {
    stagedQuote: referenceTo('staged-quote', staged),
    stagedQuoteVersion: staged.version,
    ...changes,
  });

/** Creates a quote with all steps before it. */
export const createQuoteFromCart = async (place: QuoteProject, cart: object = {}): Promise<Resource> =>
  createQuote(
    place,
    await createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place, cart))),
  );
