import { fail } from '../errors/ApiError.js';
import type { Services } from '../services/services.js';
import { readProject } from '../registry/projectSettings.js';
import { updateProject } from './updateProject.js';
import { required } from '../errors/required.js';

export type SearchStatus = 'Activated' | 'Deactivated';

/**
 * Activates or deactivates the order search of a project by its update action, as a client does (SEARCH010, SEARCH011).
 * Resolves to false when the project has the status already. Throws ConcurrentModification when another request changes
 * the project.
 */
export const changeOrderSearch = async (
  services: Services,
  projectKey: string,
  status: SearchStatus,
): Promise<boolean> => {
  const project = await readProject(services.store, projectKey);
  if (project === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
  if ((project.searchIndexing?.orders?.status ?? 'Deactivated') === status) return false;
  const update = { version: project.version, actions: [{ action: 'changeOrderSearchStatus', status }] };
  await updateProject(services, {
    projectKey,
    resourceType: required(services.engine.resourceTypes.get('project'), 'the resource type project'),
    address: { field: 'id', value: projectKey },
    query: new URLSearchParams(),
    body: Buffer.from(JSON.stringify(update)),
    client: {},
  });
  return true;
};
