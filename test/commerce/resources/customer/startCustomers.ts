/** Starts a project with two languages and offers customers. */
import type { Customer, CustomerDraft, CustomerUpdateAction, Store } from '@commercetools/platform-sdk';
import { createType, newKey, referenceTo } from '../../../support/drafts.js';
import { customerToken } from '../../../support/oauth.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { type Project, sdkAs } from '../../../support/sdk.js';

export const password = 'secret-123';
export const newEmail = () => `${newKey('jo')}@example.com`;
export const storeReference = (key: string) => ({ typeId: 'store' as const, key });
type SignUpResult = { readonly customer: Customer };

export const startCustomers = async () => {
  const api = await startResourceApi<Customer>('customers', { languages: ['en', 'de'] });
  const { quayside, credentials, projectKey, createIn, update, refuse, refuseCreation } = api;
  const draftOf = (changes: Partial<CustomerDraft>) => ({ email: newEmail(), password, ...changes });
  return {
    ...api,
    create: async (draft: Partial<CustomerDraft> = {}): Promise<Customer> =>
      (await createIn<SignUpResult>('customers', draftOf(draft))).customer,
    update: (customer: Customer, ...actions: CustomerUpdateAction[]) => update(customer, ...actions),
    /** Returns the errors of a refused update. */
    updateErrors: async (customer: Customer, ...actions: CustomerUpdateAction[]) =>
      (await refuse(customer, ...actions)).errors,
    /** Returns the errors of a refused creation. */
    creationErrors: async (draft: Partial<CustomerDraft>) => (await refuseCreation(draftOf(draft))).errors,
    newStore: async () => (await createIn<Store>('stores', { key: newKey('store') })).key,
    newGroup: async () =>
      referenceTo('customer-group', await createIn('customer-groups', { groupName: newKey('Group') })),
    newType: async (resourceTypeId: string) => referenceTo('type', await createType(createIn, [resourceTypeId])),
    /** Signs a customer in with `password` and returns the SDK with the customer's token. */
    sdkOfCustomer: async (email: string, storeKey?: string): Promise<Project> =>
      sdkAs(quayside, projectKey, await customerToken(quayside, credentials, { email, password }, { storeKey })),
  };
};
