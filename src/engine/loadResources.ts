import { required, fail } from '../base/errors/ApiError.js';
import type { Base, StoredResource } from './define/Base.js';
import type { ResourceAccess } from './define/ResourceAccess.js';
import type { ResourceSchema } from './define/ResourceSchema.js';
import { Document } from './document/Document.js';
import type { SharedReads } from './SharedReads.js';
import type { IdList } from '../store/DataStore.js';

/* Rules read other resources here where no draft or action names them. */

type Reader = Pick<ResourceAccess, 'store' | 'resourceTypes'>;

const schemaOf = ({ resourceTypes }: Reader, typeId: string): ResourceSchema =>
  required(resourceTypes.get(typeId), `the resource type '${typeId}'`);

/** Loads one resource with its document, as a companion update needs it. */
export const loadStored = async (
  access: Reader,
  projectKey: string,
  typeId: string,
  id: string,
): Promise<StoredResource | undefined> => {
  const body = await access.store.body(projectKey, typeId, id);
  if (body === null) return undefined;
  const document = Document.open(body);
  return { document, resource: schemaOf(access, typeId).view(document) };
};

const loadOpened = async <R extends Base>(
  access: Reader,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
  open: (body: Buffer, id: string) => Document,
): Promise<Map<string, R>> => {
  const resources = new Map<string, R>();
  if (ids.length === 0) return resources;
  const distinct = ids.length === 1 ? ids : [...new Set(ids)];
  const bodies = await access.store.bodies(projectKey, typeId, distinct);
  const { view } = schemaOf(access, typeId);
  for (const [index, id] of distinct.entries()) {
    const body = bodies[index];
    if (body !== null && body !== undefined) resources.set(id, view(open(body, id)) as R);
  }
  return resources;
};

