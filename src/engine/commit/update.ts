import { ApiError, type ErrorEntry, errorEntry, fail } from '../../errors/ApiError.js';
import type { Context } from '../define/Context.js';
import type { Base } from '../define/Base.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import { assertResourceSize } from './assertResourceSize.js';
import { assertValid } from '../define/compileValidator.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { expandReferences } from '../references/expandReferences.js';
import type { ExtensionCall } from '../ExtensionCall.js';
import { callOncePerText } from './callOncePerText.js';
import { commitExtended, type Proposal, type Propose } from './extensions.js';
import { exclusiveDelta } from '../references/exclusiveDelta.js';
import { indexDelta } from './indexDelta.js';
import { referenceDelta } from '../references/referenceDelta.js';
import { uniqueDelta } from './uniqueDelta.js';
import { jsonTypeName, readJsonObject } from '../document/json.js';
import { assertVisible, addressedId, loadAddressed } from '../loadAddressed.js';
import type { StoredResource } from '../define/StoredResource.js';
import { messageWrites } from './messageWrites.js';
import { uncacheResource, cachedDocument, cacheResource } from '../resourceCache.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { expiresAtMsOf } from '../retention.js';
import { sealHidden } from './sealHidden.js';
import { emptyBeforeCommitResult, runBeforeCommit } from './beforeCommit.js';
import type { BeforeCommitResult } from '../define/BeforeCommit.js';
import { retryOnStaleRead } from './retryOnStaleRead.js';
import { creatorOf } from './creatorOf.js';
import {
  applyActions,
  loadActionContext,
  type AvailableActions,
  type CombinedChange,
  parseActions,
  type ParsedAction,
} from './applyActions.js';
import { pathMembersOf } from '../visibility.js';

interface Update {
  readonly version: number;
  readonly steps: readonly ParsedAction[];
}

const integerEntry = (field: string, value: unknown): ErrorEntry =>
  value === undefined
    ? errorEntry('RequiredField', { field, expected: 'an integer, the version last seen' })
    : errorEntry('InvalidJsonInput', {
        message: `Malformed field '${field}': expected an integer, got ${jsonTypeName(value)}.`,
      });

/** GEN066, GEN068, GEN082: version and actions, with everything that is wrong with them told together. */
const readUpdate = (offered: AvailableActions, body: Uint8Array): Update => {
  const { version, actions } = readJsonObject(body);
  const entries: ErrorEntry[] = [];
  if (!Number.isInteger(version)) entries.push(integerEntry('version', version));
  if (!Array.isArray(actions))
    entries.push(
      actions === undefined
        ? errorEntry('RequiredField', { field: 'actions', expected: 'a list of update actions' })
        : errorEntry('InvalidJsonInput', {
            message: `Malformed field 'actions': expected an array, got ${jsonTypeName(actions)}.`,
          }),
    );
  const steps = Array.isArray(actions) ? parseActions(offered, actions, entries) : [];
  assertValid(entries);
  return { version: version as number, steps };
};

/** The change set and document of a changed resource. */
export const composeUpdate = (
  engine: Engine,
  request: Pick<ResourceRequest, 'resourceType' | 'client' | 'projectKey'>,
  located: StoredResource,
  outcome: CombinedChange,
  context: Context,
) => {
  const { resourceType, client, projectKey } = request;
  const before = located.resource;
  // Resource types share actions: what is told of an order is not told of a cart.
  const messages =
    context.project.messages.enabled && resourceType.definition.sendsMessages === true ? outcome.messages : [];
  const changes: Record<string, unknown> = { ...outcome.changes };
  changes.version = before.version + 1;
  changes.lastModifiedAt = context.now;
  changes.lastModifiedBy = creatorOf(client);
  if (resourceType.definition.sendsMessages === true)
    changes.lastMessageSequenceNumber = (before.lastMessageSequenceNumber ?? 0) + messages.length;
  const document = Document.compose(resourceType.members, changes, located.document);
  const after = resourceType.view(document);
  const touched = new Set(Object.keys(outcome.changes));
  const changeSet: ChangeSet = {
    commitId: engine.newId(),
    projectKey,
    writes: [
      {
        typeId: resourceType.typeId,
        id: before.id,
        expectedVersion: before.version,
        expectedModifiedAt: before.lastModifiedAt,
        body: assertResourceSize(document),
        createdAtMs: Date.parse(before.createdAt),
        lastModifiedAtMs: Date.parse(context.now),
        unique: uniqueDelta(resourceType, before, after),
        indexes: indexDelta(resourceType, before, after, touched),
        unreferenced: outcome.unreferenced,
        exclusive: exclusiveDelta(resourceType, before, after, touched),
        expiresAtMs: expiresAtMsOf(resourceType, after),
        hidden: sealHidden(engine, projectKey, resourceType, before.id, outcome.hidden),
        markedForIndexing: resourceType.definition.searched,
      },
      ...messageWrites(resourceType, engine.resourceTypes.get('message')!, after, messages, client, context),
    ],
    references: referenceDelta(resourceType, before, after, touched),
  };
  return { changeSet, document, after };
};

