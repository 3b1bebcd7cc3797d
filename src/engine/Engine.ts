import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Sealer } from '../store/sealer.js';
import type { Store } from '../store/store.js';
import type { ProjectSettings } from './define/Context.js';
import type { DocumentSnapshot } from './document/Document.js';
import type { ExtensionCaller } from './commit/extensions.js';
import type { ResourceType } from './define/ResourceType.js';

/** A resource as this process saw it last. Never trusted: the commit checks its version. */
export interface CachedResource extends DocumentSnapshot {
  readonly version: number;
}

/** What the verbs work with; one a worker. */
export interface Engine {
  readonly store: Store;
  readonly sealer: Sealer;
  /** Resource types by typeId. */
  readonly resourceTypes: ReadonlyMap<string, ResourceType>;
  readonly resourceCache: LRUCache<string, CachedResource>;
  readonly queryTimeoutMs: number;
  /** Settings of a project, at most a second old. */
  settings(projectKey: string): Promise<ProjectSettings>;
  /** Who has a say before a commit; absent: nobody ever. */
  readonly extensionCaller?: ExtensionCaller;
  /** Tells every process whose tokens a commit ended (ChangeSet). */
  notifyTokensRevoked?(projectKey: string, subject: string): Promise<void>;
  now(): Date;
  newId(): string;
}

export interface EngineOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly resourceTypes: readonly ResourceType[];
  readonly settings: (projectKey: string) => Promise<ProjectSettings>;
  readonly extensionCaller?: ExtensionCaller;
  readonly notifyTokensRevoked?: Engine['notifyTokensRevoked'];
  /** Bytes of resources kept for their next update. */
  readonly resourceCacheBytesMax: number;
  readonly queryTimeoutMs: number;
}

/** What an entry takes beside the body, about. */
const entryBytes = 1_024;

export const createEngine = ({
  store,
  sealer,
  resourceTypes,
  settings,
  extensionCaller,
  notifyTokensRevoked,
  resourceCacheBytesMax,
  queryTimeoutMs,
}: EngineOptions): Engine => ({
  store,
  sealer,
  resourceTypes: new Map(resourceTypes.map(resourceType => [resourceType.typeId, resourceType])),
  resourceCache: new LRUCache({
    maxSize: resourceCacheBytesMax,
    sizeCalculation: ({ body }) => body.length + entryBytes,
  }),
  queryTimeoutMs,
  settings,
  extensionCaller,
  notifyTokensRevoked,
  now: () => new Date(),
  newId: () => randomUUID(),
});
