/** A project with a server of its own that its API extensions call. */
import { required } from '../../../src/base/errors/ApiError.js';
import { orderDraft } from '../../support/drafts.js';
import { type ExternalServer, startExternalServer } from '../../support/externalServer.js';
import type { HttpResponse } from '../../support/http.js';
import { startQuayside } from '../../support/quayside.js';
import { errorOf, type WireEntry } from '../../support/refusal.js';

export type WireResource = Record<string, unknown> & { readonly id: string; readonly version: number };

/** The body that an extension receives. */
interface ExtensionInput {
  readonly action: string;
  readonly resource: { readonly typeId: string; readonly id: string; readonly obj: WireResource };
  readonly oldResource?: ExtensionInput['resource'];
}

const quayside = await startQuayside();

export const startExtensionProject = async () => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const server = await startExternalServer();
  const send = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<HttpResponse> =>
    http.send(method, `/${projectKey}/${path}`, { headers, ...(body !== undefined && { body }) });
  const post = async (path: string, body: object): Promise<WireResource> => {
    const response = await send('POST', path, body);
    if (response.status > 201) throw new Error(`${path}: ${response.text}`);
    return response.json as WireResource;
  };
  return {
    credentials,
    projectKey,
    server,
    send,
    post,
    order: (draft: object = {}) => post('orders/import', orderDraft(draft)),
    importOrder: (draft: object = {}, headers?: Record<string, string>) =>
      send('POST', 'orders/import', orderDraft(draft), headers),
    update: ({ id, version }: WireResource, ...actions: object[]) => send('POST', `orders/${id}`, { version, actions }),
    extend: (changes: object = {}) =>
      post('extensions', {
        destination: { type: 'HTTP', url: server.url },
        triggers: [{ resourceTypeId: 'order', actions: ['Create', 'Update'] }],
        // A busy machine may need longer than the default.
        timeoutInMs: 10_000,
        ...changes,
      }),
    get: async (path: string) => (await send('GET', path)).json as WireResource,
    total: async (path: string) => ((await send('GET', `${path}?limit=1`)).json as { total: number }).total,
    messagesOf: async ({ id }: WireResource) =>
      (
        (await send('GET', `messages?sort=sequenceNumber%20asc&where=${encodeURIComponent(`resource(id="${id}")`)}`))
          .json as { results: Record<string, unknown>[] }
      ).results,
  };
};

export const extensionInputs = ({ requests }: ExternalServer): ExtensionInput[] =>
  requests.map(({ text }) => JSON.parse(text) as ExtensionInput);

export const actionsBody = (...actions: object[]) => ({ actions });

export const firstErrorEntry = (response: HttpResponse): WireEntry => {
  const [entry] = errorOf(response).errors;
  return required(entry, 'the first error entry');
};

export const extensionDraft = (url: string, changes: object = {}) => ({
  destination: { type: 'HTTP', url },
  triggers: [{ resourceTypeId: 'order', actions: ['Create'] }],
  ...changes,
});