const isNothing = ({ changes, messages, requestedEffects }: CombinedChange): boolean =>
  Object.keys(changes).length === 0 && messages.length === 0 && requestedEffects === undefined;

const proposalOf = (
  engine: Engine,
  request: ResourceRequest,
  located: StoredResource,
  context: Context,
  outcome: CombinedChange,
  settled: BeforeCommitResult<Base>,
): Proposal => {
  const { changeSet, document, after } = composeUpdate(engine, request, located, outcome, context);
  return { outcome, settled, changeSet, document, resource: after };
};

/** How an outcome of this update becomes a commit; undefined when nothing is left to write. */
const proposing =
  (engine: Engine, request: ResourceRequest, located: StoredResource, context: Context): Propose =>
  async outcome => {
    const { resourceType, projectKey } = request;
    const { changes, requestedEffects = {}, changedByActions = Object.keys(changes) } = outcome;
    if (resourceType.definition.beforeCommit === undefined)
      return isNothing({ ...outcome, requestedEffects: undefined })
        ? undefined
        : proposalOf(engine, request, located, context, outcome, emptyBeforeCommitResult);
    const settled = await runBeforeCommit(resourceType.definition.beforeCommit, engine, {
      projectKey,
      context,
      before: located.resource,
      after: resourceType.view(located.document, changes),
      changes,
      changedByActions,
      requestedEffects,
      pathMembers: pathMembersOf(request),
    });
    const whole: CombinedChange = {
      ...outcome,
      changes: { ...changes, ...settled.set },
      changedByActions,
      hidden: settled.hidden === undefined ? outcome.hidden : settled.hidden,
    };
    const { updates, creations, removals, hidden } = settled;
    if (
      isNothing({ ...whole, requestedEffects: undefined }) &&
      [updates, creations, removals, hidden].every(part => part === undefined)
    )
      return undefined;
    return proposalOf(engine, request, located, context, whole, settled);
  };

/** Commits what becomes of a resource, whatever it is that asked for it; undefined where nothing changes. */
export const commitChange = async (
  engine: Engine,
  request: ResourceRequest,
  located: StoredResource,
  outcome: CombinedChange,
  context: Context,
  ask?: ExtensionCall,
): Promise<Document | undefined> => {
  if (isNothing(outcome)) return undefined;
  const propose = proposing(engine, request, located, context);
  const committed = await retryOnStaleRead(() =>
    commitExtended(engine, request, { outcome, context, before: located.document, ask }, propose),
  );
  if (committed !== undefined)
    cacheResource(engine, request.projectKey, request.resourceType, committed.resource, committed.document);
  return committed?.document;
};

/** ERR033 */
export const assertExpectedVersion = ({ version: currentVersion }: Base, expectedVersion: number): void => {
  if (currentVersion !== expectedVersion) throw fail('ConcurrentModification', { expectedVersion, currentVersion });
};

const attempt = async (
  engine: Engine,
  request: ResourceRequest,
  update: Update,
  located: StoredResource,
  ask?: ExtensionCall,
): Promise<Document> => {
  const { resourceType, projectKey } = request;
  assertExpectedVersion(located.resource, update.version);
  const context = await loadActionContext(engine, projectKey, located.resource, update.steps);
  const outcome = applyActions(resourceType, located, update.steps, context);
  return (await commitChange(engine, request, located, outcome, context, ask)) ?? located.document;
};

/** Undefined when the remembered resource does not settle it: it may be older than what is stored. */
const attemptRemembered = async (
  engine: Engine,
  request: ResourceRequest,
  update: Update,
  document: Document,
): Promise<Document | undefined> => {
  const resource = request.resourceType.view(document);
  try {
    assertVisible(request, resource);
    const after = await attempt(engine, request, update, { document, resource });
    // Without a change there was no commit that could have told.
    return after === document ? undefined : after;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    uncacheResource(engine, request.projectKey, request.resourceType, resource.id);
    // It may have been written: tried again, it would meet itself.
    if (error.status >= 500) throw error;
    return undefined;
  }
};

/**
 * POST on a resource: all actions or none (GEN067). The resource as this process remembers it is tried first; whatever
 * refuses the update then may come from another process having moved on, so it is judged again on what is stored. Where
 * others have a say, only what is stored is put before them: they are asked once.
 */
export const updateResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, projectKey } = request;
  const parsed = readUpdate(
    { resourceType, actions: request.own === true ? resourceType.ownActions : resourceType.actions },
    request.body,
  );
  const id = await addressedId(engine, request);
  const ask = callOncePerText(await engine.extensionCaller?.(projectKey, resourceType.typeId, 'Update'));
  const remembered =
    ask === undefined ? cachedDocument(engine, projectKey, resourceType, id, parsed.version) : undefined;
  const document =
    (remembered && (await attemptRemembered(engine, request, parsed, remembered))) ??
    (await attempt(engine, request, parsed, await loadAddressed(engine, request, id), ask));
  return { status: 200, body: await expandReferences(engine, request, document.body) };
};
