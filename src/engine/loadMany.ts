/** Reads resources that no draft or action names, for rules about other resources. */
import { required } from '../errors/required.js';
import type { Base } from './define/Base.js';
import type { ResourceAccess } from './define/ResourceAccess.js';
import type { ResourceSchema } from './define/ResourceSchema.js';
import type { StoredResource } from './define/StoredResource.js';
import { Document } from './document/Document.js';

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

/** Loads as loadMany does, and keeps what was parsed (DocumentCache). */
export const loadManyCached = <R extends Base>(
  access: Reader & Pick<ResourceAccess, 'documentCache'>,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<Map<string, R>> =>
  loadOpened(access, projectKey, typeId, ids, (body, id) => access.documentCache.open(projectKey, typeId, id, body));

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
