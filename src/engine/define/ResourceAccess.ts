import type { DocumentCache } from '../ResourceCache.js';
import type { SharedReads } from '../SharedReads.js';
import type { DataStore } from '../../store/DataStore.js';
import type { ProjectSettings } from './ProjectSettings.js';
import type { ResourceSchema } from './ResourceSchema.js';

/** The part of the engine that hooks of resource types use: they read resources, the commit pipeline writes them. */
export interface ResourceAccess {
  readonly store: DataStore;
  readonly resourceTypes: ReadonlyMap<string, ResourceSchema>;
  readonly documentCache: DocumentCache;
  /** Returns the shared resources of a project that the thread keeps; none is older than this call. */
  shared(projectKey: string): Promise<SharedReads>;
  readonly queryTimeoutMs: number;
  /** Settings of a project, at most a second old. */
  settings(projectKey: string): Promise<ProjectSettings>;
  /** Tells whether the server may call this URL of another service, judged by its text. */
  mayCall(url: string): boolean;
  /** Tells whether the Redis of the project has the search module. */
  hasSearchModule(projectKey: string): Promise<boolean>;
  now(): Date;
  newId(): string;
}
