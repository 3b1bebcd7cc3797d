import { limits } from '../../base/config/limits.js';
import { keys } from '../../store/keys.js';
import type { DataStore } from '../../store/DataStore.js';

/** The name that stands for a resource of a type whose responses can be kept; its commits stamp it. */
export const resourceStamp = (typeId: string, id: string): string => `${typeId}:${id}`;

/**
 * The name that the project stamps, with its creation. All that is kept depends on it: the stamps of a deleted project
 * are gone, and those of resources would be the same in a new one with its key.
 */
export const projectStamp = 'project';

/** What must still be so for a response to be sent again. */
export interface ResponseValidity {
  /** Keys of the store, and the text that each has; null for one that does not exist. */
  readonly keys: readonly string[];
  readonly texts: readonly (string | null)[];
  /** The time from which the response would be another one though nothing changes; absent: never. */
  readonly endsAtMs?: number;
}

/**
 * Collects what a response is made from. The response may be sent again as long as none of it has changed: each name is
 * watched before what it stands for is read.
 */
export class ResponseSources {
  readonly #texts = new Map<string, string | null>();
  #endsAtMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly store: Pick<DataStore, 'stamps'>,
    private readonly projectKey: string,
  ) {}

  /** Sources that begin with what is noted here. */
  copy(): ResponseSources {
    const copy = new ResponseSources(this.store, this.projectKey);
    for (const [key, text] of this.#texts) copy.#texts.set(key, text);
    copy.#endsAtMs = this.#endsAtMs;
    return copy;
  }

  /** Notes the stamps of names (ResourceDefinition.stamps, resourceStamp). */
  async watch(names: readonly string[]): Promise<void> {
    const found = await this.store.stamps(this.projectKey, names);
    names.forEach((name, at) => {
      this.#add(keys.stamp(this.projectKey, name), found[at] ?? null);
    });
  }

  /** Notes the resource that a unique value leads to, or that there is none. */
  watchUnique(typeId: string, field: string, value: string, id: string | null): void {
    this.#add(keys.unique(this.projectKey, typeId, field, value), id);
  }

  /** Notes a time at which something that was read begins or ceases to be valid. */
  expireAt(time: string): void {
    this.#endsAtMs = Math.min(this.#endsAtMs, Date.parse(time));
  }

  /** Undefined where the response is made from too much to be compared. */
  validity(): ResponseValidity | undefined {
    if (this.#texts.size > limits.keptResponseSourcesMax) return undefined;
    const endsAtMs = Number.isFinite(this.#endsAtMs) ? this.#endsAtMs : undefined;
    return { keys: [...this.#texts.keys()], texts: [...this.#texts.values()], endsAtMs };
  }

  /** What was noted first stays: a later text may be newer than what was read. */
  #add(key: string, text: string | null): void {
    if (!this.#texts.has(key)) this.#texts.set(key, text);
  }
}
