import { fail } from '../../errors/ApiError.js';
import type { ChangeSet, ResourceWrite } from '../../store/ChangeSet.js';
import { mergeChangeSets } from '../../store/mergeChangeSets.js';
import type { Target } from '../../store/target.js';
import type { MessageDraft } from '../define/Change.js';
import type { Base } from '../define/Base.js';
import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import { exclusiveDelta } from '../references/exclusiveDelta.js';
import { indexDelta } from './indexDelta.js';
import { referenceDelta } from '../references/referenceDelta.js';
import { uniqueDelta } from './uniqueDelta.js';
import { addressedId, loadAddressed } from '../loadAddressed.js';
import { messageWrites } from './messageWrites.js';
import { readFlag, readVersion } from '../parameters.js';
import { ReferenceCollector } from '../references/ReferenceCollector.js';
import { resolveReferences } from '../references/resolveReferences.js';
import { retryOnStaleRead } from './retryOnStaleRead.js';
import { uncacheResource } from '../resourceCache.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { expiresAtMsOf } from '../retention.js';
import type { ResourceType } from '../define/ResourceType.js';
import { Document } from '../document/Document.js';

const deletion = (resourceType: ResourceType, resource: Base, mayMove?: boolean): ResourceWrite => ({
  typeId: resourceType.typeId,
  id: resource.id,
  expectedVersion: resource.version,
  retryIfStale,
  createdAtMs: Date.parse(resource.createdAt),
  lastModifiedAtMs: resourceType.definition.immutable === true ? undefined : Date.parse(resource.lastModifiedAt),
  unique: uniqueDelta(resourceType, resource, undefined),
  indexes: indexDelta(resourceType, resource, undefined),
  exclusive: exclusiveDelta(resourceType, resource, undefined),
  unreferenced: true,
  expiresAtMs: expiresAtMsOf(resourceType, resource),
  markedForIndexing: resourceType.definition.searched,
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
  const ids = await store.idsInRange(projectKey, messageType.typeId, list, { from: 0, to: erasedMessagesMax });
  const bodies = await store.bodies(projectKey, messageType.typeId, ids);
  return bodies
    .filter(body => body !== null)
    .map(body => deletion(messageType, messageType.view(Document.open(body)), true));
};

/** After an erasure only the fact is told: the payload of the last message would keep what was to be forgotten. */
const withoutPayload = ({ type }: MessageDraft): MessageDraft => ({ type });

/** A resource with all that its resource type removes along with it. */
const removalOf = async (engine: Engine, { resourceType, projectKey }: ResourceRequest, resource: Base) => {
  const { removals = [], revokedTokenSubjects } =
    (await resourceType.definition.companionRemovals?.(engine, projectKey, resource)) ?? {};
  const along = removals.map(({ typeId, resources, retryIfStale }) =>
    composeRemoval(engine, projectKey, engine.resourceTypes.get(typeId)!, resources, retryIfStale),
  );
  return { removal: mergeChangeSets(composeRemoval(engine, projectKey, resourceType, [resource]), along), ended };
};

/** DELETE with the version last seen; answers with the deleted resource. */
export const removeResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, projectKey, client, query } = request;
  const version = resourceType.definition.versionless === true ? undefined : readVersion(query);
  const erase = resourceType.definition.erasable === true && readFlag(query, 'dataErasure', false);
  const id = await addressedId(engine, request);
  const { document, resource } = await loadAddressed(engine, request, id);
  if (version !== undefined && resource.version !== version)
    throw fail('ConcurrentModification', { expectedVersion: version, currentVersion: resource.version });
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  const drafts = resourceType.definition.removalMessages?.(resource, context) ?? [];
  const told = context.project.messages.enabled ? drafts.map(draft => (erase ? withoutPayload(draft) : draft)) : [];
  const last = resourceType.view(document, {
    lastMessageSequenceNumber: (resource.lastMessageSequenceNumber ?? 0) + told.length,
  });
  const body = await expandReferences(engine, request, document.body);
  // What goes along is looked for again where some of it went by another way meanwhile.
  const ended = await retryOnStaleRead(async () => {
    const { removal, ended } = await removalOf(engine, request, resource);
    const writes = [
      ...removal.writes,
      ...(erase ? await erasures(engine, projectKey, resource) : []),
      ...messageWrites(resourceType, engine.resourceTypes.get('message')!, last, told, client, context),
    ];
    await engine.store.commit({ ...removal, writes, revokedTokenSubjects });
    return ended;
  });
  for (const subject of ended ?? []) await engine.notifyTokensRevoked?.(projectKey, subject);
  uncacheResource(engine, projectKey, resourceType, id);
  return { status: 200, body };
};
