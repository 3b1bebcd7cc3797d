import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Store } from '../store/store.js';
import type { ProjectSettings } from './context.js';
import type { Document } from './document.js';
import type { Room } from './room.js';

/** A resource as this process saw it last. Never trusted: the commit checks its version. */
export interface Remembered { readonly version: number; readonly document: Document }

/** What the verbs work with; one a worker. */
export interface Engine {
  readonly store: Store;
  /** Rooms by typeId. */
  readonly rooms: ReadonlyMap<string, Room>;
  readonly remembered: LRUCache<string, Remembered>;
  readonly queryTimeoutMs: number;
  /** Settings of a project, at most a second old. */
  settings(projectKey: string): Promise<ProjectSettings>;
  now(): Date;
  newId(): string;
}

export interface EngineOptions {
  readonly store: Store;
  readonly rooms: readonly Room[];
  readonly settings: (projectKey: string) => Promise<ProjectSettings>;
  /** Resources kept decoded. */
  readonly resourceCacheMax: number;
  readonly queryTimeoutMs: number;
}

export const createEngine = ({ store, rooms, settings, resourceCacheMax, queryTimeoutMs }: EngineOptions): Engine => ({
  store,
  rooms: new Map(rooms.map(room => [room.typeId, room])),
  remembered: new LRUCache({ max: resourceCacheMax }),
  queryTimeoutMs,
  settings,
  now: () => new Date(),
  newId: () => randomUUID(),
});
