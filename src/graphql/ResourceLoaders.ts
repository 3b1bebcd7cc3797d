/** Resources that others refer to, fetched together: one call of the store for all references of one level of a query. */
import DataLoader from 'dataloader';
import type { Engine } from '../engine/Engine.js';
import { isVisibleInExpansion } from '../engine/references/isVisibleInExpansion.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { fail } from '../errors/ApiError.js';
import type { Budget } from './MemoryBudget.js';
import type { JsonObject } from './GraphqlContext.js';

/** References one request may follow: as with `expand` (engine/expand.ts), but told. */
const referencesMax = 10_000;
const batchMax = 500;

export interface StoredReference {
  readonly typeId: string;
  readonly id?: string;
  readonly key?: string;
}

export interface ResourceLoaders {
  /** Null where it leads nowhere, or to what the path does not show. */
  load(reference: StoredReference): Promise<JsonObject | null>;
  /** The same by a unique field. */
  find(typeId: string, field: string, value: string): Promise<JsonObject | null>;
  /** What else is asked for several times in one request, and found once. */
  once(name: string, find: () => Promise<JsonObject | null>): Promise<JsonObject | null>;
  /** A mutation changed something: what was loaded before may not hold. */
  clear(): void;
}

/** What a request's path shows. */
export type RequestScope = Pick<ResourceRequest, 'projectKey' | 'storeKey' | 'client' | 'own'>;

type OfType = DataLoader<string, JsonObject | null>;

export const createLoaders = (
  engine: Pick<Engine, 'store' | 'resourceTypes'>,
  shows: RequestScope,
  budget: Budget,
): ResourceLoaders => {
  const { store } = engine;
  const { projectKey } = shows;
  const byId = new Map<string, OfType>();
  const idsByKey = new Map<string, DataLoader<string, string | null>>();
  let referencesLeft = referencesMax;
  const others = new Map<string, Promise<JsonObject | null>>();

  const parse = (typeId: string, body: Buffer | null): JsonObject | null => {
    if (body === null || !isVisibleInExpansion(engine, shows, typeId, body)) return null;
    budget.take(body.length);
    return JSON.parse(body.toString()) as JsonObject;
  };

  const newLoader = (typeId: string): OfType =>
    new DataLoader(async ids => (await store.bodies(projectKey, typeId, ids)).map(body => parse(typeId, body)), {
      maxBatchSize: batchMax,
    });

  const newIdLoader = (typeId: string, field: string) => () =>
    new DataLoader<string, string | null>(values => store.findIds(projectKey, typeId, field, values), {
      maxBatchSize: batchMax,
    });

  const of = <L>(loaders: Map<string, L>, name: string, make: (name: string) => L): L => {
    const loader = loaders.get(name) ?? make(name);
    loaders.set(name, loader);
    return loader;
  };

  const find: ResourceLoaders['find'] = async (typeId, field, value) => {
    const id =
      field === 'id' ? value : await of(idsByKey, `${typeId} ${field}`, newIdLoader(typeId, field)).load(value);
    return id === null ? null : of(byId, typeId, newLoader).load(id);
  };

  return {
    clear: () => {
      byId.clear();
      idsByKey.clear();
      others.clear();
    },
    load: async ({ typeId, id, key }) => {
      // Counted per place, not per resource: states that follow each other are few, and yet a query of them can grow without end.
      if (--referencesLeft < 0)
        throw fail('InvalidInput', {
          message: `The query follows more than ${referencesMax} references. Ask for fewer results with limit.`,
        });
      return id === undefined ? find(typeId, 'key', key!) : find(typeId, 'id', id);
    },
    find,
    once: (name, look) => of(others, name, look),
  };
};
