import { required } from '../base/errors/ApiError.js';
import type { Base, StoredResource } from './define/Base.js';
import type { ResourceAccess } from './define/ResourceAccess.js';
import { Document } from './document/Document.js';
import { resourceNotFound } from './loadResources.js';
import type { Locator, ResourceRequest } from './ResourceRequest.js';
import { isVisible } from './visibility.js';

type Reader = Pick<ResourceAccess, 'store'>;

const requestedLocator = ({ locator, resourceType }: ResourceRequest): Locator =>
  required(locator, `the locator of the ${resourceType.typeId}`);

const addressNotFound = (request: ResourceRequest) =>
  resourceNotFound({
    typeId: request.resourceType.typeId,
    ...requestedLocator(request),
    storeKey: request.storeKey,
  });

const findLocatedId = async ({ store }: Reader, request: ResourceRequest, locator: Locator): Promise<string> => {
  const { projectKey, resourceType } = request;
  const lookup = resourceType.definition.otherAddresses?.lookup;
  const id =
    lookup?.fields.includes(locator.field) === true
      ? await lookup.find({ store }, request, locator.field, locator.value)
      : await store.findId(projectKey, resourceType.typeId, locator.field, locator.value);
  if (id === null) throw addressNotFound(request);
  return id;
};

/**
 * The id of the requested resource; rejects with ResourceNotFound for a key that no resource has. Most requests name
 * the id: they need no promise.
 */
export const locatedId = (reader: Reader, request: ResourceRequest): string | Promise<string> => {
  const locator = requestedLocator(request);
  return locator.field === 'id' ? locator.value : findLocatedId(reader, request, locator);
};

/** Throws ResourceNotFound for a resource that the path does not show. */
export const assertVisible = (request: ResourceRequest, resource: Base): void => {
  if (!isVisible(request, resource)) throw addressNotFound(request);
};

/** Bounds the look-ups of a key that moves from resource to resource meanwhile. */
export const locatorReadsMax = 5;

/** Tells whether a resource still has the key or the number that the request names. */
export const hasLocator = (request: ResourceRequest, resource: Base): boolean => {
  const { field, value } = requestedLocator(request);
  return isLocatedBy(request.resourceType, resource, field, value);
};

/** Tells whether a resource has a value by which it is addressed: in a member, or as a computed unique value. */
export const isLocatedBy = (
  { definition: { unique = [], claims, otherAddresses } }: ResourceRequest['resourceType'],
  resource: Base,
  field: string,
  value: string,
): boolean => {
  if ((unique as readonly string[]).includes(field))
    return (resource as unknown as Record<string, unknown>)[field] === value;
  // Published data may lack a value that leads to the resource by its staged data.
  if (field === 'id' || claims?.values === undefined || otherAddresses?.lookup?.fields.includes(field) === true)
    return true;
  return claims.values(resource).some(claim => claim.path === field && claim.value === value);
};

/**
 * Reads the requested resource from the store. A key may move to another resource between its look-up and the read: it
 * is looked up again where the resource does not have it.
 */
export const loadRequested = async (
  reader: Reader,
  request: ResourceRequest,
  knownId?: string,
): Promise<StoredResource> => {
  const locator = requestedLocator(request);
  const { projectKey, resourceType } = request;
  let id = knownId ?? (await locatedId(reader, request));
  for (let attempts = 1; ; attempts++) {
    const body = await reader.store.body(projectKey, resourceType.typeId, id);
    const document = body === null ? undefined : Document.open(body);
    const resource = document && resourceType.view(document);
    if (resource !== undefined && hasLocator(request, resource)) {
      assertVisible(request, resource);
      return { document: document!, resource };
    }
    if (locator.field === 'id' || attempts === locatorReadsMax) throw addressNotFound(request);
    id = await findLocatedId(reader, request, locator);
  }
};
