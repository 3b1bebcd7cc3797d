/** A customer with the SDK's builder for `/me`, signed in with the password. */
import { createApiBuilderFromCtpClient } from '@commercetools/platform-sdk';
import { ClientBuilder } from '@commercetools/ts-client';
import { describedFetch } from '../../support/assertDescribed.js';
import { storeCustomer } from '../../support/customers.js';
import { addCustomer } from '../../support/oauth.js';
import type { Quayside } from '../../support/quayside.js';

interface BuyerOptions {
  readonly quayside: Quayside;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly projectKey: string;
  readonly scopes: string[];
}

export const createBuyer = async ({ quayside, credentials, projectKey, scopes }: BuyerOptions) => {
  const customer = await addCustomer(quayside, projectKey);
  await storeCustomer(quayside, projectKey, { email: customer.email }, customer.id);
  const { clientId, clientSecret } = credentials;
  const client = new ClientBuilder()
    .withPasswordFlow({
      host: quayside.address,
      projectKey,
      scopes,
      httpClient: describedFetch,
      credentials: { clientId, clientSecret, user: { username: customer.email, password: customer.password } },
    })
    .withHttpMiddleware({ host: quayside.address, httpClient: describedFetch })
    .build();
  return { id: customer.id, me: createApiBuilderFromCtpClient(client).withProjectKey({ projectKey }).me() };
};
