import { fail } from '../errors/ApiError.js';
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
import type { ResourceType } from './resourceType.js';
import { Document } from './document.js';

const deletion = (resourceType: ResourceType, resource: Base, mayMove?: boolean): ResourceWrite => ({
  typeId: resourceType.typeId,
  id: resource.id,
  expectedVersion: resource.version,
  mayMove,
  createdAtMs: Date.parse(resource.createdAt),
  lastModifiedAtMs: resourceType.definition.immutable === true ? undefined : Date.parse(resource.lastModifiedAt),
  unique: uniqueDelta(resourceType, resource, undefined),
  indexes: indexDelta(resourceType, resource, undefined),
  exclusive: exclusiveDelta(resourceType, resource, undefined),
  unreferenced: true,
  endsAtMs: endsAtMsOf(resourceType, resource),
  marked: resourceType.definition.searched,
});

/** The change set that deletes resources of one resource type, each in the version at hand: one that changed refuses it whole, with Moved if they may move. */
export const composeRemoval = (
  { newId }: Engine,
  projectKey: string,
  resourceType: ResourceType,
  resources: readonly Base[],
  mayMove?: boolean,
): ChangeSet => {
  const references = new Map<Target, number>();
  for (const resource of resources)
    for (const [target, delta] of referenceDelta(resourceType, resource, undefined))
      references.set(target, (references.get(target) ?? 0) + delta);
  return {
    commitId: newId(),
    projectKey,
    writes: resources.map(resource => deletion(resourceType, resource, mayMove)),
    references,
  };
};

/** Most messages that one erasing deletion takes along. */
const erasedMessagesMax = 100_000;

/** GEN070: with erasure, what the messages about the resource hold goes too. */
const erasures = async (
  { store, resourceTypes }: Engine,
  projectKey: string,
  { id }: Base,
): Promise<ResourceWrite[]> => {
  const messageType = resourceTypes.get('message')!;
  const list = { by: 'value', path: 'resource.id', value: id } as const;
  const ids = await store.slice(projectKey, messageType.typeId, list, { from: 0, to: erasedMessagesMax });
  const bodies = await store.bodies(projectKey, messageType.typeId, ids);
  return bodies
    .filter(body => body !== null)
    .map(body => deletion(messageType, messageType.view(Document.open(body)), true));
};

/** After an erasure only the fact is told: the payload of the last message would keep what was to be forgotten. */
const withoutPayload = ({ type }: MessageDraft): MessageDraft => ({ type });

/** A resource with all that its resource type removes along with it. */
const removalOf = async (engine: Engine, { resourceType, projectKey }: ResourceRequest, resource: Base) => {
  const { removed = [], ended } = (await resourceType.definition.removeAlong?.(engine, projectKey, resource)) ?? {};
  const along = removed.map(({ typeId, resources, mayMove }) =>
    composeRemoval(engine, projectKey, engine.resourceTypes.get(typeId)!, resources, mayMove),
  );
  return { removal: mergeChangeSets(composeRemoval(engine, projectKey, resourceType, [resource]), along), ended };
};

/** DELETE with the version last seen; answers with the deleted resource. */
export const remove = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, projectKey, client, query } = request;
  const version = resourceType.definition.versionless === true ? undefined : readVersion(query);
  const erase = resourceType.definition.erasable === true && readFlag(query, 'dataErasure', false);
  const id = await idOf(engine, request);
  const { document, resource } = await locate(engine, request, id);
  if (version !== undefined && resource.version !== version)
    throw fail('ConcurrentModification', { expectedVersion: version, currentVersion: resource.version });
  const context = await resolve(engine, await engine.settings(projectKey), new References());
  const drafts = resourceType.definition.remove?.(resource, context) ?? [];
  const told = context.project.messages.enabled ? drafts.map(draft => (erase ? withoutPayload(draft) : draft)) : [];
  const last = resourceType.view(document, {
    lastMessageSequenceNumber: (resource.lastMessageSequenceNumber ?? 0) + told.length,
  });
  const body = await expandBody(engine, request, document.body);
  // What goes along is looked for again where some of it went by another way meanwhile.
  const ended = await untilUnmoved(async () => {
    const { removal, ended } = await removalOf(engine, request, resource);
    const writes = [
      ...removal.writes,
      ...(erase ? await erasures(engine, projectKey, resource) : []),
      ...messageWrites(resourceType, engine.resourceTypes.get('message')!, last, told, client, context),
    ];
    await engine.store.commit({ ...removal, writes, ended });
    return ended;
  });
  for (const subject of ended ?? []) await engine.tellEnded?.(projectKey, subject);
  forget(engine, projectKey, resourceType, id);
  return { status: 200, body };
};
