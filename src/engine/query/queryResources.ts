import type { Engine } from '../Engine.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { parseQueryParameters } from './parseQueryParameters.js';
import { renderExpandedPage } from './renderPage.js';
import { runQuery } from './runQuery.js';
import { visibilityConditions } from './visibilityConditions.js';

/** GET on a collection: a page of the resources that match (GEN041 to GEN063). Runs in a worker, in bounded steps. */
export const queryResources = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const query = parseQueryParameters(request.query, visibilityConditions(request), request.resourceType.fieldShape());
  const page = await runQuery(engine, request, query);
  return { status: 200, body: await renderExpandedPage(engine, request, query, page) };
};
