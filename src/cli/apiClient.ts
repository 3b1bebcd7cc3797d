/** Actions of `quayside api-client`; they share the request to the engine, so they stand in one file. */
import { type ApiClientDraft, apiClientRequest, createApiClient, removeApiClient } from '../auth/oauth/apiClients.js';
import type { ApiClient } from '../commerce/resources/apiClient.js';
import { queryResources, readResource } from '../engine/query/queryResources.js';
import type { Services } from '../services/services.js';
import type { ProjectOption } from './options.js';
import { printList, tabLine } from './output.js';
import { loadAllPages, withServices } from './withServices.js';

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
  const clients = await inProject(project, services =>
    loadAllPages<ApiClient>(parameters =>
      queryResources(services.engine, apiClientRequest(services.engine, project, { query: parameters })),
    ),
  );
  printList(clients, json, describe);
};

export const apiClientShow = async (id: string, { project }: ProjectOption): Promise<void> => {
  const { body } = await inProject(project, services =>
    readResource(services.engine, apiClientRequest(services.engine, project, { id })),
  );
  const client: unknown = JSON.parse(Buffer.from(body as Uint8Array).toString());
  console.log(JSON.stringify(client, undefined, 2));
};

export const apiClientDelete = async (id: string, { project }: ProjectOption): Promise<void> => {
  await inProject(project, services => removeApiClient(services, apiClientRequest(services.engine, project, { id })));
  console.log(`deleted ${id} and all its tokens`);
};

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
