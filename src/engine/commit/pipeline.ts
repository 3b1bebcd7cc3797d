/**
 * The write path, top to bottom. Every creation and every update runs through the same stages:
 *
 *   load → apply → beforeCommit → compose → extensions → commit → respond
 *
 * load          parseDraft, parseUpdate; loadRequested, loadDraftContext, loadActionContext: all that is read first
 * apply         applyDraft, applyActions: pure functions that give a CombinedChange
 * beforeCommit  the resource type's hook, which may read and change other resources
 * compose       the document and its change set; beforeCommit and compose together make a Proposal
 * extensions    API extensions see the proposal; after each answer beforeCommit and compose run again
 * commit        lua/commit/commit.lua writes all or nothing; a stale read starts again at beforeCommit
 * respond       the committed bytes, with expanded references
 *
 * Deletions have stages of their own (removeResource.ts).
 */
import type { ExtensionCalls } from '../ExtensionCall.js';
import { ApiError, fail } from '../../base/errors/ApiError.js';
import type { Document } from '../document/Document.js';
import type { StoredResource, Base } from '../define/Base.js';
import type { Context } from '../define/Context.js';
import type { PendingChange } from '../define/DefinitionGroups.js';
import { afterCommit, StaleDefinitionError } from '../../store/unavailableErrors.js';
import { turnForLongWork } from '../../base/shedding/WorkTime.js';
import type { Engine } from '../Engine.js';
import { locatedId, assertVisible, hasLocator, loadRequested } from '../loadRequested.js';
import { referableResources } from '../references/resolveReferences.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { assertOwnChange, assertOwnChangeable, assertStoreChange, pathMembersOf } from '../visibility.js';
import { applyActions, applyDraft } from './apply.js';
import { assertExpectedVersion, confirmRefusal, confirmUnchanged, retryOnStaleRead, writeChangeSet } from './commit.js';
import {
  changesNothing,
  type CombinedChange,
  type PendingCreate,
  type PendingUpdate,
  type PendingWrite,
  type Proposal,
} from './changeSets.js';
import { createUpdateExtender } from './extendUpdate.js';
import { callExtensions, callOncePerText } from './extensions.js';
import { loadActionContext, loadDraftContext } from './load.js';
import { type ParsedDraft, parseDraft, parseUpdate, type ParsedUpdate, type ParsedAction } from './parseBody.js';
import { lengthOf, proposeWrite } from './propose.js';
import { respondWith } from './respond.js';
import { allowsScope } from '../../base/credentials/scopes.js';

const noScopes: ReadonlySet<string> = new Set();

const assertScope = (
  { projectKey, scopes = noScopes }: ResourceRequest,
  needed: readonly string[],
  subject: string,
): void => {
  if (allowsScope(scopes, needed)) return;
  const wanted = needed.map(name => `${name}:${projectKey}`).join(', ');
  throw fail('insufficient_scope', { message: `Insufficient scope. ${subject}: one of these is needed: ${wanted}.` });
};

/** Requires the scopes of a locked resource and of update actions, which the route does not know. */
const assertUpdateScopes = (request: ResourceRequest, resource: Base, actions: readonly ParsedAction[]): void => {
  const { typeId, definition } = request.resourceType;
  const { lock } = definition.scopes;
  if (lock !== undefined && (resource as Base & Readonly<Record<string, unknown>>)[lock.field] !== undefined)
    assertScope(request, lock.scopes, `The ${typeId} is locked`);
  for (const { compiled, at } of actions)
    if (compiled.action.scopes !== undefined)
      assertScope(request, compiled.action.scopes, `The update action at ${at}`);
};

/** POST on a collection: creates a resource from a draft, 201. */
export const createResource = async (engine: Engine, request: ResourceRequest): Promise<Response> =>
  createFromDraft(engine, request, await parseDraft(request));

export const createFromDraft = (engine: Engine, request: ResourceRequest, parsed: ParsedDraft): Promise<Response> =>
  retryOnStaleRead(() => createOnce(engine, request, parsed), StaleDefinitionError);

const createOnce = async (engine: Engine, request: ResourceRequest, parsed: ParsedDraft): Promise<Response> => {
  const { draft, compiled } = parsed;
  const context = await loadDraftContext(engine, request.projectKey, parsed, referableResources(engine, request));
  const { drafted, change } = applyDraft(compiled.creation, draft, request.client, context);
  const write: PendingCreate = {
    kind: 'create',
    request,
    context,
    creation: compiled.creation,
    draft,
    drafted: { ...drafted, values: Object.assign(drafted.values, pathMembersOf(request)) },
    extend: createUpdateExtender(engine, request),
  };
  const calls = await engine.extensionCaller?.(request.projectKey, request.resourceType.typeId, 'Create');
  const document = await commitWrite(engine, write, change, calls).catch(async (error: unknown) => {
    await confirmRefusal(engine, request, error);
    throw error;
  });
  if (document === undefined) throw new Error('a creation always writes');
  return afterCommit(respondWith(engine, request, 201, document));
};

/**
 * POST on a resource: applies all update actions or none (GEN067). The cached resource is tried first. A refusal of it
 * may only mean that another process has written meanwhile, so the update is tried again on the stored resource. Where
 * extensions are called, only the stored resource is used: they are called once.
 */
