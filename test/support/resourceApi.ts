/** Creates, reads, updates and deletes resources of any type over plain HTTP, and reads their messages. */
import type { ClientCredentials, ProjectDraft } from '../../src/projects/createProject.js';
import { type Quayside, startQuayside } from './quayside.js';
import { errorOf, type WireError } from './refusal.js';
import { sdkOf } from './sdk.js';

export type VersionedId = { readonly id: string; readonly version: number };
export type Resource = Record<string, unknown> & VersionedId;

export interface WireMessage {
  readonly id: string;
  readonly type: string;
  readonly sequenceNumber: number;
  readonly resourceVersion: number;
  readonly createdAt: string;
  readonly [payload: string]: unknown;
}

/** Returns the members of a resource as text, without those that tell about its changes. */
export const contentOf = (resource: Resource): string => {
  const { version: _, lastModifiedAt: __, lastModifiedBy: ___, lastMessageSequenceNumber: ____, ...content } = resource;
  return JSON.stringify(content);
};

/** Offers the calls in an existing project. */
export const createProjectApi = async (quayside: Quayside, credentials: ClientCredentials) => {
  const http = quayside.http.as(await quayside.token(credentials));
  const base = `/${credentials.projectKey}`;
  const call = async <R>(method: string, at: string, status: number, body?: object): Promise<R> => {
    const answer = await http.send(method, `${base}/${at}`, body === undefined ? {} : { body });
    if (answer.status === status) return answer.json as R;
    // Errors have the members of the SDK's rejections, for tests of concurrent requests.
    const { status: statusCode, json, text } = answer;
    throw Object.assign(new Error(`${method} ${at}: ${statusCode} ${text}`), { statusCode, body: json });
  };
  const resourcesAt = <R extends VersionedId = Resource>(at: string) => {
    const get = ({ id }: Pick<VersionedId, 'id'>) => call<R>('GET', `${at}/${id}`, 200);
    return {
      get,
      create: (draft: object) => call<R>('POST', at, 201, draft),
      update: ({ id, version }: VersionedId, ...actions: readonly object[]) =>
        call<R>('POST', `${at}/${id}`, 200, { version, actions }),
      refuseCreation: async (draft: object): Promise<WireError> =>
        errorOf(await http.send('POST', `${base}/${at}`, { body: draft })),
      /** Returns the error of a refused update; throws if the update changed anything. */
      refuse: async ({ id, version }: VersionedId, ...actions: readonly object[]): Promise<WireError> => {
        const before = JSON.stringify(await get({ id }));
        const answer = await http.send('POST', `${base}/${at}/${id}`, { body: { version, actions } });
        if (answer.status < 400 || JSON.stringify(await get({ id })) !== before)
          throw new Error(`not refused: ${answer.text}`);
        return errorOf(answer);
      },
      remove: ({ id, version }: VersionedId) => http.send('DELETE', `${base}/${at}/${id}?version=${version}`),
    };
  };
  /** Returns the messages about a resource, the oldest first. */
  const messagesOf = async ({ id }: Pick<VersionedId, 'id'>): Promise<WireMessage[]> => {
    const query = new URLSearchParams({ where: `resource(id="${id}")`, sort: 'sequenceNumber asc', limit: '500' });
    return (await call<{ results: WireMessage[] }>('GET', `messages?${query.toString()}`, 200)).results;
  };
  return {
    quayside,
    credentials,
    projectKey: credentials.projectKey,
    sdk: sdkOf(quayside, credentials),
    http,
    base,
    /** Creates a resource of the resource type of a path. */
    createIn: <R = Resource>(other: string, draft: object) => call<R>('POST', other, 201, draft),
    /** Offers the calls for the resource type of a path. */
    resourcesAt,
    messagesOf,
    /** Returns the messages about a resource except for that of its creation. */
    updateMessagesOf: async (resource: Pick<VersionedId, 'id'>) => (await messagesOf(resource)).slice(1),
  };
};

/** Creates a project on the server of the test run and offers the calls in it. */
export const startProject = async (draft: Partial<ProjectDraft> = {}) => {
  const quayside = await startQuayside();
  return createProjectApi(quayside, await quayside.project(draft));
};

/** Offers the calls in a new project; `T` is the type of the resources at `path`. */
export const startResourceApi = async <T extends VersionedId = Resource>(
  path: string,
  project: Partial<ProjectDraft> = {},
) => {
  const api = await startProject(project);
  return { ...api, ...api.resourcesAt<T>(path) };
};

/** Runs update actions on the project and returns it. */
export const changeProject = async (
  quayside: Quayside,
  credentials: ClientCredentials,
  ...actions: readonly object[]
): Promise<Record<string, unknown>> => {
  const http = quayside.http.as(await quayside.token(credentials));
  const path = `/${credentials.projectKey}`;
  const { version } = (await http.send('GET', path)).json as { version: number };
  const { status, json, text } = await http.send('POST', path, { body: { version, actions } });
  if (status !== 200) throw new Error(`the project was not changed: ${text}`);
  return json as Record<string, unknown>;
};

/** The update action that turns off the messages of a project. */
export const withoutMessages = {
  action: 'changeMessagesConfiguration',
  messagesConfiguration: { enabled: false, deleteDaysAfterCreation: 15 },
};
