import { getOrCreate } from '../base/lists.js';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from './readRequest.js';
import { limits } from '../base/config/limits.js';
import DataLoader from 'dataloader';
import type { Engine } from '../engine/Engine.js';
import type { Base } from '../engine/define/Base.js';
import { locatorReadsMax, isLocatedBy } from '../engine/loadRequested.js';
import {
  type ReferencePlace,
  type ReferenceReader,
  ReferenceVisibility,
} from '../engine/references/ReferenceVisibility.js';
import { parseUndamaged } from '../engine/damagedResources.js';
import { isVisible, type PathScope, seesPublishedOnly, shownMembers, unpublishedScopes } from '../engine/visibility.js';
import { required, invalidInput } from '../base/errors/ApiError.js';
import { WorkTime } from '../base/shedding/WorkTime.js';
import type { MemoryBudget } from './budgets.js';

interface ParsedBody {
  readonly body: Buffer;
  readonly value: JsonObject;
}

/** A parsed body takes about ten times its bytes. */
const bytesMax = 4 * 1024 * 1024;
/** The first bytes of a body, which contain the id and the version. */
const keyBytes = 64;
/** The approximate size of a cache entry without its body. */
const entryBytes = 256;

const parsedBodies = new LRUCache<string, ParsedBody>({
  maxSize: bytesMax,
  maxEntrySize: bytesMax / 16,
  sizeCalculation: ({ body }) => body.length + entryBytes,
});

/**
 * Parses a stored body, or returns the cached value of the same bytes: pages and references of a back office lead to
 * the same resources again and again. All bytes are compared, so that a changed resource is parsed again.
 */
export const parseStoredBody = (body: Buffer): JsonObject => {
  const key = body.toString('latin1', 0, keyBytes);
  const known = parsedBodies.get(key);
  if (known?.body.equals(body) === true) return known.value;
  const value = JSON.parse(body.toString()) as JsonObject;
  // The copy does not keep the whole buffer of the connection in memory.
  parsedBodies.set(key, { body: Buffer.from(body), value });
  return value;
};

const batchMax = 500;
/** The number of values whose resources are found together: each value may have thousands. */
const listsMax = 50;

export interface StoredReference {
  readonly typeId: string;
  readonly id?: string;
  readonly key?: string;
}

/** The parts of a request that decide which resources are visible. */
interface RequestScope extends Omit<ReferenceReader, 'own'> {
  readonly projectKey: string;
}

const tooManyReferences = () =>
  invalidInput(
    `The query follows more than ${limits.graphqlReferencesMax} references. Ask for fewer results with limit.`,
  );

type ById = DataLoader<string, JsonObject | null>;
type IdLoader = DataLoader<string, string | null>;
type ListLoader = DataLoader<string, readonly JsonObject[]>;

/** Loads referenced resources of one request: one call of the store loads all references of one level of a query. */
export class ResourceLoaders {
  readonly #pathScopes = new Map<string, PathScope>();
  readonly #byId = new Map<string, ById>();
  readonly #idsByField = new Map<string, IdLoader>();
  readonly #listsByValue = new Map<string, ListLoader>();
  #usageCounts: DataLoader<string, number> | undefined;
  readonly #others = new Map<string, Promise<unknown>>();
  readonly #visibility: ReferenceVisibility;
  #referencesLeft = limits.graphqlReferencesMax;

  constructor(
    private readonly engine: Pick<Engine, 'store' | 'resourceTypes'>,
    private readonly scope: RequestScope,
    private readonly budget: MemoryBudget,
  ) {
    this.#visibility = new ReferenceVisibility(engine, scope);
  }

