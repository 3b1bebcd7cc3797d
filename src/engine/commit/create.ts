import { fail } from '../../errors/ApiError.js';
import { limits } from '../../config/limits.js';
import type { Base } from '../define/Base.js';
import type { Creation } from '../define/Creation.js';
import { assertValid } from '../define/compileValidator.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import { callOncePerText } from './callOncePerText.js';
import { commitExtended, type Propose } from './extensions.js';
import { exclusiveDelta } from '../references/exclusiveDelta.js';
import { indexDelta } from './indexDelta.js';
import { referenceDelta } from '../references/referenceDelta.js';
import { uniqueDelta } from './uniqueDelta.js';
import { readJsonObject } from '../document/json.js';
import { messageWrites } from './messageWrites.js';
import { cacheResource } from '../resourceCache.js';
import { ReferenceCollector } from '../references/ReferenceCollector.js';
import { resolveReferences } from '../references/resolveReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { expiresAtMsOf } from '../retention.js';
import type { CompiledCreation, ResourceType } from '../define/ResourceType.js';
import { sealHidden } from './sealHidden.js';
import { creatorOf } from './creatorOf.js';
import type { Client } from '../define/Client.js';
import type { Context } from '../define/Context.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import type { MessageDraft } from '../define/Change.js';
import type { CompanionCreation } from '../define/BeforeCommit.js';
import { runBeforeCommit } from './beforeCommit.js';
import { retryOnStaleRead } from './retryOnStaleRead.js';
import type { CombinedChange } from './applyActions.js';
import { pathMembersOf } from '../visibility.js';

/** ERR030, LIM011 */
export const assertResourceSize = (document: Document): Buffer => {
  const { body } = document;
  if (body.length > limits.resourceBytesMax)
    throw fail('ResourceSizeLimitExceeded', { bytes: body.length, bytesMax: limits.resourceBytesMax });
  return body;
};

const creationOf = (
  resourceType: ResourceType,
  segment: string | undefined,
  own: boolean | undefined,
): CompiledCreation => {
  const byDefault = own === true ? resourceType.ownDraft : resourceType.draft;
  const creation = segment === undefined ? byDefault : resourceType.creations.get(segment);
  if (creation === undefined)
    throw new Error(`the route table offers a creation that ${resourceType.typeId} does not declare`);
  return creation;
};

/** Asks for what a creation reads without its draft's identifiers naming it. */
export const collectCreationReads = (
  references: ReferenceCollector,
  { needs = [] }: Pick<Creation<Base>, 'needs'>,
  draft: unknown,
): void => {
  if (typeof needs !== 'function') for (const need of needs) references.collect(need, false);
  else for (const need of needs(draft as never)) references.collect(need, true);
};

type Messages = (resource: Base) => readonly MessageDraft[];

/** A resource to be, as its draft gives it. */
interface Drafted {
  readonly values: Base & Readonly<Record<string, unknown>>;
  readonly messages?: Messages;
  readonly outcome: CombinedChange;
}

const noOutcome: CombinedChange = { changes: {}, messages: [], unreferenced: false };

const newBase = (id: string, client: Client, { now }: Context): Base => ({
  id,
  version: 1,
  createdAt: now,
  lastModifiedAt: now,
  createdBy: creatorOf(client),
  lastModifiedBy: creatorOf(client),
});

/** Pure but for the id, which the context gives, as it does the time. */
const draftWith = (creation: Creation<Base>, draft: unknown, client: Client, context: Context): Drafted => {
  const { id, members, messages, hidden } = creation.create(draft as never, context);
  return {
    values: { ...members, ...newBase(id ?? context.newId(), client, context) },
    messages,
    outcome: { ...noOutcome, hidden },
  };
};

