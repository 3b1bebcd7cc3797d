/**
 * Responses without a commit of their own, where replicas confirm changes: what they show may be a change that was
 * answered with a 503, since replicas did not confirm it, and a failover may lose it (docs/decisions/durability.md).
 */
import { ApiError } from '../../errors/ApiError.js';
import type { VersionCheck } from '../../store/ChangeSet.js';
import type { Document } from '../document/Document.js';
import type { StoredResource } from '../define/StoredResource.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest } from '../ResourceRequest.js';

type Confirming = Pick<Engine, 'store'>;

/** The response to an update that changes nothing; rejects where the resource is not stored as it was read. */
export const confirmUnchanged = async (
  { store }: Confirming,
  { projectKey, resourceType: { typeId } }: Pick<ResourceRequest, 'projectKey' | 'resourceType'>,
  { document, resource: { id, version, createdAt, lastModifiedAt } }: StoredResource,
): Promise<Document> => {
  const check: VersionCheck = { typeId, id, expectedVersion: version, expectedTimes: { createdAt, lastModifiedAt } };
  await store.confirm(projectKey, [check]);
  return document;
};

/**
 * Confirms a refusal that a client takes for the success of its earlier attempt: a creation that finds its key in use,
 * a deletion that finds nothing. Resolves to whether replicas were waited for.
 */
export const confirmRefusal = async (
  { store }: Confirming,
  { projectKey }: Pick<ResourceRequest, 'projectKey'>,
  error: unknown,
): Promise<boolean> => {
  const isSuccessBefore =
    error instanceof ApiError &&
    error.entries.some(({ code }) => code === 'DuplicateField' || code === 'ResourceNotFound');
  return isSuccessBefore && store.confirm(projectKey);
};
