import { fail } from '../errors.js';
import { type ChangeSet, mergeChangeSets, type ResourceWrite, type Target } from './changeSet.js';
import type { MessageDraft } from './actions.js';
import type { Base } from './defineResource.js';
import type { Engine } from './engine.js';
import { expandBody } from './expand.js';
import { exclusiveDelta, indexDelta, referenceDelta, uniqueDelta } from './fields.js';
import { idOf, locate } from './locate.js';
import { messageWrites } from './messages.js';
import { readFlag, readVersion } from './parameters.js';
import { References, resolve } from './references.js';
import { untilUnmoved } from './settle.js';
import { forget } from './remember.js';
import type { ResourceRequest, Response } from './request.js';
import { endsAtMsOf } from './retention.js';
import type { Room } from './room.js';
import { Document } from './document.js';

const deletion = (room: Room, resource: Base, mayMove?: boolean): ResourceWrite => ({
  typeId: room.typeId,
  id: resource.id,
  expectedVersion: resource.version,
  mayMove,
  createdAtMs: Date.parse(resource.createdAt),
  lastModifiedAtMs: room.definition.immutable === true ? undefined : Date.parse(resource.lastModifiedAt),
  unique: uniqueDelta(room, resource, undefined),
  indexes: indexDelta(room, resource, undefined),
  exclusive: exclusiveDelta(room, resource, undefined),
  unreferenced: true,
  endsAtMs: endsAtMsOf(room, resource),
  marked: room.definition.searched,
});

/** The change set that deletes resources of one room, each in the version at hand: one that changed refuses it whole, with Moved if they may move. */
export const composeRemoval = (
  { newId }: Engine,
  projectKey: string,
  room: Room,
  resources: readonly Base[],
  mayMove?: boolean,
): ChangeSet => {
  const references = new Map<Target, number>();
  for (const resource of resources)
    for (const [target, delta] of referenceDelta(room, resource, undefined))
      references.set(target, (references.get(target) ?? 0) + delta);
  return {
    commitId: newId(),
    projectKey,
    writes: resources.map(resource => deletion(room, resource, mayMove)),
    references,
  };
};

/** Most messages that one erasing deletion takes along. */
const erasedMessagesMax = 100_000;

/** GEN070: with erasure, what the messages about the resource hold goes too. */
const erasures = async ({ store, rooms }: Engine, projectKey: string, { id }: Base): Promise<ResourceWrite[]> => {
  const messageRoom = rooms.get('message')!;
  const list = { by: 'value', path: 'resource.id', value: id } as const;
  const ids = await store.slice(projectKey, messageRoom.typeId, list, { from: 0, to: erasedMessagesMax });
  const bodies = await store.bodies(projectKey, messageRoom.typeId, ids);
  return bodies
    .filter(body => body !== null)
    .map(body => deletion(messageRoom, messageRoom.view(Document.open(body)), true));
};

/** After an erasure only the fact is told: the payload of the last message would keep what was to be forgotten. */
const withoutPayload = ({ type }: MessageDraft): MessageDraft => ({ type });

/** A resource with all that its room removes along with it. */
const removalOf = async (engine: Engine, { room, projectKey }: ResourceRequest, resource: Base) => {
  const { removed = [], ended } = (await room.definition.removeAlong?.(engine, projectKey, resource)) ?? {};
  const along = removed.map(({ typeId, resources, mayMove }) =>
    composeRemoval(engine, projectKey, engine.rooms.get(typeId)!, resources, mayMove),
  );
  return { removal: mergeChangeSets(composeRemoval(engine, projectKey, room, [resource]), along), ended };
};

/** DELETE with the version last seen; answers with the deleted resource. */
export const remove = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { room, projectKey, client, query } = request;
  const version = room.definition.versionless === true ? undefined : readVersion(query);
  const erase = room.definition.erasable === true && readFlag(query, 'dataErasure', false);
  const id = await idOf(engine, request);
  const { document, resource } = await locate(engine, request, id);
  if (version !== undefined && resource.version !== version)
    throw fail('ConcurrentModification', { expectedVersion: version, currentVersion: resource.version });
  const context = await resolve(engine, await engine.settings(projectKey), new References());
  const drafts = room.definition.remove?.(resource, context) ?? [];
  const told = context.project.messages.enabled ? drafts.map(draft => (erase ? withoutPayload(draft) : draft)) : [];
  const last = room.view(document, {
    lastMessageSequenceNumber: (resource.lastMessageSequenceNumber ?? 0) + told.length,
  });
  const body = await expandBody(engine, request, document.body);
  // What goes along is looked for again where some of it went by another way meanwhile.
  const ended = await untilUnmoved(async () => {
    const { removal, ended } = await removalOf(engine, request, resource);
    const writes = [
      ...removal.writes,
      ...(erase ? await erasures(engine, projectKey, resource) : []),
      ...messageWrites(room, engine.rooms.get('message')!, last, told, client, context),
    ];
    await engine.store.commit({ ...removal, writes, ended });
    return ended;
  });
  for (const subject of ended ?? []) await engine.tellEnded?.(projectKey, subject);
  forget(engine, projectKey, room, id);
  return { status: 200, body };
};
