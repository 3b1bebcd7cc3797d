import { randomUUID } from 'node:crypto';
import { required } from '../base/errors/ApiError.js';
import type { Sealer } from '../store/Sealer.js';
import { withOwnTimes } from '../store/ChangeSet.js';
import type { DataStore } from '../store/DataStore.js';
import type { ProjectSettings } from './define/ProjectSettings.js';
import type { ResourceAccess } from './define/ResourceAccess.js';
import type { ResourceType } from './define/ResourceType.js';
import type { ExtensionCaller } from './ExtensionCall.js';
import { DocumentCache, ResourceCache } from './ResourceCache.js';
import { shareReads } from './SharedReads.js';

/** Everything that reads, queries and commits need; one per worker. */
export interface Engine extends ResourceAccess {
  readonly sealer: Sealer;
  readonly resourceTypes: ReadonlyMap<string, ResourceType>;
  /** The resource type of messages, which commits write. */
  readonly messageType: ResourceType;
  readonly resourceCache: ResourceCache;
  /** Absent where no API extensions exist. */
  readonly extensionCaller?: ExtensionCaller;
  /** Tells every process that a commit has revoked the tokens of a subject (ChangeSet). */
  notifyTokensRevoked?(projectKey: string, subject: string): Promise<void>;
}

export interface EngineOptions {
  readonly store: DataStore;
  readonly sealer: Sealer;
  readonly resourceTypes: readonly ResourceType[];
  readonly messageTypeId: string;
  readonly settings: (projectKey: string) => Promise<ProjectSettings>;
  readonly mayCall: Engine['mayCall'];
  readonly hasSearchModule: Engine['hasSearchModule'];
  readonly extensionCaller?: ExtensionCaller;
  readonly notifyTokensRevoked?: Engine['notifyTokensRevoked'];
  readonly resourceCacheBytesMax: number;
  readonly queryTimeoutMs: number;
}

/** Returns the engine with another clock, whose times may be earlier than others of the project. */
export const withClock = (engine: Engine, now: () => Date): Engine => ({
  ...engine,
  now,
  store: { ...engine.store, commit: changeSet => engine.store.commit(withOwnTimes(changeSet)) },
});

export const createEngine = ({
  resourceTypes: listed,
  messageTypeId,
  resourceCacheBytesMax,
  ...options
}: EngineOptions): Engine => {
  const resourceTypes = new Map(listed.map(resourceType => [resourceType.typeId, resourceType]));
  return {
    ...options,
    resourceTypes,
    messageType: required(resourceTypes.get(messageTypeId), `the resource type '${messageTypeId}'`),
    resourceCache: new ResourceCache(resourceCacheBytesMax),
    documentCache: new DocumentCache(),
    shared: shareReads(
      options.store,
      listed.filter(({ definition }) => definition.shared !== undefined).map(({ typeId }) => typeId),
    ),
    now: () => new Date(),
    newId: () => randomUUID(),
  };
};
