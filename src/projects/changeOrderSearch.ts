import type { Services } from '../services/services.js';
import { changeProject } from './changeProject.js';

export type SearchStatus = 'Activated' | 'Deactivated';

/**
 * Activates or deactivates the order search of a project by its update action, as a client does (SEARCH010, SEARCH011).
 * Resolves to false when the project has the status already. Throws ConcurrentModification when another request changes
 * the project.
 */
export const changeOrderSearch = (services: Services, projectKey: string, status: SearchStatus): Promise<boolean> =>
  changeProject(services, projectKey, ({ searchIndexing }) =>
    (searchIndexing?.orders?.status ?? 'Deactivated') === status ? [] : [{ action: 'changeOrderSearchStatus', status }],
  );
