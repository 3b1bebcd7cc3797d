/** Notes what the response to a request is made from, where it may be kept (define/ResponseSources.ts). */
import { limits } from '../../base/config/limits.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { projectStamp, resourceStamp, ResponseSources } from '../define/ResponseSources.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { indexConditions } from './indexConditions.js';
import type { ParsedQuery } from './parseQueryParameters.js';

type Reader = Pick<ResourceAccess, 'store'>;

/** The sources of a response; undefined for one that is not kept. */
export const sourcesOf = (
  { store }: Reader,
  { projectKey, resourceType, query }: ResourceRequest,
): ResponseSources | undefined =>
  resourceType.definition.derived?.responseMembers?.tellsSources !== true || query.has('expand')
    ? undefined
    : new ResponseSources(store, projectKey);

/** Notes the requested resource, before it is read. */
export const watchRequested = async (
  sources: ResponseSources | undefined,
  { resourceType: { typeId }, locator }: ResourceRequest,
  id: string,
): Promise<void> => {
  if (sources === undefined) return;
  if (locator !== undefined && locator.field !== 'id') sources.watchUnique(typeId, locator.field, locator.value, id);
  await sources.watch([projectStamp, resourceStamp(typeId, id)]);
};

/**
 * Notes the resources that a query names by ids or by unique values, matching or not, before they are read; undefined
 * for a query that others may match too.
 */
export const watchNamed = async (
  { store }: Reader,
  sources: ResponseSources | undefined,
  { projectKey, resourceType, publishedOnly }: ResourceRequest,
  { predicate, projectNames = [] }: ParsedQuery,
): Promise<ResponseSources | undefined> => {
  const { named } = indexConditions(resourceType, predicate, undefined, publishedOnly);
  if (sources === undefined || named === undefined || projectNames.length > 0) return undefined;
  const all = [named, ...(named.or ?? [])];
  const count = all.reduce((sum, { values }) => sum + values.length, 0);
  if (count > limits.keptResponseSourcesMax || all.some(({ heldTypeId }) => heldTypeId !== undefined)) return undefined;
  const { typeId } = resourceType;
  const ids = new Set<string>();
  for (const { field, values } of all) {
    const found = field === 'id' ? values : await store.findIds(projectKey, typeId, field, values);
    found.forEach((id, at) => {
      if (field !== 'id') sources.watchUnique(typeId, field, values[at]!, id);
      if (id !== null) ids.add(id);
    });
  }
  await sources.watch([projectStamp, ...[...ids].map(id => resourceStamp(typeId, id))]);
  return sources;
};
