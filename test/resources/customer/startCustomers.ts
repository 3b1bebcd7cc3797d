/** Starts a project with two languages and offers customers through the SDK. */
import type { Customer, CustomerDraft, CustomerUpdateAction } from '@commercetools/platform-sdk';
import { newKey } from '../../support/drafts.js';
import { basic, post, tokenIn } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { type Project, rejectionOf, sdkAs, sdkOf } from '../../support/sdk.js';
import { createType } from '../../support/types.js';

export const password = 'secret-123';
export const newEmail = () => `${newKey('jo')}@example.com`;
export const storeReference = (key: string) => ({ typeId: 'store' as const, key });

/** Creates the resources that customers refer to. */
const createReferenced = (sdk: Project) => ({
  newStore: async (): Promise<string> =>
    (
      await sdk
        .stores()
        .post({ body: { key: newKey('store') } })
        .execute()
    ).body.key,
  newGroup: async () => ({
    typeId: 'customer-group' as const,
    id: (
      await sdk
        .customerGroups()
        .post({ body: { groupName: newKey('Group') } })
        .execute()
    ).body.id,
  }),
  newType: async (resourceTypeId: string) => ({
    typeId: 'type' as const,
    id: (await createType(sdk, [resourceTypeId])).id,
  }),
});

export const startCustomers = async () => {
  const quayside = await startQuayside();
  const project = await quayside.project({ languages: ['en', 'de'] });
  const { projectKey } = project;
  const sdk = sdkOf(quayside, project);
  const create = async (draft: Partial<CustomerDraft> = {}): Promise<Customer> =>
    (
      await sdk
        .customers()
        .post({ body: { email: newEmail(), password, ...draft } })
        .execute()
    ).body.customer;
  const update = async ({ id, version }: Customer, ...actions: CustomerUpdateAction[]): Promise<Customer> =>
    (await sdk.customers().withId({ ID: id }).post({ body: { version, actions } }).execute()).body;
  return {
    quayside,
    project,
    projectKey,
    sdk,
    create,
    update,
    /** Returns the errors of a refused update. */
    updateErrors: async (customer: Customer, ...actions: CustomerUpdateAction[]) =>
      (await rejectionOf(update(customer, ...actions))).body.errors,
    /** Returns the errors of a refused creation. */
    creationErrors: async (draft: Partial<CustomerDraft>) => (await rejectionOf(create(draft))).body.errors,
    messagesOf: async ({ id }: { readonly id: string }) =>
      (
        await sdk
          .messages()
          .get({ queryArgs: { where: `resource(id = "${id}")`, sort: 'sequenceNumber asc', limit: 500 } })
          .execute()
      ).body.results,
    /** Signs a customer in with `password` and returns the SDK with the customer's token. */
    sdkOfCustomer: async (email: string, storeKey?: string): Promise<Project> => {
      const path = storeKey === undefined ? '' : `/in-store/key=${storeKey}`;
      const answer = await post(quayside, `${projectKey}${path}/customers/token`, basic(project), {
        grant_type: 'password',
        username: email,
        password,
      });
      return sdkAs(quayside, projectKey, tokenIn(answer).access_token);
    },
    ...createReferenced(sdk),
  };
};