/** The change set and document of a new resource, with what update actions made of it before its first commit. */
const composeDrafted = (
  engine: Engine,
  resourceType: ResourceType,
  { values: drafted, messages, outcome }: Drafted,
  client: Client,
  context: Context,
) => {
  const values = { ...drafted, ...outcome.changes };
  const later = resourceType.definition.sendsMessages === true ? outcome.messages : [];
  const tell = (resource: Base) =>
    context.project.messages.enabled ? [...(messages?.(resource) ?? []), ...later] : [];
  // The resource counts its messages, and a message may hold the resource: counted first, written with the count in it.
  const count =
    resourceType.definition.sendsMessages === true ? { lastMessageSequenceNumber: tell(values).length } : {};
  const document = Document.compose(resourceType.members, { ...values, ...count });
  const resource = resourceType.view(document);
  const createdAtMs = Date.parse(values.createdAt);
  const changeSet: ChangeSet = {
    commitId: engine.newId(),
    projectKey: context.project.key,
    writes: [
      {
        typeId: resourceType.typeId,
        id: values.id,
        body: assertResourceSize(document),
        createdAtMs,
        lastModifiedAtMs: createdAtMs,
        unique: uniqueDelta(resourceType, undefined, resource),
        indexes: indexDelta(resourceType, undefined, resource),
        exclusive: exclusiveDelta(resourceType, undefined, resource),
        hidden: sealHidden(engine, context.project.key, resourceType, values.id, outcome.hidden),
        expiresAtMs: expiresAtMsOf(resourceType, resource),
        markedForIndexing: resourceType.definition.searched,
      },
      ...messageWrites(resourceType, engine.resourceTypes.get('message')!, resource, tell(resource), client, context),
    ],
    references: referenceDelta(resourceType, undefined, resource),
  };
  return { changeSet, document, resource };
};

/** The same for a draft that nothing needs to be settled for. */
export const composeNewResource = (
  engine: Engine,
  resourceType: ResourceType,
  creation: Creation<Base>,
  draft: unknown,
  client: Client,
  context: Context,
) => composeDrafted(engine, resourceType, draftWith(creation, draft, client, context), client, context);

/** What comes to be beside another resource, in its commit. */
export const composeCompanionCreation = (
  engine: Engine,
  { typeId, id, members, messages }: CompanionCreation,
  client: Client,
  context: Context,
): ChangeSet =>
  composeDrafted(
    engine,
    engine.resourceTypes.get(typeId)!,
    { values: { ...members, ...newBase(id, client, context) }, messages, outcome: noOutcome },
    client,
    context,
  ).changeSet;

/** How a drafted resource becomes a commit, with what update actions made of it. */
const proposing =
  (
    engine: Engine,
    request: ResourceRequest,
    creation: Creation<Base>,
    draft: unknown,
    drafted: Drafted,
    context: Context,
  ): Propose =>
  async outcome => {
    const { resourceType, projectKey, client } = request;
    const { changes, requestedEffects = {} } = outcome;
    const values = { ...drafted.values, ...changes };
    const settled = await runBeforeCommit(creation.beforeCommit ?? resourceType.definition.beforeCommit, engine, {
      projectKey,
      context,
      draft,
      after: values,
      changes: values,
      requestedEffects,
      pathMembers: pathMembersOf(request),
    });
    const whole = {
      ...outcome,
      changes: { ...changes, ...settled.set },
      hidden: settled.hidden === undefined ? outcome.hidden : settled.hidden,
    };
    return {
      outcome: whole,
      settled,
      ...composeDrafted(engine, resourceType, { ...drafted, outcome: whole }, client, context),
    };
  };

/** POST on a collection: from a draft to a stored resource, 201. */
export const createResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, projectKey, client } = request;
  const creation = creationOf(resourceType, request.creation, request.own);
  const draft = readJsonObject(request.body);
  assertValid(creation.validate(draft));
  const references = new ReferenceCollector();
  references.collectFrom(draft, creation.identifiers);
  collectCreationReads(references, creation.creation, draft);
  const context = await resolveReferences(engine, await engine.settings(projectKey), references);
  const drafted = draftWith(creation.creation, draft, client, context);
  const placed = { ...drafted, values: { ...drafted.values, ...pathMembersOf(request) } };
  const propose = proposing(engine, request, creation.creation, draft, placed, context);
  const ask = callOncePerText(await engine.extensionCaller?.(projectKey, resourceType.typeId, 'Create'));
  const { document, resource } = (await retryOnStaleRead(() =>
    commitExtended(engine, request, { outcome: placed.outcome, context, ask }, propose),
  ))!;
  cacheResource(engine, projectKey, resourceType, resource, document);
  return { status: 201, body: await expandReferences(engine, request, document.body) };
};
