/** The way to a quote: a buyer's cart, a request for it, a staged quote, a quote. */
import { storeCustomer } from './customers.js';
import { money, newKey } from './drafts.js';
import type { Quayside } from './quayside.js';
import type { Resource } from './resourceApi.js';

/** A project to make them in. */
export interface QuotePlace {
  readonly quayside: Pick<Quayside, 'services'>;
  readonly projectKey: string;
  create(path: string, draft: object): Promise<Resource>;
}

export const referenceTo = <T extends string>(typeId: T, { id }: { readonly id: string }) => ({ typeId, id });

export const buyersCart = async (
  { quayside, projectKey, create }: QuotePlace,
  changes: object = {},
): Promise<Resource> =>
  create('carts', {
    currency: 'EUR',
    customerId: await storeCustomer(quayside, projectKey),
    country: 'DE',
    shippingAddress: { country: 'DE', city: 'Bremen' },
    customLineItems: [{ name: { en: 'Engraving' }, slug: newKey('engraving'), money: money(1_000), quantity: 2 }],
    ...changes,
  });

export const requestFor = ({ create }: QuotePlace, cart: Resource, changes: object = {}): Promise<Resource> =>
  create('quote-requests', { cart: referenceTo('cart', cart), cartVersion: cart.version, ...changes });

export const stagedFor = ({ create }: QuotePlace, request: Resource, changes: object = {}): Promise<Resource> =>
  create('staged-quotes', {
    quoteRequest: referenceTo('quote-request', request),
    quoteRequestVersion: request.version,
    ...changes,
  });

export const quoteFor = ({ create }: QuotePlace, staged: Resource, changes: object = {}): Promise<Resource> =>
  create('quotes', {
    stagedQuote: referenceTo('staged-quote', staged),
    stagedQuoteVersion: staged.version,
    ...changes,
  });

/** All steps at once. */
export const newQuote = async (place: QuotePlace, cart: object = {}): Promise<Resource> =>
  quoteFor(place, await stagedFor(place, await requestFor(place, await buyersCart(place, cart))));
