import { limits } from '../../../base/config/limits.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { Engine } from '../../../engine/Engine.js';
import { assertExpectedVersion } from '../../../engine/commit/commit.js';
import { noChange } from '../../../engine/commit/changeSets.js';
import { commitUpdate } from '../../../engine/commit/pipeline.js';
import { removeResource } from '../../../engine/commit/removeResource.js';
import { loadRequested } from '../../../engine/loadRequested.js';
import { anyResourceMatches } from '../../../engine/query/queryResources.js';
import { readVersion } from '../../../engine/queryParameters.js';
import { ReferenceCollector, resolveReferences } from '../../../engine/references/resolveReferences.js';
import type { ResourceRequest, Response } from '../../../engine/ResourceRequest.js';
import type { ProductSelection } from './members.js';

/**
 * Deletes a product selection with its assignments. Those that are too many for one commit are deleted first, in
 * commits of the selection itself: a request that is cut off leaves a selection with fewer products.
 */
export const removeProductSelection = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { projectKey, resourceType } = request;
  let stored = await loadRequested(engine, request);
  const { id, productCount } = stored.resource as ProductSelection;
  if (productCount <= limits.assignmentsRemovedMax) return removeResource(engine, request);
  assertExpectedVersion(stored.resource, readVersion(request.query));
  const where = `productSelections(productSelection(id=${JSON.stringify(id)}))`;
  if (await anyResourceMatches(engine, projectKey, 'store', { where }))
    throw fail('ReferenceExists', { typeId: resourceType.typeId, verb: 'delete' });
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  while ((stored.resource as ProductSelection).productCount > limits.assignmentsRemovedMax) {
    const change = { ...noChange, requestedEffects: { removeAssignments: true } };
    const document = await commitUpdate(engine, { kind: 'update', request, context, stored }, change);
    stored = { document, resource: resourceType.view(document) };
  }
  const query = new URLSearchParams(request.query);
  query.set('version', String(stored.resource.version));
  return removeResource(engine, { ...request, query });
};
