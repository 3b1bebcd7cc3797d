/** Activates or deactivates the order search of a project as a client does, by its update action (SEARCH010, SEARCH011). */
import { fail } from '../errors/ApiError.js';
import type { Services } from '../services/services.js';
import { readProject } from '../registry/projectSettings.js';
import { updateProject } from './updateProject.js';

export type SearchStatus = 'Activated' | 'Deactivated';

/** False where the project has that status already. Throws ConcurrentModification where somebody else changes the project. */
export const changeOrderSearch = async (
  services: Services,
  projectKey: string,
  status: SearchStatus,
): Promise<boolean> => {
  const project = await readProject(services.store, projectKey);
  if (project === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
  if ((project.searchIndexing?.orders?.status ?? 'Deactivated') === status) return false;
  const body = Buffer.from(
    JSON.stringify({ version: project.version, actions: [{ action: 'changeOrderSearchStatus', status }] }),
  );
  const resourceType = services.engine.resourceTypes.get('project')!;
  await updateProject(services, {
    projectKey,
    resourceType,
    address: { field: 'id', value: projectKey },
    query: new URLSearchParams(),
    body,
    client: {},
  });
  return true;
};
