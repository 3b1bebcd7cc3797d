/** A project for quotes, with the resource types on the way from a cart to an order. */
import type { Cart, Order, OrderFromQuoteDraft } from '@commercetools/platform-sdk';
import { storeCustomer } from '../../../support/customers.js';
import { cartDiscountDraft, createType, fieldDefinition, newKey, referenceTo } from '../../../support/drafts.js';
import { startExternalServer } from '../../../support/externalServer.js';
import type { QuoteProject } from '../../../support/quotes.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { rejectionOf, sdkOf, type SdkError, bodyOf } from '../../../support/sdk.js';
import { openShop } from '../../../support/shop.js';

export const dateIn = (ms: number): string => new Date(Date.now() + ms).toISOString();

export const fromQuote = (
  { id, version }: { id: string; version: number },
  changes: Partial<OrderFromQuoteDraft> = {},
): OrderFromQuoteDraft => ({ quote: { typeId: 'quote', id }, version, ...changes });

export const startQuotes = async () => {
  const api = await startResourceApi('orders');
  const { quayside, credentials, http, base, createIn, resourcesAt } = api;
  const { projectKey } = credentials;
  const sdk = sdkOf(quayside, credentials);
  const quoteProject: QuoteProject = { quayside, projectKey, create: createIn };
  const order = async (quote: Resource, changes: Partial<OrderFromQuoteDraft> = {}): Promise<Order> =>
    await bodyOf(
      sdk
        .orders()
        .orderQuote()
        .post({ body: fromQuote(quote, changes) }),
    );
  return {
    ...api,
    projectKey,
    sdk,
    quoteProject,
    shop: await openShop(api),
    carts: resourcesAt('carts'),
    requests: resourcesAt('quote-requests'),
    stageds: resourcesAt('staged-quotes'),
    quotes: resourcesAt('quotes'),
    newCustomer: (): Promise<string> => storeCustomer(quayside, projectKey),
    get: async (path: string, { id }: { readonly id: string }) =>
      (await http.send('GET', `${base}/${path}/${id}`)).json as Resource,
    cartById: async (ID: string): Promise<Cart> => await bodyOf(sdk.carts().withId({ ID }).get()),
    /** Reads the cart in which the seller prepares a quote. */
    quotationCartOf: async ({ quotationCart }: Resource): Promise<Resource> =>
      (await http.send('GET', `${base}/carts/${(quotationCart as { id: string }).id}`)).json as Resource,
    newType: (...resourceTypeIds: string[]) =>
      createType(
        createIn,
        resourceTypeIds,
        ['note', 'urgency'].map(name => fieldDefinition(name, { name: 'String' })),
      ),
    discountCode: async (): Promise<Resource> => {
      const target = { type: 'totalPrice' };
      const discount = await createIn('cart-discounts', cartDiscountDraft({ requiresDiscountCode: true, target }));
      return createIn('discount-codes', {
        code: newKey('CODE'),
        cartDiscounts: [referenceTo('cart-discount', discount)],
      });
    },
    /** Calls `change` between the reads and the commit of a creation, where the service calls an API extension. */
    changeDuringCreation: async (
      resourceTypeId: string,
      change: () => Promise<unknown>,
      creation: () => Promise<void>,
    ): Promise<void> => {
      const server = await startExternalServer();
      const extension = await createIn('extensions', {
        destination: { type: 'HTTP', url: server.url },
        triggers: [{ resourceTypeId, actions: ['Create'] }],
      });
      let changed: Promise<unknown> | undefined;
      server.behave(response => {
        void (changed ??= change()).then(() => response.end('{}'));
      });
      await creation();
      await resourcesAt('extensions').remove(extension);
    },
    order,
    /** Returns the error of a refused order from a quote. */
    refuse: (quote: Resource, changes: Partial<OrderFromQuoteDraft> = {}): Promise<SdkError> =>
      rejectionOf(order(quote, changes)),
    /** Returns the number of orders of the customer of a quote. */
    ordersOf: async ({ customer }: Resource) =>
      (await bodyOf(sdk.orders().get({ queryArgs: { where: `customerId="${(customer as { id: string }).id}"` } })))
        .total,
  };
};
