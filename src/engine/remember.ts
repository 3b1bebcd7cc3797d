import type { Base } from './defineResource.js';
import { Document } from './document.js';
import type { Engine } from './engine.js';
import type { Room } from './room.js';

const nameOf = (projectKey: string, room: Room, id: string): string => `${projectKey}/${room.typeId}/${id}`;

/** Keeps a resource's bytes for the next update of it: they lie outside the heap, where the collector does not copy them. */
export const remember = (engine: Engine, projectKey: string, room: Room, { id, version }: Base, document: Document): void => {
  engine.remembered.set(nameOf(projectKey, room, id), { version, ...document.kept });
};

/** The resource as it was last seen here, if that is the version the client speaks of. */
export const recall = (engine: Engine, projectKey: string, room: Room, id: string, version: number): Document | undefined => {
  const remembered = engine.remembered.get(nameOf(projectKey, room, id));
  return remembered?.version === version ? Document.open(remembered.body, remembered.spans) : undefined;
};

export const forget = (engine: Engine, projectKey: string, room: Room, id: string): void => {
  engine.remembered.delete(nameOf(projectKey, room, id));
};
