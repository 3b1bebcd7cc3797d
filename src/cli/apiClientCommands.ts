import { queryResources } from '../engine/query/queryResources.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { readResource } from '../engine/query/readResource.js';
import { type ApiClientDraft, createApiClient } from '../oauth/createApiClient.js';
import { removeApiClient } from '../oauth/removeApiClient.js';
import type { ApiClient } from '../resources/apiClient/index.js';
import type { Services } from '../services/services.js';
import { withServices } from './withServices.js';

interface ProjectOption {
  readonly project: string;
  readonly json?: boolean;
}

const requestOf = ({ engine }: Services, projectKey: string, query = '', id?: string): ResourceRequest => ({
  projectKey,
  resourceType: engine.resourceTypes.get('api-client')!,
  query: new URLSearchParams(query),
  body: new Uint8Array(),
  client: {},
  ...(id !== undefined && { address: { field: 'id', value: id } }),
});

const parsed = (body: Uint8Array | string): unknown => JSON.parse(Buffer.from(body as Uint8Array).toString());

/** Does `work` on a project that exists. */
const inProject = <T>(projectKey: string, work: (services: Services) => Promise<T>): Promise<T> =>
  withServices(async services => {
    await services.engine.settings(projectKey);
    return work(services);
  });

const day = (instant: string | undefined): string => instant?.slice(0, 10) ?? '-';

const describe = ({ id, name, scope, createdAt, lastUsedAt, deleteAt }: ApiClient): string =>
  [
    id,
    name,
    scope,
    `created ${day(createdAt)}`,
    `used ${day(lastUsedAt)}`,
    ...(deleteAt === undefined ? [] : [`until ${day(deleteAt)}`]),
  ].join('\t');

export const apiClientCreate = async ({
  project,
  json = false,
  ...draft
}: ProjectOption & ApiClientDraft): Promise<void> => {
  // Who reaches Redis may do everything; scopes are still checked to be the project's.
  const made = await inProject(project, services =>
    createApiClient(services, project, draft, `manage_project:${project}`, {}),
  );
  console.log(
    json
      ? JSON.stringify(made)
      : `client id      ${made.id}\nclient secret  ${made.secret}    (shown this once)\nscope          ${made.scope}`,
  );
};

const pageSize = 500;

/** All clients of a project, page by page. */
const all = async (services: Services, projectKey: string): Promise<ApiClient[]> => {
  const found: ApiClient[] = [];
  for (let last = ''; ; ) {
    const where = last === '' ? '' : `&where=${encodeURIComponent(`id > "${last}"`)}`;
    const { body } = await queryResources(
      services.engine,
      requestOf(services, projectKey, `sort=id asc&limit=${pageSize}&withTotal=false${where}`),
    );
    const { results } = parsed(body) as { results: ApiClient[] };
    found.push(...results);
    if (results.length < pageSize) return found;
    last = results.at(-1)!.id;
  }
};

export const apiClientList = async ({ project, json = false }: ProjectOption): Promise<void> => {
  const clients = await inProject(project, services => all(services, project));
  if (json) console.log(JSON.stringify(clients));
  else clients.map(describe).forEach(line => console.log(line));
};

export const apiClientShow = async (id: string, { project }: ProjectOption): Promise<void> => {
  const { body } = await inProject(project, services =>
    readResource(services.engine, requestOf(services, project, '', id)),
  );
  console.log(JSON.stringify(parsed(body), undefined, 2));
};

export const apiClientDelete = async (id: string, { project }: ProjectOption): Promise<void> => {
  await inProject(project, services => removeApiClient(services, requestOf(services, project, '', id)));
  console.log(`deleted ${id} and all its tokens`);
};
