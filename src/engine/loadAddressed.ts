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

/** The id of the addressed resource; throws ResourceNotFound for a key that no resource has. */
export const addressedId = async ({ store }: Reader, request: ResourceRequest): Promise<string> => {
  const { resourceType, projectKey } = request;
  const { field, value } = requestedAddress(request);
  if (field === 'id') return value;
  const id = await store.findId(projectKey, resourceType.typeId, field, value);
  if (id === null) throw addressNotFound(request);
  return id;
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
