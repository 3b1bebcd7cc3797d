import { limits } from '../../base/config/limits.js';
import { fail } from '../../base/errors/ApiError.js';
import { Document } from '../document/Document.js';
import type { Base, StoredResource, Client } from '../define/Base.js';
import type { Change, MessageDraft } from '../define/actions.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';
import { countsMessages, type ResourceDefinition } from '../define/ResourceDefinition.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import type { Context } from '../define/Context.js';
import type { Creation } from '../define/Creation.js';
import { exclusiveDelta, referenceDelta } from '../references/referenceDeltas.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { expiresAtMsOf } from '../retention.js';
import { applyDraft, creatorOf } from './apply.js';
import type { CombinedChange, DraftedResource, PendingWrite, ComposedWrite } from './changeSets.js';
import { changeTime, creationTime } from './commitTimes.js';
import { customFieldDelta, indexDelta, sharedStampOf, stampsOf, uniqueDelta } from './indexDeltas.js';
import { messageWrites } from './messageWrites.js';
import { totalsDelta } from './totalsDelta.js';

/** Returns the body of a document; throws for one that is longer than a resource may be (ERR030, LIM011). */
const assertResourceSize = ({ body }: Document): Buffer => {
  if (body.length > limits.resourceBytesMax)
    throw fail('ResourceSizeLimitExceeded', { bytes: body.length, bytesMax: limits.resourceBytesMax });
  return body;
};

/**
 * Seals the hidden values of a resource (store/Sealer.ts). Types with `unsealedHidden` store them as they are: hashes
 * must survive a change of the encryption key.
 */
const sealHidden = (
  { sealer }: Pick<Engine, 'sealer'>,
  projectKey: string,
  { typeId, definition }: ResourceType,
  id: string,
  hidden: Change<Base>['hidden'],
): Buffer | null | undefined => {
  if (hidden === undefined || hidden === null) return hidden;
  return definition.storage?.unsealedHidden === true
    ? Buffer.from(JSON.stringify(hidden))
    : sealer.seal(hidden, { projectKey, typeId, id });
};

/** Returns the members whose values are not identical to those of the source; the others keep their bytes. */
const membersOtherThan = (
  source: Document,
  names: readonly string[],
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const others: Record<string, unknown> = {};
  for (const name of names) if (members[name] !== source.value(name)) others[name] = members[name];
  return others;
};

/** The change set and document of a new resource, with the changes of hook and extensions before its first commit. */
export const composeCreation = (
  engine: Engine,
  { resourceType, client, projectKey }: Pick<ResourceRequest, 'resourceType' | 'client' | 'projectKey'>,
  { values: drafted, messages, source }: DraftedResource,
  change: CombinedChange,
  context: Context,
): ComposedWrite => {
  const { definition, typeId } = resourceType;
  // A spread of one object and further members would make a hidden class for each of them (apply.ts).
  const members: DraftedResource['values'] = Object.assign({}, drafted, change.changes);
  const messagesOf = (resource: Base): readonly MessageDraft[] =>
    context.project.messages.enabled ? [...(messages?.(resource) ?? []), ...change.messages] : [];
  // The resource counts its messages, and a message may hold the resource: they are counted first, then written with
  // that count.
  if (countsMessages(definition)) Object.assign(members, { lastMessageSequenceNumber: messagesOf(members).length });
  const document = Document.compose(
    resourceType.members,
    source === undefined ? members : membersOtherThan(source, resourceType.members, members),
    source,
    resourceType.headMemberCount,
  );
  const resource = resourceType.view(document);
  const createdAtMs = Date.parse(members.createdAt);
  const expiresAtMs = expiresAtMsOf(resourceType, resource);
  const commitTime = creationTime(resourceType, document, members, expiresAtMs);
  const changeSet: ChangeSet = {
    commitId: engine.newId(),
    projectKey,
    writes: [
      {
        typeId,
        id: members.id,
        body: assertResourceSize(document),
        compression: resourceType.compression,
        commitTime,
        createdAtMs,
        lastModifiedAtMs: resourceType.isImmutable ? undefined : createdAtMs,
        unique: uniqueDelta(resourceType, undefined, resource),
        indexes: indexDelta(resourceType, undefined, resource),
        customFields: customFieldDelta(resourceType, undefined, resource),
        totals: undefined,
        exclusive: exclusiveDelta(resourceType, undefined, resource),
        hidden: sealHidden(engine, projectKey, resourceType, members.id, change.hidden),
        expiresAtMs,
        stamps: stampsOf(resourceType, undefined, resource),
        sharedStamp: sharedStampOf(resourceType, undefined, resource),
        stampsSearchedIn: definition.search?.dependents,
        markedForIndexing: definition.search?.indexed,
      },
      ...messageWrites(resourceType, engine.messageType, resource, messagesOf(resource), client, context),
    ],
    references: referenceDelta(resourceType, undefined, resource),
  };
  return { changeSet, document, resource };
};

