/** The extensions of a project, ready to be called, through a cache. */
import { LRUCache } from 'lru-cache';
import { limits } from '../config/limits.js';
import type { ExtensionIdentity, ExtensibleAction } from '../engine/ExtensionCall.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import type { ExtensionSecret } from '../resources/extension/destination.js';
import type { Extension } from '../resources/extension/members.js';
import type { Trigger } from '../resources/extension/triggers.js';
import type { Sealer } from '../store/Sealer.js';
import type { Store } from '../store/Store.js';
import { lazyCondition } from './lazyCondition.js';

export interface RegisteredExtension {
  readonly by: ExtensionIdentity;
  readonly url: string;
  readonly timeoutMs: number;
  readonly includesOld: boolean;
  /** Throws when it was sealed with another key. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly triggers: readonly ReadyTrigger[];
}

export interface ReadyTrigger {
  isFor(typeId: string, action: ExtensibleAction): boolean;
  /** Absent: always. Throws the refusal of a condition that cannot be evaluated. */
  readonly matches?: (resourceType: ResourceType, resource: unknown) => boolean;
}

/** Extensions may be this old: one process changes them, all others follow. */
const freshMs = 1_000;
const projectsMax = 10_000;
/** More than a project may have, in case that some came at the same moment. */
const loadedMax = 2 * limits.extensionsMax;

const readyTrigger = ({ resourceTypeId, actions, condition }: Trigger, by: ExtensionIdentity): ReadyTrigger => ({
  isFor: (typeId, action) => resourceTypeId === typeId && actions.includes(action),
  matches: condition === undefined ? undefined : lazyCondition(condition, by),
});

type Place = Parameters<Sealer['open']>[1];

const ready = (sealer: Sealer, body: Buffer, sealed: Buffer | null, projectKey: string): RegisteredExtension => {
  const {
    id,
    key,
    destination,
    timeoutInMs = limits.extensionMs,
    additionalContext,
    triggers,
  } = JSON.parse(body.toString()) as Extension;
  const by: ExtensionIdentity = { id, ...(key !== undefined && { key }) };
  const place: Place = { projectKey, typeId: 'extension', id };
  return {
    by,
    url: destination.url,
    timeoutMs: timeoutInMs,
    includesOld: additionalContext?.includeOldResource === true,
    headers: () => (sealed === null ? {} : (sealer.open(sealed, place) as ExtensionSecret).headers),
    triggers: triggers.map(trigger => readyTrigger(trigger, by)),
  };
};

const load = async (store: Store, sealer: Sealer, projectKey: string): Promise<readonly RegisteredExtension[]> => {
  const ids = await store.idsInRange(projectKey, 'extension', { by: 'createdAt' }, { from: 0, to: loadedMax });
  if (ids.length === 0) return [];
  const [bodies, sealed] = await Promise.all([
    store.bodies(projectKey, 'extension', ids),
    Promise.all(ids.map(id => store.hidden(projectKey, 'extension', id))),
  ]);
  return bodies.flatMap((body, index) => (body === null ? [] : [ready(sealer, body, sealed[index]!, projectKey)]));
};

export interface RegisteredExtensions {
  /** In the order of their creation; concurrent requests for one project share one read. */
  get(projectKey: string): Promise<readonly RegisteredExtension[]>;
  /** The next request reads anew. */
  delete(projectKey: string): void;
}

export const createRegistered = (store: Store, sealer: Sealer): RegisteredExtensions => {
  const cache = new LRUCache<string, Promise<readonly RegisteredExtension[]>>({ max: projectsMax, ttl: freshMs });
  return {
    get: projectKey => {
      const cached = cache.get(projectKey);
      if (cached !== undefined) return cached;
      const loading = load(store, sealer, projectKey);
      cache.set(projectKey, loading);
      loading.catch(() => cache.delete(projectKey));
      return loading;
    },
    delete: projectKey => {
      cache.delete(projectKey);
    },
  };
};
