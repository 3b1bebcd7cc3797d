/** Creates a customer, and the SDK's builder for `/me` with the customer's token. */
import type { ClientCredentials } from '../../../../src/projects/createProject.js';
import { storeCustomer } from '../../../support/customers.js';
import { addCustomer } from '../../../support/oauth.js';
import type { Quayside } from '../../../support/quayside.js';
import { customerSdk } from '../../../support/sdk.js';

interface BuyerOptions {
  readonly quayside: Quayside;
  readonly credentials: ClientCredentials;
  readonly projectKey: string;
  readonly scopes: string[];
}

export const createBuyer = async ({ quayside, credentials, projectKey, scopes }: BuyerOptions) => {
  const customer = await addCustomer(quayside, projectKey);
  await storeCustomer(quayside, projectKey, { email: customer.email }, customer.id);
  return { id: customer.id, me: customerSdk(quayside, credentials, customer, scopes).me() };
};
