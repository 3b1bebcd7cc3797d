import { LRUCache } from 'lru-cache';
import { limits } from '../config/limits.js';
import type { ExtensionIdentity, ExtensibleAction } from '../engine/ExtensionCall.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import type { ExtensionSecret } from '../resources/extension/destination.js';
import type { Extension } from '../resources/extension/members.js';
import type { Trigger } from '../resources/extension/triggers.js';
import type { Sealer, SealPlace } from '../store/Sealer.js';
import type { Store } from '../store/Store.js';
import { lazyCondition } from './lazyCondition.js';
import { entryLimit } from '../memory/entryLimit.js';

/** A trigger whose condition can be evaluated. */
export interface CompiledTrigger {
  readonly appliesTo: (typeId: string, action: ExtensibleAction) => boolean;
  /** Absent where the trigger has no condition. Throws the error of a condition that cannot be evaluated. */
  readonly matches?: (resourceType: ResourceType, resource: unknown) => boolean;
}

/** An extension of a project, ready to be called. */
export interface RegisteredExtension {
  readonly identity: ExtensionIdentity;
  readonly url: string;
  readonly timeoutMs: number;
  readonly includesOldResource: boolean;
  /** Throws when the headers were sealed with another key. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly triggers: readonly CompiledTrigger[];
}

/** Extensions may be this old: one process changes them, and all others read them again. */
const cachedMs = 1_000;
const projectsMax = 10_000;
/** More than a project may have, for the case that several were created at the same moment. */
const loadedMax = 2 * limits.extensionsMax;

const compileTrigger = (
  { resourceTypeId, actions, condition }: Trigger,
  identity: ExtensionIdentity,
): CompiledTrigger => ({
  appliesTo: (typeId, action) => resourceTypeId === typeId && actions.includes(action),
  matches: condition === undefined ? undefined : lazyCondition(condition, identity),
});

const prepareExtension = (
  sealer: Sealer,
  body: Buffer,
  sealed: Buffer | null,
  projectKey: string,
): RegisteredExtension => {
  const extension = JSON.parse(body.toString()) as Extension;
  const { id, key, destination, timeoutInMs = limits.extensionMs, additionalContext, triggers } = extension;
  const identity: ExtensionIdentity = { id, ...(key !== undefined && { key }) };
  const place: SealPlace = { projectKey, typeId: 'extension', id };
  return {
    identity,
    url: destination.url,
    timeoutMs: timeoutInMs,
    includesOldResource: additionalContext?.includeOldResource === true,
    headers: () => (sealed === null ? {} : (sealer.open(sealed, place) as ExtensionSecret).headers),
    triggers: triggers.map(trigger => compileTrigger(trigger, identity)),
  };
};

/** Caches the extensions of projects; concurrent requests for one project share one read. */
export class RegisteredExtensions {
  readonly #extensions = new LRUCache<string, Promise<readonly RegisteredExtension[]>>({
    ...entryLimit(projectsMax),
    ttl: cachedMs,
  });

  constructor(
    private readonly store: Store,
    private readonly sealer: Sealer,
  ) {}

  /** Resolves to the extensions in the order of their creation. */
  get(projectKey: string): Promise<readonly RegisteredExtension[]> {
    const cached = this.#extensions.get(projectKey);
    if (cached !== undefined) return cached;
    const loading = this.#load(projectKey);
    this.#extensions.set(projectKey, loading);
    // The callers that wait for the load get the error; the next call loads again.
    loading.catch(() => this.#extensions.delete(projectKey));
    return loading;
  }

  /** Lets the next request read the store. */
  delete(projectKey: string): void {
    this.#extensions.delete(projectKey);
  }

  async #load(projectKey: string): Promise<readonly RegisteredExtension[]> {
    const { store, sealer } = this;
    const ids = await store.idsInRange(projectKey, 'extension', { by: 'createdAt' }, { from: 0, to: loadedMax });
    if (ids.length === 0) return [];
    const [bodies, sealed] = await Promise.all([
      store.bodies(projectKey, 'extension', ids),
      Promise.all(ids.map(id => store.hidden(projectKey, 'extension', id))),
    ]);
    return bodies.flatMap((body, index) =>
      body === null ? [] : [prepareExtension(sealer, body, sealed[index] ?? null, projectKey)],
    );
  }
}
