import { fail } from '../errors.js';
import { limits } from '../config.js';
import type { Base, Creation } from './defineResource.js';
import { assertValid } from './draft.js';
import { Document } from './document.js';
import type { Engine } from './engine.js';
import { expandBody } from './expand.js';
import { exclusiveDelta, indexDelta, referenceDelta, uniqueDelta } from './fields.js';
import { readJsonObject } from './json.js';
import { messageWrites } from './messages.js';
import { remember } from './remember.js';
import { References, resolve } from './references.js';
import type { ResourceRequest, Response } from './request.js';
import type { CompiledCreation, Room } from './room.js';
import { creatorOf } from './stamp.js';
import type { Client, Context } from './context.js';
import type { ChangeSet } from './changeSet.js';

/** ERR030, LIM011 */
export const assertSize = (document: Document): Buffer => {
  const { body } = document;
  if (body.length > limits.resourceBytesMax)
    throw fail('ResourceSizeLimitExceeded', { bytes: body.length, bytesMax: limits.resourceBytesMax });
  return body;
};

const creationOf = (room: Room, segment: string | undefined): CompiledCreation => {
  const creation = segment === undefined ? room.draft : room.creations.get(segment);
  if (creation === undefined) throw new Error(`the route table offers a creation that ${room.typeId} does not declare`);
  return creation;
};

/** The change set and document of a new resource; pure but for ids and the time, which the context gives. */
export const composeCreation = (engine: Engine, room: Room, creation: Creation<Base>, draft: unknown, client: Client, context: Context) => {
  const { id, members, messages } = creation.create(draft as never, context);
  const { now } = context;
  const base = { id: id ?? context.newId(), version: 1, createdAt: now, lastModifiedAt: now, createdBy: creatorOf(client), lastModifiedBy: creatorOf(client) };
  const tell = (resource: Base) => (context.project.messages.enabled ? messages?.(resource) ?? [] : []);
  // The resource counts its messages, and a message may hold the resource: counted first, written with the count in it.
  const count = room.definition.sendsMessages === true ? { lastMessageSequenceNumber: tell({ ...members, ...base }).length } : {};
  const document = Document.compose(room.members, { ...members, ...base, ...count });
  const resource = room.view(document);
  const createdAtMs = Date.parse(now);
  const changeSet: ChangeSet = {
    commitId: engine.newId(),
    projectKey: context.project.key,
    writes: [
      {
        typeId: room.typeId, id: base.id, body: assertSize(document), createdAtMs, lastModifiedAtMs: createdAtMs,
        unique: uniqueDelta(room, undefined, resource), indexes: indexDelta(room, undefined, resource), exclusive: exclusiveDelta(room, undefined, resource),
      },
      ...messageWrites(room, engine.rooms.get('message')!, resource, tell(resource), client, context),
    ],
    references: referenceDelta(room, undefined, resource),
  };
  return { changeSet, document, resource };
};

/** POST on a collection: from a draft to a stored resource, 201. */
export const create = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { room, projectKey, client } = request;
  const creation = creationOf(room, request.creation);
  const draft = readJsonObject(request.body);
  assertValid(creation.validate(draft));
  const references = new References();
  references.wantAll(draft, creation.identifiers);
  for (const need of creation.creation.needs ?? []) references.want(need, false);
  const context = await resolve(engine, await engine.settings(projectKey), references);
  const { changeSet, document, resource } = composeCreation(engine, room, creation.creation, draft, client, context);
  await engine.store.commit(changeSet);
  remember(engine, projectKey, room, resource, document);
  return { status: 201, body: await expandBody(engine, request, document.body) };
};