/** Loads the resources with the given ids that exist, in one round trip. */
export const loadMany = <R extends Base>(
  access: Reader,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<Map<string, R>> => loadOpened(access, projectKey, typeId, ids, body => Document.open(body));

/** Loads as loadMany does, with the documents, as companion updates need them. */
export const loadManyStored = async <S extends StoredResource>(
  access: Reader,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<Map<string, S>> => {
  if (ids.length === 0) return new Map();
  const bodies = await access.store.bodies(projectKey, typeId, ids);
  const { view } = schemaOf(access, typeId);
  return new Map(
    bodies.flatMap((body, at): [string, S][] => {
      if (body === null) return [];
      const document = Document.open(body);
      return [[ids[at]!, { document, resource: view(document) } as S]];
    }),
  );
};

export type CachedReader = Reader & Pick<ResourceAccess, 'documentCache' | 'shared'>;

/** Loads as loadMany does, and keeps what was parsed: until it changes, or for the same bytes (DocumentCache). */
export const loadManyCached = async <R extends Base>(
  access: CachedReader,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<Map<string, R>> => {
  if (ids.length === 0) return new Map();
  if (!schemaOf(access, typeId).isShared) return loadManyParsed<R>(access, projectKey, typeId, ids);
  const stored = await loadShared(access, await access.shared(projectKey), projectKey, typeId, ids);
  return new Map([...stored].map(([id, { resource }]) => [id, resource as R]));
};

/** Loads as loadMany does, and keeps what was parsed for the same bytes: the bodies are of one moment. */
export const loadManyParsed = <R extends Base>(
  access: Reader & Pick<ResourceAccess, 'documentCache'>,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<Map<string, R>> =>
  loadOpened(access, projectKey, typeId, ids, (body, id) => access.documentCache.open(projectKey, typeId, id, body));

/** Reads shared resources; null for one that does not exist. */
const readShared = async (
  access: Reader & Pick<ResourceAccess, 'documentCache'>,
  shared: SharedReads,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<(readonly [string, StoredResource | null])[]> => {
  const [only] = ids;
  // A single one is read together with the other reads of the turn.
  const bodies =
    ids.length === 1 && only !== undefined
      ? [await access.store.body(projectKey, typeId, only)]
      : await access.store.bodies(projectKey, typeId, ids);
  const { view } = schemaOf(access, typeId);
  return ids.map((id, at) => {
    const body = bodies[at];
    const document = body && access.documentCache.open(projectKey, typeId, id, body);
    const stored = document ? { document, resource: view(document) } : null;
    shared.keep(typeId, id, stored, body?.length);
    return [id, stored];
  });
};

/** Loads shared resources in the order of their ids, in one round trip for those that the thread does not keep. */
export const loadShared = async (
  access: Reader & Pick<ResourceAccess, 'documentCache'>,
  shared: SharedReads,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<Map<string, StoredResource>> => {
  const found = new Map<string, StoredResource | null>();
  const unknown = new Set<string>();
  for (const id of ids) {
    const known = shared.known<StoredResource | null>(typeId, id);
    if (known === undefined) unknown.add(id);
    else found.set(id, known);
  }
  if (unknown.size > 0)
    for (const [id, stored] of await readShared(access, shared, projectKey, typeId, [...unknown]))
      found.set(id, stored);
  return new Map(
    ids.flatMap(id => {
      const stored = found.get(id);
      return stored ? [[id, stored] as const] : [];
    }),
  );
};

/** Loads at most `max` resources with one value of an indexed path, the oldest first. */
export const loadBy = async <R extends Base>(
  access: Reader,
  projectKey: string,
  typeId: string,
  path: string,
  value: string,
  max: number,
): Promise<R[]> => {
  const ids = await access.store.idsInRange(projectKey, typeId, { by: 'value', path, value }, { from: 0, to: max });
  return [...(await loadMany<R>(access, projectKey, typeId, ids)).values()];
};

/** Loads the resources that hold unique values of a field, or claimed ones, by these values. */
export const loadManyByUnique = async <R extends Base>(
  access: Reader,
  projectKey: string,
  typeId: string,
  field: string,
  values: readonly string[],
): Promise<Map<string, R>> => {
  const ids = values.length === 0 ? [] : await access.store.findIds(projectKey, typeId, field, values);
  const known = ids.filter(id => id !== null);
  const found = await loadMany<R>(access, projectKey, typeId, known);
  return new Map(
    values.flatMap((value, at) => {
      const resource = found.get(ids[at] ?? '');
      return resource === undefined ? [] : [[value, resource] as const];
    }),
  );
};

const batchSize = 50;

/** Loads the resources of a type in batches, in the order of their ids, up to `max`. */
export async function* loadBatches<R extends Base>(
  access: Reader,
  projectKey: string,
  typeId: string,
  max: number,
): AsyncGenerator<R[]> {
  for (let from = 0; from < max; from += batchSize) {
    const ids = await access.store.idsInRange(projectKey, typeId, { by: 'id' }, { from, to: from + batchSize });
    yield [...(await loadMany<R>(access, projectKey, typeId, ids)).values()];
    if (ids.length < batchSize) return;
  }
}

/** Loads the resource that holds a unique value, or a claimed one. */
export const loadByUnique = async <R extends Base>(
  access: Reader,
  projectKey: string,
  typeId: string,
  field: string,
  value: string,
): Promise<R | undefined> => {
  const id = await access.store.findId(projectKey, typeId, field, value);
  return id === null ? undefined : (await loadMany<R>(access, projectKey, typeId, [id])).get(id);
};

/** The lookup that a message names. */
interface Lookup {
  readonly typeId: string;
  readonly field: string;
  readonly value: string;
  readonly storeKey?: string;
}

const shownCharactersMax = 256;

/** Makes the error for a resource that does not exist, or that the path does not show (ERR016). */
export const resourceNotFound = ({ typeId, field, value, storeKey }: Lookup) =>
  fail('ResourceNotFound', {
    message:
      `The ${typeId} with ${field} '${value.slice(0, shownCharactersMax)}' was not ` +
      `found${storeKey === undefined ? '' : ` in the store '${storeKey}'`}.`,
  });

/** The list of all ids of a resource type in the order of a field. */
export const orderedList = (
  { hasTimeOrderedIds }: Pick<ResourceSchema, 'hasTimeOrderedIds'>,
  by: 'id' | 'createdAt' | 'lastModifiedAt',
): IdList => (by === 'createdAt' ? { by, inIds: hasTimeOrderedIds } : { by });
