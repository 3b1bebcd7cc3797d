/** Creates, updates and deletes resources of any type over plain HTTP, and reads their messages. */
import { startQuayside } from './quayside.js';
import { errorOf, type WireError } from './refusal.js';

export interface VersionedId {
  readonly id: string;
  readonly version: number;
}

export type Resource = Record<string, unknown> & VersionedId;

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
    update: ({ id, version }: VersionedId, ...actions: readonly object[]) =>
      call('POST', `${at}/${id}`, 200, { version, actions }),
    refuseCreation: async (draft: object): Promise<WireError> =>
      errorOf(await http.send('POST', `${base}/${at}`, { body: draft })),
    /** Returns the error of a refused update; throws if the update changed anything. */
    refuse: async (resource: VersionedId, ...actions: readonly object[]): Promise<WireError> => {
      const answer = await http.send('POST', `${base}/${at}/${resource.id}`, {
        body: { version: resource.version, actions },
      });
      const after = await call('GET', `${at}/${resource.id}`, 200);
      if (answer.status < 400 || after.version !== resource.version) throw new Error(`not refused: ${answer.text}`);
      return errorOf(answer);
    },
    remove: ({ id, version }: VersionedId) => http.send('DELETE', `${base}/${at}/${id}?version=${version}`),
  });
  return {
    quayside,
    credentials,
    http,
    base,
    /** Creates a resource of another resource type. */
    createIn: (other: string, draft: object) => call('POST', other, 201, draft),
    /** Offers the same calls for the resource type of another path. */
    resourcesAt,
    ...resourcesAt(path),
    messagesOf: async ({ id }: Pick<VersionedId, 'id'>): Promise<Record<string, unknown>[]> =>
      (await call('GET', `messages?sort=sequenceNumber%20asc&where=${encodeURIComponent(`resource(id="${id}")`)}`, 200))
        .results as Record<string, unknown>[],
  };
};
