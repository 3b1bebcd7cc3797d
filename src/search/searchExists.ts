import type { Response } from '../engine/ResourceRequest.js';
import { fail } from '../errors/ApiError.js';
import { activationHint } from './activationHint.js';
import { type IndexingControlServices, searchIndexPresence } from './indexingControl.js';

/** Answers `HEAD /{projectKey}/orders/search`: whether the orders of the project can be searched (SEARCH008). */
export const searchExists = async (services: IndexingControlServices, projectKey: string): Promise<Response> => {
  const { searchableIndexExists } = await searchIndexPresence(services, projectKey);
  if (!searchableIndexExists)
    throw fail('ResourceNotFound', {
      message: `No index was found for the project '${projectKey}'. ${activationHint(projectKey)}`,
    });
  return { status: 200, body: '' };
};