export const updateResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const update = await parseUpdate(request);
  const id = await locatedId(engine, request);
  const calls = await engine.extensionCaller?.(request.projectKey, request.resourceType.typeId, 'Update');
  const document =
    (calls === undefined ? await updateCached(engine, request, update, id) : undefined) ??
    (await updateStored(engine, request, update, await loadRequested(engine, request, id), calls));
  return afterCommit(respondWith(engine, request, 200, document));
};

/** Updates the cached resource; undefined where the result is not final, since it may be older than the stored one. */
const updateCached = async (
  engine: Engine,
  request: ResourceRequest,
  update: ParsedUpdate,
  id: string,
): Promise<Document | undefined> => {
  const { projectKey, resourceType } = request;
  const cached = engine.resourceCache.get(projectKey, resourceType.typeId, id, update.version);
  if (cached === undefined) return undefined;
  const resource = resourceType.view(cached);
  // The key of the request has moved since it was looked up.
  if (!hasLocator(request, resource)) return undefined;
  try {
    assertVisible(request, resource);
    const document = await updateStored(engine, request, update, { document: cached, resource });
    // Without a change there was no commit, which would have checked the version.
    return document === cached ? undefined : document;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    engine.resourceCache.delete(projectKey, resourceType.typeId, id);
    // The commit may have been written: a second attempt would be refused because of the first.
    if (error.status >= 500) throw error;
    return undefined;
  }
};

/** Applies an update to a resource and commits it; repeats both if a definition of its actions has changed. */
const updateStored = (
  engine: Engine,
  request: ResourceRequest,
  update: ParsedUpdate,
  stored: StoredResource,
  calls?: ExtensionCalls,
): Promise<Document> =>
  retryOnStaleRead(() => updateOnce(engine, request, update, stored, calls), StaleDefinitionError);

const updateOnce = async (
  engine: Engine,
  request: ResourceRequest,
  update: ParsedUpdate,
  stored: StoredResource,
  calls?: ExtensionCalls,
): Promise<Document> => {
  assertExpectedVersion(stored.resource, update.version);
  assertUpdateScopes(request, stored.resource, update.actions);
  assertOwnChangeable(request, stored.resource);
  const { projectKey, resourceType } = request;
  const referable = referableResources(engine, request);
  const { clientId } = request.client;
  const loaded = await loadActionContext(
    engine,
    projectKey,
    resourceType.typeId,
    stored.resource,
    update.actions,
    referable,
  );
  const pending = await resourceType.definition.pendingChange?.(engine, projectKey, stored.resource);
  const context = { ...loaded, clientId, definitions: withDefinitions(loaded, pending) };
  const turn = turnForLongWork(projectKey, stored.document.body.length);
  if (turn !== undefined) await turn;
  const change = await applyActions(resourceType, stored, update.actions, context, pending?.set);
  assertStoreChange(request, stored.resource, change.changes);
  assertOwnChange(request, change.changes);
  const extend = createUpdateExtender(engine, request);
  return commitUpdate(engine, { kind: 'update', request, context, stored, extend }, change, calls);
};

/** The definitions of the actions, and those of a change that definitions ask for. */
const withDefinitions = ({ definitions }: Context, pending: PendingChange | undefined): Context['definitions'] =>
  pending === undefined ? definitions : [...(definitions ?? []), ...pending.definitions];

/**
 * Commits a change of a stored resource, also one that is no update action. Where nothing changes, replicas must
 * confirm the stored version now: the change that made it may have failed because they had not.
 */
export const commitUpdate = async (
  engine: Engine,
  write: PendingUpdate,
  change: CombinedChange,
  calls?: ExtensionCalls,
): Promise<Document> => {
  const isUnchanged = changesNothing(change) && change.requestedEffects === undefined;
  const committed = isUnchanged ? undefined : await commitWrite(engine, write, change, calls);
  return committed ?? confirmUnchanged(engine, write.request, write.stored);
};

/** Runs the stages from beforeCommit to commit, again after a stale read. Undefined where nothing is left to write. */
const commitWrite = async (
  engine: Engine,
  write: PendingWrite,
  change: CombinedChange,
  calls?: ExtensionCalls,
): Promise<Document | undefined> => {
  const callsOnce = calls?.map(callOncePerText);
  const committed = await retryOnStaleRead(() => commitOnce(engine, write, change, callsOnce));
  if (committed === undefined) return undefined;
  const { projectKey, resourceType } = write.request;
  engine.resourceCache.put(projectKey, resourceType.typeId, committed.resource, committed.document);
  // The commit has written its time into the body, which the document may have read before.
  return committed.document.reopen();
};

const commitOnce = async (
  engine: Engine,
  write: PendingWrite,
  change: CombinedChange,
  calls?: ExtensionCalls,
): Promise<Proposal | undefined> => {
  const turn = turnForLongWork(write.request.projectKey, lengthOf(write));
  if (turn !== undefined) await turn;
  const proposal = await proposeWrite(engine, write, change);
  if (proposal === undefined) return undefined;
  const extended = calls === undefined ? [] : await callExtensions(engine, write, proposal, calls);
  return await writeChangeSet(engine, write, proposal, extended);
};
