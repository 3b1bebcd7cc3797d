/** Adds resources that exist already to indexes, batch by batch. Commits may run meanwhile. */
import type { FieldIndex, FieldIndexes, IndexedResource } from '../../store/FieldIndexes.js';
import type { DataStore } from '../../store/DataStore.js';
import type { StoredKeys } from '../../store/StoredKeys.js';
import { indexDelta } from '../commit/indexDeltas.js';
import type { Base } from '../define/Base.js';
import type { IndexedPath } from '../define/ResourceSchema.js';

/** The number of resources in a batch. */
const batchSize = 100;
/** Bounds the bodies that are loaded at once; each may have the maximum size of a resource. */
const bodiesAtOnce = 25;
/** Attempts before a batch fails because one of its resources keeps changing between its read and its entry. */
const attemptsMax = 1_000;
/** Bounds the entries that one call writes: it takes less than a millisecond. */
const entriesAtOnce = 400;

export interface IndexFill {
  readonly store: Pick<DataStore, 'bodies'>;
  readonly storedKeys: Pick<StoredKeys, 'idsAfter'>;
  readonly fieldIndexes: Pick<FieldIndexes, 'fill'>;
  readonly projectKey: string;
  readonly typeId: string;
  readonly indexes: readonly IndexedPath[];
  /** The index of a custom field that is filled; absent for declared indexes. */
  readonly building?: FieldIndex;
}

export interface FilledBatch {
  readonly lastId: string;
  readonly count: number;
}

/** Tells that an index was removed while it was filled. */
export class IndexRemovedError extends Error {
  constructor() {
    super('the index is no longer under construction');
  }
}

const loadResources = async (
  { store, projectKey, typeId, indexes }: IndexFill,
  ids: readonly string[],
): Promise<IndexedResource[]> => {
  const bodies = await store.bodies(projectKey, typeId, ids);
  return bodies.flatMap(body => {
    if (body === null) return [];
    const resource = JSON.parse(body.toString()) as Base;
    const { added: values } = indexDelta({ indexes }, undefined, resource);
    const { id, version, createdAt } = resource;
    return values.length === 0 ? [] : [{ id, version, createdAtMs: Date.parse(createdAt), values }];
  });
};

/** Resources with at most `entriesAtOnce` entries, or a single one. */
const toCalls = (resources: readonly IndexedResource[]): IndexedResource[][] => {
  const calls: IndexedResource[][] = [];
  let entries = Number.POSITIVE_INFINITY;
  for (const resource of resources) {
    entries += resource.values.length;
    if (entries > entriesAtOnce) {
      calls.push([]);
      entries = resource.values.length;
    }
    calls.at(-1)?.push(resource);
  }
  return calls;
};

/** Adds resources to the indexes; returns the ids of those that have changed since they were read. */
const fillResources = async (fill: IndexFill, ids: readonly string[]): Promise<string[]> => {
  const { fieldIndexes, projectKey, typeId, building } = fill;
  const changedIds: string[] = [];
  for (const resources of toCalls(await loadResources(fill, ids))) {
    const changed = await fieldIndexes.fill(projectKey, typeId, resources, building);
    if (changed === undefined) throw new IndexRemovedError();
    changedIds.push(...changed);
  }
  return changedIds;
};

/**
 * Fills the indexes with the resources that follow an id; the empty text is before the first. A batch may run twice.
 * Undefined at the end. Throws IndexRemovedError.
 */
export const fillNextBatch = async (fill: IndexFill, afterId: string): Promise<FilledBatch | undefined> => {
  const ids = await fill.storedKeys.idsAfter(fill.projectKey, fill.typeId, afterId, batchSize);
  const lastId = ids.at(-1);
  if (lastId === undefined) return undefined;
  for (let at = 0; at < ids.length; at += bodiesAtOnce) {
    let pending: readonly string[] = ids.slice(at, at + bodiesAtOnce);
    // Changed resources are read again: where their indexed values did not change, their commits added nothing.
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt === attemptsMax) throw new Error(`${fill.typeId} ${pending[0]} changes too often to be indexed`);
      pending = await fillResources(fill, pending);
    }
  }
  return { lastId, count: ids.length };
};
