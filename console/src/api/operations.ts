/** The indexes of a project's searches. */
import type { SearchStatus } from '../../../src/search/SearchStatus';
import { sendToProject } from './project';

export type { SearchStatus } from '../../../src/search/SearchStatus';

export const readSearches = async (projectKey: string): Promise<readonly SearchStatus[]> =>
  (await sendToProject<{ readonly results: readonly SearchStatus[] }>(projectKey, '/search-indexes')).results;

/** Does nothing where such a job runs already. */
export const startReindexing = (projectKey: string, typeId: string): Promise<unknown> =>
  sendToProject(projectKey, '/search-indexes', { method: 'POST', body: { typeId } });
