/** Reads and changes resources of a project, by the path of their type. */
import { loadOperations } from '../api/description';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import type { QueryValue } from '../api/send';
import { addressMembersOf } from './resourceTypes';
import { typeFacts } from './typeFacts';

const pathOf = (path: string, id: string): string => `/${path}/${encodeURIComponent(id)}`;

/** Returns the path of a resource. Pages use ids; addresses of some types consist of other members, which are read. */
const addressOf = async (projectKey: string, path: string, id: string): Promise<string> => {
  const members = addressMembersOf(path, await loadOperations());
  if (members.length < 2) return pathOf(path, id);
  const query = { where: [`id = ${JSON.stringify(id)}`], limit: 1 };
  const [found = {}] = (await sendToProject<Page>(projectKey, `/${path}`, { query })).results as readonly Readonly<
    Record<string, string>
  >[];
  // No such resource exists, so the request is refused like that for any other missing resource.
  return `/${path}/${members.map(name => encodeURIComponent(found[name] ?? id)).join('/')}`;
};

export interface LoadedPage<Data extends Resource = Resource> {
  readonly results: readonly Data[];
  readonly total: number;
}

export const listResources = async <Data extends Resource>(
  projectKey: string,
  path: string,
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<LoadedPage<Data>> => {
  const { results, total, count } = await sendToProject<Page>(projectKey, `/${path}`, { query, signal });
  return { results: results as readonly Data[], total: total ?? count };
};

export const readResource = async <Data extends Resource>(projectKey: string, path: string, id: string) =>
  sendToProject<Data>(projectKey, await addressOf(projectKey, path, id));

export const createResource = async <Data extends Resource>(projectKey: string, path: string, draft: unknown) => {
  const created = await sendToProject<Data>(projectKey, `/${path}`, { method: 'POST', body: draft });
  const { createdMember } = typeFacts(path);
  return createdMember === undefined ? created : ((created[createdMember] as Data | undefined) ?? created);
};

/** The version to change, and the update actions. */
export interface Update {
  readonly version: number;
  readonly actions: readonly { readonly action: string }[];
}

export const updateResource = (projectKey: string, path: string, id: string, update: Update) =>
  sendToProject<Resource>(projectKey, pathOf(path, id), { method: 'POST', body: update });

export const deleteResource = async (projectKey: string, path: string, { id, version }: Resource) =>
  sendToProject(projectKey, await addressOf(projectKey, path, id), { method: 'DELETE', query: { version } });
