import { required } from '../errors/required.js';
import type { Base } from './define/Base.js';
import type { ResourceAccess } from './define/ResourceAccess.js';
import type { StoredResource } from './define/StoredResource.js';
import { Document } from './document/Document.js';
import { resourceNotFound } from './resourceNotFound.js';
import type { Address, ResourceRequest } from './ResourceRequest.js';
import { isVisible } from './visibility.js';

type Reader = Pick<ResourceAccess, 'store'>;

const requestedAddress = ({ address, resourceType }: ResourceRequest): Address =>
  required(address, `the address of the ${resourceType.typeId}`);

const addressNotFound = (request: ResourceRequest) =>
  resourceNotFound({
    typeId: request.resourceType.typeId,
    ...requestedAddress(request),
    storeKey: request.storeKey,
  });

const findAddressedId = async ({ store }: Reader, request: ResourceRequest, address: Address): Promise<string> => {
  const id = await store.findId(request.projectKey, request.resourceType.typeId, address.field, address.value);
  if (id === null) throw addressNotFound(request);
  return id;
};

/**
 * The id of the addressed resource; rejects with ResourceNotFound for a key that no resource has. Most requests name the
 * id: they need no promise.
 */
export const addressedId = (reader: Reader, request: ResourceRequest): string | Promise<string> => {
  const address = requestedAddress(request);
  return address.field === 'id' ? address.value : findAddressedId(reader, request, address);
};

/** Throws ResourceNotFound for a resource that the path does not show. */
export const assertVisible = (request: ResourceRequest, resource: Base): void => {
  if (!isVisible(request, resource)) throw addressNotFound(request);
};

/** How often a key is looked up that moves from resource to resource meanwhile. */
export const addressLooksMax = 5;

/** Whether a resource still has the key or the number that the request names. */
export const hasAddress = (request: ResourceRequest, resource: Base): boolean => {
  const { field, value } = requestedAddress(request);
  return isAddressedBy(request.resourceType, resource, field, value);
};

/** Whether a resource has a value by which it can be addressed: in a member, or as a computed unique value. */
export const isAddressedBy = (
  { definition: { unique = [], claims } }: ResourceRequest['resourceType'],
  resource: Base,
  field: string,
  value: string,
): boolean => {
  if ((unique as readonly string[]).includes(field))
    return (resource as unknown as Record<string, unknown>)[field] === value;
  // Published data may lack a value that leads to the resource by its staged data.
  if (field === 'id' || claims === undefined) return true;
  return claims(resource).some(claim => claim.path === field && claim.value === value);
};

/**
 * Reads the addressed resource from the store. A key may move to another resource between its look-up and the read: it
 * is looked up again where the resource does not have it.
 */
export const loadAddressed = async (
  reader: Reader,
  request: ResourceRequest,
  knownId?: string,
): Promise<StoredResource> => {
  const address = requestedAddress(request);
  const { projectKey, resourceType } = request;
  let id = knownId ?? (await addressedId(reader, request));
  for (let looks = 1; ; looks++) {
    const body = await reader.store.body(projectKey, resourceType.typeId, id);
    const document = body === null ? undefined : Document.open(body);
    const resource = document && resourceType.view(document);
    if (resource !== undefined && hasAddress(request, resource)) {
      assertVisible(request, resource);
      return { document: document!, resource };
    }
    if (address.field === 'id' || looks === addressLooksMax) throw addressNotFound(request);
    id = await findAddressedId(reader, request, address);
  }
};
