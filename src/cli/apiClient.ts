/** Actions of `quayside api-client`; they share the request to the engine, so they stand in one file. */
import { type ApiClientDraft, createApiClient, removeApiClient } from '../auth/oauth/apiClients.js';
import { required } from '../base/errors/ApiError.js';
import type { ApiClient } from '../commerce/resources/apiClient.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { queryResources, readResource } from '../engine/query/queryResources.js';
import type { Services } from '../services/services.js';
import { tabLine } from './output.js';
import { withServices } from './withServices.js';

interface ProjectOption {
  readonly project: string;
  readonly json?: boolean;
}

export const apiClientCreate = async ({
  project,
  json = false,
  ...draft
}: ProjectOption & ApiClientDraft): Promise<void> => {
  // Access to Redis implies all permissions, but the scopes must still belong to the project.
  const created = await inProject(project, services =>
    createApiClient(services, project, draft, new Set(['manage_project']), {}),
  );
  console.log(
    json
      ? JSON.stringify(created)
      : `client id      ${created.id}\nclient secret  ${created.secret}    (shown this once)\n` +
          `scope          ${created.scope}`,
  );
};

export const apiClientList = async ({ project, json = false }: ProjectOption): Promise<void> => {
  const clients = await inProject(project, services => loadAll(services, project));
  if (json) console.log(JSON.stringify(clients));
  else clients.map(describe).forEach(line => console.log(line));
};

export const apiClientShow = async (id: string, { project }: ProjectOption): Promise<void> => {
  const { body } = await inProject(project, services =>
    readResource(services.engine, requestOf(services, project, '', id)),
  );
  console.log(JSON.stringify(parseBody(body), undefined, 2));
};

export const apiClientDelete = async (id: string, { project }: ProjectOption): Promise<void> => {
  await inProject(project, services => removeApiClient(services, requestOf(services, project, '', id)));
  console.log(`deleted ${id} and all its tokens`);
};

const requestOf = ({ engine }: Services, projectKey: string, query = '', id?: string): ResourceRequest => ({
  projectKey,
  resourceType: required(engine.resourceTypes.get('api-client'), 'the resource type of API clients'),
  query: new URLSearchParams(query),
  body: new Uint8Array(),
  client: {},
  ...(id !== undefined && { locator: { field: 'id', value: id } }),
});

const parseBody = (body: Uint8Array | string): unknown => JSON.parse(Buffer.from(body as Uint8Array).toString());

/** Checks that the project exists, then runs `work`. */
const inProject = <T>(projectKey: string, work: (services: Services) => Promise<T>): Promise<T> =>
  withServices(async services => {
    await services.engine.settings(projectKey);
    return work(services);
  });

const day = (instant: string | undefined): string => instant?.slice(0, 10) ?? '-';

const describe = ({ id, name, scope, createdAt, lastUsedAt, deleteAt }: ApiClient): string =>
  tabLine(
    id,
    name,
    scope,
    `created ${day(createdAt)}`,
    `used ${day(lastUsedAt)}`,
    ...(deleteAt === undefined ? [] : [`until ${day(deleteAt)}`]),
  );

const pageSize = 500;

/** Loads all API clients of a project, page by page. */
const loadAll = async (services: Services, projectKey: string): Promise<ApiClient[]> => {
  const clients: ApiClient[] = [];
  for (let lastId: string | undefined = ''; lastId !== undefined; ) {
    const where: string = lastId === '' ? '' : `&where=${encodeURIComponent(`id > "${lastId}"`)}`;
    const { body } = await queryResources(
      services.engine,
      requestOf(services, projectKey, `sort=id asc&limit=${pageSize}&withTotal=false${where}`),
    );
    const { results } = parseBody(body) as { results: ApiClient[] };
    clients.push(...results);
    lastId = results.length < pageSize ? undefined : results.at(-1)?.id;
  }
  return clients;
};
