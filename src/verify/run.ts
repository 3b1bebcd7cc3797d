/** What all parts of the checker share. */
import type { Base } from '../engine/define/Base.js';
import type { Engine } from '../engine/Engine.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import type { Store } from '../store/Store.js';
import type { StoredKeys } from '../store/StoredKeys.js';

export interface Run {
  readonly projectKey: string;
  readonly store: Store;
  readonly stored: StoredKeys;
  readonly resourceTypes: ReadonlyMap<string, ResourceType>;
  readonly engine: Pick<Engine, 'now' | 'settings'>;
  /** Why bodies that were read make no sense, by `typeId/id`; told where they are looked at themselves. */
  readonly unreadable: Map<string, string>;
}

/** A resource by its type and id. */
export interface Subject {
  readonly typeId: string;
  readonly id: string;
}

export const subjectName = ({ typeId, id }: Subject): string => `${typeId}/${id}`;

export type Stored = Base & Readonly<Record<string, unknown>>;

/** Bodies that are read at once: few, since each may be as long as a resource can be. */
export const stepSize = 50;

export const steps = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / stepSize) }, (_, at) => list.slice(at * stepSize, (at + 1) * stepSize));

const parse = (body: Buffer): Stored => {
  const resource: unknown = JSON.parse(body.toString());
  if (typeof resource !== 'object' || resource === null) throw new TypeError('it is no object');
  return resource as Stored;
};

/** Resources by `typeId/id`; one that does not exist, cannot be read, or has no resource type, is not among them. */
export const load = async (
  { projectKey, store, resourceTypes, unreadable }: Run,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, Stored>> => {
  const found = new Map<string, Stored>();
  for (const typeId of new Set(subjects.map(subject => subject.typeId))) {
    if (!resourceTypes.has(typeId)) continue;
    const ids = [...new Set(subjects.filter(subject => subject.typeId === typeId).map(({ id }) => id))];
    const bodies = await store.bodies(projectKey, typeId, ids);
    bodies.forEach((body, at) => {
      const name = subjectName({ typeId, id: ids[at]! });
      unreadable.delete(name);
      try {
        if (body !== null) found.set(name, parse(body));
      } catch (error) {
        unreadable.set(name, (error as Error).message);
      }
    });
  }
  return found;
};
