/** The verb behind `POST /{projectKey}/orders/search`. */
import type { Response } from '../engine/request.js';
import { fail } from '../errors.js';
import type { Services } from '../services.js';

export interface SearchRequest { readonly projectKey: string; readonly body: Uint8Array }

export const searchOrders = async (_: Services, { projectKey }: SearchRequest): Promise<Response> => {
  throw fail('ResourceNotFound', { message: `No index was found for the project '${projectKey}'.` });
};
