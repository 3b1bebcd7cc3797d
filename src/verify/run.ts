/** What all parts of the checker share. */
import type { Base } from '../engine/defineResource.js';
import type { Room } from '../engine/room.js';
import type { Store } from '../store/store.js';
import type { StoredKeys } from '../store/storedKeys.js';

export interface Run {
  readonly projectKey: string;
  readonly store: Store;
  readonly stored: StoredKeys;
  readonly rooms: ReadonlyMap<string, Room>;
  /** Messages of before that may have been deleted (EVT030). */
  readonly retainedFromMs: number;
}

/** A resource by its type and id. */
export interface Subject { readonly typeId: string; readonly id: string }

export const subjectName = ({ typeId, id }: Subject): string => `${typeId}/${id}`;

export type Stored = Base & Readonly<Record<string, unknown>>;

/** Bodies that are read at once: few, since each may be as long as a resource can be. */
export const stepSize = 50;

export const steps = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / stepSize) }, (_, at) => list.slice(at * stepSize, (at + 1) * stepSize));

/** Resources by `typeId/id`; one that does not exist, or has no room, is not among them. */
export const load = async ({ projectKey, store, rooms }: Run, subjects: readonly Subject[]): Promise<ReadonlyMap<string, Stored>> => {
  const found = new Map<string, Stored>();
  for (const typeId of new Set(subjects.map(subject => subject.typeId))) {
    if (!rooms.has(typeId)) continue;
    const ids = [...new Set(subjects.filter(subject => subject.typeId === typeId).map(({ id }) => id))];
    const bodies = await store.bodies(projectKey, typeId, ids);
    bodies.forEach((body, at) => { if (body !== null) found.set(subjectName({ typeId, id: ids[at]! }), JSON.parse(body.toString()) as Stored); });
  }
  return found;
};
