import type { Response } from '../engine/ResourceRequest.js';
import { fail } from '../base/errors/ApiError.js';
import { type IndexingControlServices, searchIndexPresence } from './indexingControl.js';

/** Answers `HEAD …/search`: whether the resources of the project can be searched (SEARCH008). */
export const searchExists = async (services: IndexingControlServices, projectKey: string): Promise<Response> => {
  const { searchableIndexExists } = await searchIndexPresence(services, projectKey);
  if (!searchableIndexExists)
    throw fail('ResourceNotFound', {
      message: `No index was found for the project '${projectKey}'. ${services.search.type.activationHint(projectKey)}`,
    });
  return { status: 200, body: '' };
};
