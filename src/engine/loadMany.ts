/** Other resources as rules read them, where no draft or action names them: each a whole resource, opened lazily. */
import type { Base } from './define/defineResource.js';
import { Document } from './document/Document.js';
import type { Engine } from './Engine.js';
import type { StoredResource } from './loadAddressed.js';

const open = <R>({ resourceTypes }: Engine, typeId: string, body: Buffer): R =>
  resourceTypes.get(typeId)!.view(Document.open(body)) as unknown as R;

/** One resource with its document, as a companion in a commit (settle.ts) needs it. */
export const loadStored = async (
  engine: Engine,
  projectKey: string,
  typeId: string,
  id: string,
): Promise<StoredResource | undefined> => {
  const body = await engine.store.body(projectKey, typeId, id);
  if (body === null) return undefined;
  const document = Document.open(body);
  return { document, resource: engine.resourceTypes.get(typeId)!.view(document) };
};

/** Those of the ids that exist, in one round trip. */
export const loadMany = async <R extends Base>(
  engine: Engine,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
): Promise<Map<string, R>> => {
  const distinct = [...new Set(ids)];
  const bodies = await engine.store.bodies(projectKey, typeId, distinct);
  const found = new Map<string, R>();
  distinct.forEach((id, index) => {
    const body = bodies[index];
    if (body !== null && body !== undefined) found.set(id, open<R>(engine, typeId, body));
  });
  return found;
};

/** Resources with one value of an indexed path, at most `max` of them, the oldest first. */
export const loadBy = async <R extends Base>(
  engine: Engine,
  projectKey: string,
  typeId: string,
  path: string,
  value: string,
  max: number,
): Promise<R[]> => {
  const ids = await engine.store.idsInRange(projectKey, typeId, { by: 'value', path, value }, { from: 0, to: max });
  return [...(await loadMany<R>(engine, projectKey, typeId, ids)).values()];
};

/** The resource that holds a unique value, or a claimed one. */
export const loadByUnique = async <R extends Base>(
  engine: Engine,
  projectKey: string,
  typeId: string,
  field: string,
  value: string,
): Promise<R | undefined> => {
  const id = await engine.store.findId(projectKey, typeId, field, value);
  return id === null ? undefined : (await loadMany<R>(engine, projectKey, typeId, [id])).get(id);
};
