/**
 * The deletion of a resource, top to bottom:
 *
 *   load → messages → companion removals → compose → commit → respond
 */
import { collectErrors } from '../../base/errors/PhaseErrors.js';
import type { ResourceWrite } from '../../store/ChangeSet.js';
import { afterCommit } from '../../store/unavailableErrors.js';
import type { Base, StoredResource } from '../define/Base.js';
import type { MessageDraft } from '../define/actions.js';
import type { Context } from '../define/Context.js';
import type { ResourceDefinition } from '../define/ResourceDefinition.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { loadRequested } from '../loadRequested.js';
import { readFlag, readVersion } from '../queryParameters.js';
import { ReferenceCollector, resolveReferences } from '../references/resolveReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { assertExpectedVersion, confirmRefusal, retryOnStaleRead, notifyRevocations } from './commit.js';
import { addCompanionWrites, composeRemoval, deletionWrite } from './companionWrites.js';
import { messageWrites } from './messageWrites.js';
import { respondWith } from './respond.js';
import { assertOwnChangeable } from '../visibility.js';

interface RemovalParameters {
  /** Undefined where any version is deleted. */
  readonly version?: number;
  readonly erase: boolean;
}

const takesVersion = ({ removal }: ResourceDefinition, query: URLSearchParams): boolean =>
  removal?.versionless === 'optional' ? query.has('version') : removal?.versionless !== true;

const parseRemoval = ({ resourceType: { definition }, query }: ResourceRequest): RemovalParameters =>
  collectErrors(undefined, errors => ({
    version: takesVersion(definition, query) ? errors.run(() => readVersion(query), 0) : undefined,
    erase: definition.removal?.erasable !== undefined && errors.run(() => readFlag(query, 'dataErasure', false), false),
  }));

/** DELETE with the version last seen; responds with the deleted resource. */
export const removeResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, projectKey } = request;
  const { version, erase } = parseRemoval(request);
  const stored = await loadRequested(engine, request).catch(async (error: unknown) => {
    if (!(await confirmRefusal(engine, request, error))) throw error;
    // After a failover the resource may be there again.
    return loadRequested(engine, request);
  });
  if (version !== undefined) assertExpectedVersion(stored.resource, version);
  assertOwnChangeable(request, stored.resource);
  const references = new ReferenceCollector();
  for (const need of resourceType.definition.removal?.needs?.(stored.resource) ?? []) references.collect(need, true);
  const context = await resolveReferences(engine, await engine.settings(projectKey), references);
  const messages = removalMessages(request, stored.resource, context, erase);
  // References are expanded before the commit, as companion removals may delete their targets.
  const response = await respondWith(engine, request, 200, stored.document);
  const subjects = await retryOnStaleRead(() => commitRemoval(engine, request, stored, messages, context, erase));
  await afterCommit(notifyRevocations(engine, projectKey, subjects));
  engine.resourceCache.delete(projectKey, resourceType.typeId, stored.resource.id);
  return response;
};

/** The messages about a deletion. With erasure they have no payload, which would keep the erased data. */
const removalMessages = (
  { resourceType: { definition } }: ResourceRequest,
  resource: Base,
  context: Context,
  erase: boolean,
): readonly MessageDraft[] => {
  const drafts = definition.removal?.messages?.(resource, context) ?? [];
  if (!context.project.messages.enabled) return [];
  return erase ? drafts.map(({ type }) => ({ type }) as MessageDraft) : drafts;
};

/** The types whose search finds resources by members of this one. */
export const searchesOf = ({
  typeId,
  search: { indexed, dependents = [] } = {},
}: ResourceDefinition): readonly string[] => (indexed === true ? [typeId, ...dependents] : dependents);

/** Returns the members that messages about an erased resource may contain: none that a client gave, such as its key. */
const ownMembers = ({ id, version, createdAt, lastModifiedAt }: Base): Base => ({
  id,
  version,
  createdAt,
  lastModifiedAt,
});

/**
 * Commits a deletion once; returns the subjects whose tokens it has revoked. Companion removals are read again on every
 * attempt.
 */
const commitRemoval = async (
  engine: Engine,
  request: ResourceRequest,
  { document, resource }: StoredResource,
  messages: readonly MessageDraft[],
  context: Context,
  erase: boolean,
): Promise<readonly string[] | undefined> => {
  const { resourceType, projectKey, client } = request;
  const companions = await resourceType.definition.removal?.companions?.(engine, projectKey, resource);
  const { updates, removals } = companions ?? {};
  const own = composeRemoval(engine, projectKey, resourceType, [resource]);
  if (erase && resourceType.definition.removal?.erasable === 'whileReferenced')
    for (const write of own.writes) Object.assign(write, { unreferenced: false });
  const removal = addCompanionWrites(engine, own, { updates, removals }, client, context);
  const lastMessageSequenceNumber = (resource.lastMessageSequenceNumber ?? 0) + messages.length;
  const last = erase
    ? { ...ownMembers(resource), lastMessageSequenceNumber }
    : resourceType.view(document, { lastMessageSequenceNumber });
  await engine.store.commit({
    ...removal,
    erasedFrom: erase ? searchesOf(resourceType.definition) : undefined,
    erasedHistory: erase ? { typeId: resourceType.typeId, id: resource.id } : undefined,
    writes: [
      ...removal.writes,
      ...(erase ? await erasureWrites(engine, projectKey, resource) : []),
      ...messageWrites(resourceType, engine.messageType, last, messages, client, context, resource.lastModifiedAt),
    ],
    revokedTokenSubjects: companions?.revokedTokenSubjects,
  });
  return companions?.revokedTokenSubjects;
};

/** Bounds the messages that one erasing deletion deletes. */
const erasedMessagesMax = 100_000;

/** Deletes the messages about a resource, which hold its data (GEN070). */
export const erasureWrites = async (
  { store, messageType }: Engine,
  projectKey: string,
  { id }: Base,
): Promise<ResourceWrite[]> => {
  const list = { by: 'value', path: 'resource.id', value: id } as const;
  const ids = await store.idsInRange(projectKey, messageType.typeId, list, { from: 0, to: erasedMessagesMax });
  const bodies = await store.bodies(projectKey, messageType.typeId, ids);
  return bodies
    .filter(body => body !== null)
    .map(body => deletionWrite(messageType, messageType.view(Document.open(body)), true));
};
