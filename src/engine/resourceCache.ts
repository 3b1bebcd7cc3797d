import type { Base } from './define/defineResource.js';
import { Document } from './document/Document.js';
import type { Engine } from './Engine.js';
import type { ResourceType } from './define/ResourceType.js';

const nameOf = (projectKey: string, resourceType: ResourceType, id: string): string =>
  `${projectKey}/${resourceType.typeId}/${id}`;

/** A text of its own: one cut out of a body's text would keep all of that. */
const apart = (text: string): string => Buffer.from(text).toString();

/** Small buffers are pieces of a larger one, which each of them would keep. */
const ownBytes = (body: Buffer): Buffer => {
  if (body.buffer.byteLength <= 2 * body.length) return body;
  const own = Buffer.allocUnsafeSlow(body.length);
  own.set(body);
  return own;
};

/** Keeps a resource's bytes for the next update of it: they lie outside the heap, where the collector does not copy them. */
export const cacheResource = (
  engine: Engine,
  projectKey: string,
  resourceType: ResourceType,
  { id, version }: Base,
  document: Document,
): void => {
  const { body, spans } = document.snapshot;
  engine.resourceCache.set(nameOf(projectKey, resourceType, apart(id)), { version, body: ownBytes(body), spans });
};

/** The resource as it was last seen here, if that is the version the client speaks of. */
export const cachedDocument = (
  engine: Engine,
  projectKey: string,
  resourceType: ResourceType,
  id: string,
  version: number,
): Document | undefined => {
  const remembered = engine.resourceCache.get(nameOf(projectKey, resourceType, id));
  return remembered?.version === version ? Document.open(remembered.body, remembered.spans) : undefined;
};

export const uncacheResource = (engine: Engine, projectKey: string, resourceType: ResourceType, id: string): void => {
  engine.resourceCache.delete(nameOf(projectKey, resourceType, id));
};
