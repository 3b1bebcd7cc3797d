import type { Response } from '../engine/ResourceRequest.js';
import { type IndexingControlServices, searchIndexPresence } from './indexingControl.js';
import { noSearchIndex } from './withIndex.js';

/** Answers `HEAD …/search`, which tells whether the resources of the project can be searched (SEARCH008). */
export const searchExists = async (services: IndexingControlServices, projectKey: string): Promise<Response> => {
  const { searchableIndexExists } = await searchIndexPresence(services, projectKey);
  if (!searchableIndexExists) throw noSearchIndex(services.search, projectKey);
  return { status: 200, body: '' };
};
