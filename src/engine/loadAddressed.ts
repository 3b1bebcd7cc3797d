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

/** Reads the addressed resource from the store. */
export const loadAddressed = async (
  { store }: Reader,
  request: ResourceRequest,
  id: string,
): Promise<StoredResource> => {
  const body = await store.body(request.projectKey, request.resourceType.typeId, id);
  if (body === null) throw addressNotFound(request);
  const document = Document.open(body);
  const resource = request.resourceType.view(document);
  assertVisible(request, resource);
  return { document, resource };
};
