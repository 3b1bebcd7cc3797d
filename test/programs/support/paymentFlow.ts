/** Functions that the tests of payment connectors share: a cart with a payment, and changes of the payment. */
import type { ClientCredentials } from '../../../src/projects/createProject.js';
import type { Quayside } from '../../support/quayside.js';
import { createProjectApi, type Resource } from '../../support/resourceApi.js';
import { newKey } from '../../support/drafts.js';

interface Transaction {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly interactionId?: string;
}

export interface Payment extends Resource {
  readonly transactions: readonly Transaction[];
  readonly custom?: { readonly fields: Readonly<Record<string, unknown>> };
  readonly paymentMethodInfo: object;
}

/** Returns a custom line item, which needs no product; the tax category is that of `paymentFlow`. */
export const customLineItemOf = (centAmount: number) => ({
  name: { en: 'Jacket' },
  slug: newKey('item'),
  quantity: 1,
  money: { currencyCode: 'EUR', centAmount },
  taxCategory: { typeId: 'tax-category', key: 'standard' },
});

/** Returns the settings of connectors that are made from the vendor's template. */
export const connectorSettings = (
  address: string,
  { projectKey, clientId, clientSecret }: ClientCredentials,
  thirdParties: string,
) => ({
  CTP_PROJECT_KEY: projectKey,
  CTP_CLIENT_ID: clientId,
  CTP_CLIENT_SECRET: clientSecret,
  CTP_AUTH_URL: address,
  CTP_API_URL: address,
  CTP_SESSION_URL: thirdParties,
  CTP_CHECKOUT_URL: thirdParties,
  CTP_JWKS_URL: `${thirdParties}/jwks`,
  CTP_JWT_ISSUER: thirdParties,
  MERCHANT_RETURN_URL: 'http://127.0.0.1/',
});

export const paymentFlow = async (quayside: Quayside, credentials: ClientCredentials) => {
  const { createIn, resourcesAt } = await createProjectApi(quayside, credentials);
  const payments = resourcesAt<Payment>('payments');
  const carts = resourcesAt('carts');
  await createIn('tax-categories', {
    name: 'Standard',
    key: 'standard',
    rates: [{ name: 'VAT', amount: 0.19, includedInPrice: true, country: 'DE' }],
  });
  const address = { country: 'DE', city: 'Berlin', firstName: 'Ana', lastName: 'Berg', postalCode: '10115' };
  const email = `${newKey('ana')}@example.com`;
  const { customer } = (await createIn('customers', {
    email,
    password: 'a long passw0rd',
    firstName: 'Ana',
    lastName: 'Berg',
    addresses: [address],
  })) as unknown as { readonly customer: Resource };
  return {
    createIn,
    resourcesAt,
    customer,
    payments,
    /** Changes the current version of the payment. */
    change: async (payment: Payment, action: object): Promise<Payment> =>
      payments.update(await payments.get(payment), action),
    /** Creates a cart of a customer with all addresses, and with the payment if there is one. */
    cart: async (draft: object, payment?: Resource): Promise<Resource> => {
      const addresses = { shippingAddress: address, billingAddress: address };
      const cart = await createIn('carts', {
        currency: 'EUR',
        country: 'DE',
        customerId: customer.id,
        customerEmail: email,
        ...addresses,
        ...draft,
      });
      if (payment === undefined) return cart;
      return carts.update(cart, { action: 'addPayment', payment: { typeId: 'payment', id: payment.id } });
    },
  };
};

/** Returns the response of the service of sessions: a session has the id of its cart; undefined on other paths. */
export const sessionOf = (path: string): object | undefined => {
  const id = /\/sessions\/([\w-]+)$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  return {
    id,
    version: 1,
    state: 'ACTIVE',
    activeCart: { cartRef: { typeId: 'cart', id } },
    metadata: { allowedPaymentMethods: ['card'], paymentInterface: 'checkout' },
  };
};
