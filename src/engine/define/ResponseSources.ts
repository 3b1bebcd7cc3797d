import { limits } from '../../base/config/limits.js';
import { keys } from '../../store/keys.js';
import type { DataStore } from '../../store/DataStore.js';

/** The name that stands for a resource of a type whose responses can be kept; its commits stamp it. */
export const resourceStamp = (typeId: string, id: string): string => `${typeId}:${id}`;

/**
 * The name that the creation of a project stamps. All kept values depend on it: a deleted project has no stamps, and
 * without this one the stamps of resources would be the same in a new project with its key.
 */
export const projectStamp = 'project';

/** The conditions under which a response may be sent again. */
export interface ResponseValidity {
  /** Keys of the store, and the text that each has; null for one that does not exist. */
  readonly keys: readonly string[];
  readonly texts: readonly (string | null)[];
  /** The time from which the response would differ although nothing changes; absent: never. */
  readonly endsAtMs?: number;
}

/**
 * Collects the sources of a response. It may be sent again as long as none has changed: each name is watched before the
 * data that it stands for is read.
 */
export class ResponseSources {
  readonly #texts = new Map<string, string | null>();
  #endsAtMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly store: Pick<DataStore, 'stamps'>,
    private readonly projectKey: string,
  ) {}

  /** Returns new sources that begin with the notes of these. */
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

  /** The first text stays: a later one may be newer than the data that was read. */
  #add(key: string, text: string | null): void {
    if (!this.#texts.has(key)) this.#texts.set(key, text);
  }
}
