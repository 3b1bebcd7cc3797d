import { WorkTime } from '../../base/shedding/WorkTime.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { parseQueryParameters } from './parseQueryParameters.js';
import { renderExpandedPage } from './renderPage.js';
import { sourcesOf, watchNamed, watchRequested } from './responseSources.js';
import { runQuery } from './runQuery.js';
import { visibilityConditions } from './visibilityConditions.js';
import { loadRequested, locatedId } from '../loadRequested.js';
import { shownBody } from '../visibility.js';
import { expandReferences, neededMembers } from '../references/expandReferences.js';
import { required } from '../../base/errors/ApiError.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';

/** GET on a collection: a page of the resources that match (GEN041 to GEN063). Runs in a worker, in bounded steps. */
export const queryResources = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const query = parseQueryParameters(
    request.query,
    visibilityConditions(request),
    request.resourceType.fieldShape(request.own),
  );
  const sources = await watchNamed(engine, sourcesOf(engine, request), request, query);
  const needed = await neededMembers(engine, request, sources);
  const deadline = new WorkTime(request.projectKey, engine.queryTimeoutMs, { mayMove: true });
  const page = await runQuery(engine, request, query, deadline);
  const body = await renderExpandedPage(engine, request, query, page, Promise.resolve(needed), sources);
  return { status: 200, body, validity: sources?.validity() };
};

/**
 * GET of one resource with expansion, or of its published data alone; otherwise the main thread reads it itself
 * (src/http).
 */
export const readResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const sources = sourcesOf(engine, request);
  const needed = await neededMembers(engine, request, sources);
  const id = await locatedId(engine, request);
  await watchRequested(sources, request, id);
  const { document, resource } = await loadRequested(engine, request, id);
  const body = await expandReferences(
    engine,
    request,
    shownBody(request, document.body),
    Promise.resolve(needed),
    sources,
  );
  return { status: 200, body, validity: resource.id === id ? sources?.validity() : undefined };
};

/** Tells whether a project has a resource that satisfies a predicate; `parameters` are `where` and its variables. */
export const anyResourceMatches = async (
  access: ResourceAccess,
  projectKey: string,
  typeId: string,
  parameters: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const resourceType = required(access.resourceTypes.get(typeId), `the resource type ${typeId}`);
  const query = parseQueryParameters(new URLSearchParams({ ...parameters, limit: '1', withTotal: 'false' }), []);
  return (await runQuery(access, { resourceType, projectKey }, query)).bodies.length > 0;
};