  /** Follows a reference at a place; resolves to null for a resource that does not exist or is not shown there. */
  load(reference: StoredReference, place: ReferencePlace): Promise<JsonObject | null> {
    const { typeId } = reference;
    if (this.#visibility.hidesType(typeId, place)) return Promise.resolve(null);
    const loading = this.follow(reference);
    // This is the usual case; it saves the promises of another step.
    if (this.#visibility.showsAll(typeId, place)) return loading;
    return loading.then(found => (found === null ? null : this.#visibility.shownResource(typeId, place, found)));
  }

  /**
   * Follows a reference to a resource that the response does not show, such as the Type of custom fields. The scopes of
   * the token do not matter.
   */
  follow({ typeId, id, key }: StoredReference): Promise<JsonObject | null> {
    // References are counted, not resources: a query can follow a circle of few states without end.
    if (--this.#referencesLeft < 0) return Promise.reject(tooManyReferences());
    if (id === undefined) return this.find(typeId, 'key', required(key, 'the key of a reference'));
    // In a store, references lead to resources of all stores, but queries only to those of the store.
    const isOfAllStores = this.engine.resourceTypes.get(typeId)?.definition.visibility?.sharedByStores === true;
    if (!isOfAllStores || this.scope.storeKey === undefined) return this.find(typeId, 'id', id);
    return getOrCreate(this.#byId, `${typeId} of all stores`, () => this.#createLoader(typeId, null)).load(id);
  }

  /**
   * Finds a resource by its id or by another unique field; resolves to null for a resource that does not exist, is not
   * visible on the path or is damaged.
   */
  find(typeId: string, field: string, value: string): Promise<JsonObject | null> {
    return field === 'id' ? this.#findById(typeId, value) : this.#findByField(typeId, field, value);
  }

  /** Finds like `find`, but rejects with DamagedResource for a damaged resource. */
  async read(typeId: string, field: string, value: string): Promise<JsonObject | null> {
    const found = await this.find(typeId, field, value);
    if (found !== null) return found;
    const id = field === 'id' ? value : await this.#idLoader(typeId, field).load(value);
    if (id !== null) await this.engine.store.body(this.scope.projectKey, typeId, id);
    return null;
  }

  /**
   * Finds the resources with one value of an indexed path, at most `max`, the oldest first. The scopes of the token do
   * not matter: the prices and the stock of a variant are part of its product. Each value counts as a reference.
   */
  findAll(typeId: string, path: string, value: string, max: number): Promise<readonly JsonObject[]> {
    if (--this.#referencesLeft < 0) return Promise.reject(tooManyReferences());
    const create = () => this.#createListLoader(typeId, path, max);
    return getOrCreate(this.#listsByValue, `${typeId} ${path}`, create).load(value);
  }

  /** Returns how often a name was counted (ChangeSet.counts). */
  usageCount(name: string): Promise<number> {
    this.#usageCounts ??= new DataLoader(names => this.engine.store.usageCounts(this.scope.projectKey, names), {
      maxBatchSize: batchMax,
    });
    return this.#usageCounts.load(name);
  }

  /** Runs another lookup of the request once per name. */
  findOnce<T = JsonObject | null>(name: string, find: () => Promise<T>): Promise<T> {
    return getOrCreate(this.#others, name, find) as Promise<T>;
  }

  /** Drops everything that was loaded, after a mutation changed resources. */
  clear(): void {
    this.#byId.clear();
    this.#idsByField.clear();
    this.#listsByValue.clear();
    this.#usageCounts?.clearAll();
    this.#others.clear();
  }

  #findById(typeId: string, id: string): Promise<JsonObject | null> {
    return getOrCreate(this.#byId, typeId, () => this.#createLoader(typeId)).load(id);
  }

  async #findByField(typeId: string, field: string, value: string): Promise<JsonObject | null> {
    const resourceType = required(this.engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
    for (let attempts = 1; ; attempts++) {
      const id = await this.#idLoader(typeId, field).load(value);
      if (id === null) return null;
      const resource = await this.#findById(typeId, id);
      if (resource === null || isLocatedBy(resourceType, resource as JsonObject & Base, field, value)) return resource;
      if (attempts === locatorReadsMax) return null;
      // The key may have moved to another resource between the two reads.
      this.#idLoader(typeId, field).clear(value);
    }
  }

  #createLoader(typeId: string, storeKey = this.scope.storeKey ?? null): ById {
    const { store } = this.engine;
    return new DataLoader(
      async ids => {
        const bodies = await store.bodies(this.scope.projectKey, typeId, ids, 'leaveOut');
        const time = new WorkTime(this.scope.projectKey);
        const found: (JsonObject | null)[] = [];
        for (const body of bodies) {
          const pause = time.pause();
          if (pause !== undefined) await pause;
          found.push(this.#parse(typeId, body, storeKey));
        }
        return found;
      },
      { maxBatchSize: batchMax },
    );
  }

  #createListLoader(typeId: string, path: string, max: number): ListLoader {
    const { store } = this.engine;
    const { projectKey } = this.scope;
    return new DataLoader(
      async values => {
        const idLists = await Promise.all(
          values.map(value => store.idsInRange(projectKey, typeId, { by: 'value', path, value }, { from: 0, to: max })),
        );
        const resources = await Promise.all(idLists.map(ids => Promise.all(ids.map(id => this.#findById(typeId, id)))));
        return resources.map(list => list.filter(each => each !== null));
      },
      { maxBatchSize: listsMax },
    );
  }

  #idLoader(typeId: string, field: string): IdLoader {
    const { store } = this.engine;
    const { projectKey } = this.scope;
    return getOrCreate(
      this.#idsByField,
      `${typeId} ${field}`,
      () => new DataLoader(values => store.findIds(projectKey, typeId, field, values), { maxBatchSize: batchMax }),
    );
  }

  #parse(typeId: string, body: Buffer | null, storeKey: string | null): JsonObject | null {
    if (body === null) return null;
    this.budget.take(body.length);
    const resource = parseUndamaged(this.scope.projectKey, typeId, body, parseStoredBody);
    const scope = this.#pathScope(typeId, storeKey ?? undefined);
    return resource === undefined || !isVisible(scope, resource as JsonObject & Base)
      ? null
      : shownMembers(scope, resource);
  }

  #pathScope(typeId: string, pathStoreKey: string | undefined): PathScope {
    return getOrCreate(this.#pathScopes, `${pathStoreKey ?? ''} ${typeId}`, () => {
      const { client, scopes } = this.scope;
      const resourceType = required(this.engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
      const { definition } = resourceType;
      const storeKey = definition.storeField === undefined ? undefined : pathStoreKey;
      const publishedOnly = seesPublishedOnly(unpublishedScopes(definition), scopes, storeKey);
      return { resourceType, client, storeKey, publishedOnly };
    });
  }
}
