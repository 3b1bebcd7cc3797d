/** Any resource type through plain HTTP: create, update and refusals, with the messages that it sends. */
import { startQuayside } from './quayside.js';
import { errorOf, type WireError } from './refusal.js';

export type Resource = Record<string, unknown> & { readonly id: string; readonly version: number };

export const startResourceApi = async (path: string) => {
  const quayside = await startQuayside();
  const credentials = await quayside.project();
  const http = quayside.http.as(await quayside.token(credentials));
  const base = `/${credentials.projectKey}`;
  const call = async (method: string, at: string, status: number, body?: object): Promise<Resource> => {
    const answer = await http.send(method, `${base}/${at}`, body === undefined ? {} : { body });
    if (answer.status !== status) throw new Error(`${method} ${at}: ${answer.status} ${answer.text}`);
    return answer.json as Resource;
  };
  const resourcesAt = (at: string) => ({
    create: (draft: object) => call('POST', at, 201, draft),
    update: ({ id, version }: Resource, ...actions: readonly object[]) =>
      call('POST', `${at}/${id}`, 200, { version, actions }),
    refuseCreation: async (draft: object): Promise<WireError> =>
      errorOf(await http.send('POST', `${base}/${at}`, { body: draft })),
    /** What an update is refused with; throws when it changed anything. */
    refuse: async (resource: Resource, ...actions: readonly object[]): Promise<WireError> => {
      const answer = await http.send('POST', `${base}/${at}/${resource.id}`, {
        body: { version: resource.version, actions },
      });
      const after = await call('GET', `${at}/${resource.id}`, 200);
      if (answer.status < 400 || after.version !== resource.version) throw new Error(`not refused: ${answer.text}`);
      return errorOf(answer);
    },
    remove: ({ id, version }: Resource) => http.send('DELETE', `${base}/${at}/${id}?version=${version}`),
  });
  return {
    quayside,
    credentials,
    http,
    base,
    /** A resource of another resource type. */
    createIn: (other: string, draft: object) => call('POST', other, 201, draft),
    /** The same for another resource type, by its path. */
    resourcesAt,
    ...resourcesAt(path),
    messagesOf: async ({ id }: Resource): Promise<Record<string, unknown>[]> =>
      (await call('GET', `messages?sort=sequenceNumber%20asc&where=${encodeURIComponent(`resource(id="${id}")`)}`, 200))
        .results as Record<string, unknown>[],
  };
};
