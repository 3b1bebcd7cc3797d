import { fail } from '../errors/ApiError.js';
import type { Base } from './define/defineResource.js';
import { Document } from './document/Document.js';
import type { Engine } from './Engine.js';
import type { ResourceRequest } from './ResourceRequest.js';
import { isVisible } from './visibility.js';

/** A stored resource, opened. */
export interface StoredResource {
  readonly document: Document;
  readonly resource: Base;
}

/** What was looked for, as far as a message tells it. */
interface Sought {
  readonly typeId: string;
  readonly field: string;
  readonly value: string;
  readonly storeKey?: string;
}

/** ERR016; the message names what was looked for. */
export const resourceNotFound = ({ typeId, field, value, storeKey }: Sought) =>
  fail('ResourceNotFound', {
    message: `The ${typeId} with ${field} '${value.slice(0, 256)}' was not found${storeKey === undefined ? '' : ` in the store '${storeKey}'`}.`,
  });

const missing = ({ resourceType, address, storeKey }: ResourceRequest) =>
  resourceNotFound({ typeId: resourceType.typeId, ...address!, storeKey });

/** The id a request speaks of; ResourceNotFound when a key leads nowhere. */
export const addressedId = async (engine: Engine, request: ResourceRequest): Promise<string> => {
  const { resourceType, projectKey } = request;
  const { field, value } = request.address!;
  if (field === 'id') return value;
  const id = await engine.store.findId(projectKey, resourceType.typeId, field, value);
  if (id === null) throw missing(request);
  return id;
};

/** Hides what the path does not show. */
export const assertVisible = (request: ResourceRequest, resource: Base): void => {
  if (!isVisible(request, resource)) throw missing(request);
};

/** Reads the addressed resource from the store. */
export const loadAddressed = async (engine: Engine, request: ResourceRequest, id: string): Promise<StoredResource> => {
  const body = await engine.store.body(request.projectKey, request.resourceType.typeId, id);
  if (body === null) throw missing(request);
  const document = Document.open(body);
  const resource = request.resourceType.view(document);
  assertVisible(request, resource);
  return { document, resource };
};
