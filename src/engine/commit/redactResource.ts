/** Removes personal data from a resource that stays, and deletes its messages and its history (GEN070). */
import type { Base, StoredResource } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';
import { loadStored } from '../loadResources.js';
import { ReferenceCollector, resolveReferences } from '../references/resolveReferences.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { noChange } from './changeSets.js';
import { retryOnStaleRead } from './commit.js';
import { composeRemoval } from './companionWrites.js';
import { composeUpdate } from './compose.js';
import { erasureWrites, searchesOf } from './removeResource.js';
import type { ChangeSet } from '../../store/ChangeSet.js';

type Request = Pick<ResourceRequest, 'projectKey' | 'client'>;

/** Returns the members to change, including those that the engine sets, or `remove` to delete the resource. */
export type Redact = (resource: Base) => Readonly<Record<string, unknown>> | 'remove';

const composeRedaction = async (
  engine: Engine,
  { projectKey, client }: Request,
  resourceType: ResourceType,
  stored: StoredResource,
  redact: Redact,
): Promise<ChangeSet> => {
  const changes = redact(stored.resource);
  if (changes === 'remove') return composeRemoval(engine, projectKey, resourceType, [stored.resource], true);
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  const request = { resourceType, client, projectKey };
  const { changeSet } = composeUpdate(engine, request, stored, { ...noChange, changes }, context);
  return { ...changeSet, writes: changeSet.writes.map(write => ({ ...write, retryIfStale: true })) };
};

/** Redacts a resource in one commit with its messages and its history. Sends no message, calls no API extension. */
export const redactResource = async (
  engine: Engine,
  request: Request,
  resourceType: ResourceType,
  id: string,
  redact: Redact,
): Promise<void> => {
  const { projectKey } = request;
  const { typeId, definition } = resourceType;
  await retryOnStaleRead(async () => {
    const stored = await loadStored(engine, projectKey, typeId, id);
    if (stored === undefined) return;
    const changeSet = await composeRedaction(engine, request, resourceType, stored, redact);
    await engine.store.commit({
      ...changeSet,
      erasedFrom: searchesOf(definition),
      erasedHistory: { typeId, id },
      writes: [...changeSet.writes, ...(await erasureWrites(engine, projectKey, stored.resource))],
    });
  });
  engine.resourceCache.delete(projectKey, typeId, id);
};