/** Composes a resource from a draft, without beforeCommit hook and extensions. */
export const composeNewResource = (
  engine: Engine,
  resourceType: ResourceType,
  creation: Creation<Base>,
  draft: unknown,
  client: Client,
  context: Context,
): ComposedWrite => {
  const { drafted, change } = applyDraft(creation, draft, client, context);
  const request = { resourceType, client, projectKey: context.project.key };
  return composeCreation(engine, request, drafted, change, context);
};

/** Returns the expiry of a resource; undefined where it has not changed, so that its entry in the list stays. */
const changedExpiry = (resourceType: ResourceType, before: Base, after: Base): number | null | undefined => {
  const expiry = expiresAtMsOf(resourceType, after);
  return expiry === expiresAtMsOf(resourceType, before) ? undefined : expiry;
};

/** Tells whether a change affects by what searches of other types find resources. */
const isSearchedChange = (
  { search }: Pick<ResourceDefinition, 'search'>,
  changed: ReadonlySet<string>,
  before: Base,
  after: Base,
): boolean =>
  search?.members?.some(member => changed.has(member)) !== false && search?.isAffected?.(before, after) !== false;

/** The change set and document of a changed resource. Members that do not change keep their stored bytes. */
export const composeUpdate = (
  engine: Engine,
  { resourceType, client, projectKey }: Pick<ResourceRequest, 'resourceType' | 'client' | 'projectKey'>,
  stored: StoredResource,
  change: CombinedChange,
  context: Context,
): ComposedWrite => {
  const { definition, typeId } = resourceType;
  const before = stored.resource;
  const messages = context.project.messages.enabled ? change.messages : [];
  // With the changes spread into a new object, each further member would take a hidden class of its own: 3 µs an
  // update.
  const changes = Object.assign(
    {},
    change.changes,
    { version: before.version + 1, lastModifiedAt: context.now, lastModifiedBy: creatorOf(client) },
    countsMessages(definition) && {
      lastMessageSequenceNumber: (before.lastMessageSequenceNumber ?? 0) + messages.length,
    },
  );
  const document = Document.compose(resourceType.members, changes, stored.document, resourceType.headMemberCount);
  const resource = resourceType.view(document);
  const changed = new Set(Object.keys(change.changes));
  const expiresAtMs = changedExpiry(resourceType, before, resource);
  const changeSet: ChangeSet = {
    commitId: engine.newId(),
    projectKey,
    writes: [
      {
        typeId,
        id: before.id,
        expectedVersion: before.version,
        expectedTimes: { createdAt: before.createdAt, lastModifiedAt: before.lastModifiedAt },
        body: assertResourceSize(document),
        unchangedFrom: document.unchangedFrom,
        compression: resourceType.compression,
        commitTime: context.keepsTime === true ? undefined : changeTime(resourceType, document, resource, expiresAtMs),
        createdAtMs: Date.parse(before.createdAt),
        lastModifiedAtMs: Date.parse(context.now),
        unique: uniqueDelta(resourceType, before, resource, changed),
        indexes: indexDelta(resourceType, before, resource, changed),
        customFields: customFieldDelta(resourceType, before, resource, changed),
        totals: totalsDelta(resourceType, before, resource, changed),
        unreferenced: change.unreferenced,
        exclusive: exclusiveDelta(resourceType, before, resource, changed),
        expiresAtMs,
        hidden: sealHidden(engine, projectKey, resourceType, before.id, change.hidden),
        stamps: stampsOf(resourceType, before, resource),
        sharedStamp: sharedStampOf(resourceType, before, resource),
        stampsSearchedIn: isSearchedChange(definition, changed, before, resource)
          ? definition.search?.dependents
          : undefined,
        markedForIndexing: definition.search?.indexed,
      },
      ...messageWrites(resourceType, engine.messageType, resource, messages, client, context, before.lastModifiedAt),
    ],
    references: referenceDelta(resourceType, before, resource, changed),
  };
  return { changeSet, document, resource };
};

/** The stage `compose`: the document and the change set of a write. */
export const composeWrite = (engine: Engine, write: PendingWrite, change: CombinedChange): ComposedWrite => {
  const { request, context } = write;
  return write.kind === 'create'
    ? composeCreation(engine, request, write.drafted, change, context)
    : composeUpdate(engine, request, write.stored, change, context);
};
