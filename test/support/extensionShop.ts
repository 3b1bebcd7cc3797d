/** A project of the console with an order, and a server that its API extensions call. */
import type { Quayside } from './quayside.js';
import { newKey, orderDraft } from './drafts.js';
import { startExternalServer } from './externalServer.js';
import { createProjectApi, type Resource } from './resourceApi.js';

export const startExtensionShop = async (quayside: Quayside) => {
  const { credentials, projectKey, http, createIn } = await createProjectApi(quayside, await quayside.project());
  const server = await startExternalServer();
  return {
    credentials,
    projectKey,
    http,
    server,
    /** Imports an order; called before `extend`, since the extensions would be called for it. */
    order: (members: object = {}): Promise<Resource> =>
      createIn('orders/import', orderDraft({ orderNumber: newKey('order'), ...members })),
    extend: (members: object = {}): Promise<Resource> =>
      createIn('extensions', {
        key: newKey('extension'),
        destination: { type: 'HTTP', url: server.url },
        triggers: [{ resourceTypeId: 'order', actions: ['Create', 'Update'] }],
        // A busy machine may need longer than the default.
        timeoutInMs: 10_000,
        ...members,
      }),
    read: async (path: string): Promise<object> => (await http.send('GET', `/${projectKey}/${path}`)).json as object,
  };
};
