/** The verb behind `HEAD /{projectKey}/orders/search`: whether orders can be searched now (SEARCH008). */
import type { Response } from '../engine/ResourceRequest.js';
import { fail } from '../errors/ApiError.js';
import type { Services } from '../services/services.js';
import { searchIndexPresence } from './indexingControl.js';

export const searchExists = async (services: Services, projectKey: string): Promise<Response> => {
  const { searchableIndexExists } = await searchIndexPresence(services, projectKey);
  if (!searchableIndexExists)
    throw fail('ResourceNotFound', { message: `No index was found for the project '${projectKey}'.` });
  return { status: 200, body: '' };
};
