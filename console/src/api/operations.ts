/** The indexes of a project's searches. */
import type { SearchStatus } from '../../../src/search/SearchStatus';
import { sendToProject } from './project';

export type { SearchStatus } from '../../../src/search/SearchStatus';

export const readSearches = async (projectKey: string): Promise<readonly SearchStatus[]> =>
  (await sendToProject<{ readonly results: readonly SearchStatus[] }>(projectKey, '/search-indexes')).results;

/** Starts a new build of an index; does nothing if such a job is already running. */
export const startReindexing = (projectKey: string, typeId: string): Promise<unknown> =>
  sendToProject(projectKey, '/search-indexes', { method: 'POST', body: { typeId } });
