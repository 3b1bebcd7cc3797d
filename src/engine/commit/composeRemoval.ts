import type { ChangeSet, ResourceWrite } from '../../store/ChangeSet.js';
import type { Target } from '../../store/target.js';
import type { Base } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';
import { exclusiveDelta } from '../references/exclusiveDelta.js';
import { referenceDelta } from '../references/referenceDelta.js';
import { expiresAtMsOf } from '../retention.js';
import { customFieldDelta } from './customFieldDelta.js';
import { indexDelta } from './indexDelta.js';
import { uniqueDelta } from './uniqueDelta.js';

/** Deletes one resource in the version that was read. */
export const deletionWrite = (resourceType: ResourceType, resource: Base, retryIfStale?: boolean): ResourceWrite => ({
  typeId: resourceType.typeId,
  id: resource.id,
  expectedVersion: resource.version,
  retryIfStale,
  createdAtMs: Date.parse(resource.createdAt),
  hasTimeOrderedId: resourceType.hasTimeOrderedIds,
  lastModifiedAtMs: resourceType.isImmutable ? undefined : Date.parse(resource.lastModifiedAt),
  unique: uniqueDelta(resourceType, resource, undefined),
  indexes: indexDelta(resourceType, resource, undefined),
  customFields: customFieldDelta(resourceType, resource, undefined),
  exclusive: exclusiveDelta(resourceType, resource, undefined),
  unreferenced: true,
  expiresAtMs: expiresAtMsOf(resourceType, resource),
  markedForIndexing: resourceType.definition.searched,
});

/**
 * The change set that deletes resources of one type, all or none, each in the version that was read. A stale version is
 * an error for the client; with `retryIfStale` it is a StaleReadError.
 */
export const composeRemoval = (
  { newId }: Pick<Engine, 'newId'>,
  projectKey: string,
  resourceType: ResourceType,
  resources: readonly Base[],
  retryIfStale?: boolean,
): ChangeSet => {
  const references = new Map<Target, number>();
  for (const resource of resources)
    for (const [target, delta] of referenceDelta(resourceType, resource, undefined))
      references.set(target, (references.get(target) ?? 0) + delta);
  return {
    commitId: newId(),
    projectKey,
    writes: resources.map(resource => deletionWrite(resourceType, resource, retryIfStale)),
    references,
  };
};
