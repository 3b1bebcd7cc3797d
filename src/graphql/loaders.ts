/** Resources that others refer to, fetched together: one call of the store for all references of one level of a query. */
import DataLoader from 'dataloader';
import type { Engine } from '../engine/engine.js';
import { isShown } from '../engine/expand.js';
import type { ResourceRequest } from '../engine/request.js';
import { fail } from '../errors.js';
import type { Json } from './context.js';

/** References one request may follow, and characters of what they lead to: as with `expand` (engine/expand.ts), but told. */
const referencesMax = 10_000;
const charactersMax = 64 * 1024 * 1024;
const batchMax = 500;

export interface StoredReference { readonly typeId: string; readonly id?: string; readonly key?: string }

export interface Loaders {
  /** Null where it leads nowhere, or to what the path does not show. */
  load(reference: StoredReference): Promise<Json | null>;
  /** A mutation changed something: what was loaded before may not hold. */
  clear(): void;
}

/** What a request's path shows. */
export type Shows = Pick<ResourceRequest, 'projectKey' | 'storeKey' | 'client' | 'own'>;

type OfType = DataLoader<string, Json | null>;

export const createLoaders = (engine: Pick<Engine, 'store' | 'rooms'>, shows: Shows): Loaders => {
  const { store } = engine;
  const { projectKey } = shows;
  const byId = new Map<string, OfType>();
  const idsByKey = new Map<string, DataLoader<string, string | null>>();
  let referencesLeft = referencesMax;
  let charactersLeft = charactersMax;

  const parse = (typeId: string, body: Buffer | null): Json | null => {
    if (body === null || !isShown(engine, shows, typeId, body)) return null;
    charactersLeft -= body.length;
    if (charactersLeft < 0) throw fail('InvalidInput', { message: `The query refers to more than ${charactersMax} bytes of resources. Ask for fewer results with limit.` });
    return JSON.parse(body.toString()) as Json;
  };

  const newLoader = (typeId: string): OfType =>
    new DataLoader(async ids => (await store.bodies(projectKey, typeId, ids)).map(body => parse(typeId, body)), { maxBatchSize: batchMax });

  const newIdLoader = (typeId: string) =>
    new DataLoader<string, string | null>(keys => Promise.all(keys.map(key => store.idOf(projectKey, typeId, 'key', key))), { maxBatchSize: batchMax });

  const of = <L>(loaders: Map<string, L>, typeId: string, make: (typeId: string) => L): L => {
    const loader = loaders.get(typeId) ?? make(typeId);
    loaders.set(typeId, loader);
    return loader;
  };

  return {
    clear: () => {
      byId.clear();
      idsByKey.clear();
    },
    load: async ({ typeId, id, key }) => {
      // Counted per place, not per resource: states that follow each other are few, and yet a query of them can grow without end.
      if (--referencesLeft < 0) throw fail('InvalidInput', { message: `The query follows more than ${referencesMax} references. Ask for fewer results with limit.` });
      const found = id ?? await of(idsByKey, typeId, newIdLoader).load(key!);
      return found === null ? null : of(byId, typeId, newLoader).load(found);
    },
  };
};
