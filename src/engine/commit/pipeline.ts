/**
 * The write path, top to bottom. Every creation and every update runs through the same stages:
 *
 *   load → apply → beforeCommit → extensions → compose → commit → respond
 *
 * load parseDraft, parseUpdate; loadAddressed, loadDraftContext, loadActionContext: everything that is read first
 * apply         applyDraft, applyActions: pure functions that give a CombinedChange
 * beforeCommit  the resource type's hook, which may read and change other resources
 * compose       the document and its change set; beforeCommit and compose together make a Proposal
 * extensions    API extensions see the proposal; after each answer beforeCommit and compose run again
 * commit        lua/commit.lua writes all or nothing; a stale read starts again at beforeCommit
 * respond       the committed bytes, with expanded references
 *
 * Deletions have stages of their own (removeResource.ts).
 */
import { ApiError } from '../../errors/ApiError.js';
import type { Document } from '../document/Document.js';
import type { StoredResource } from '../define/StoredResource.js';
import { turnForLongWork } from '../../shedding/longWork.js';
import { throwNotWritten } from '../../store/unavailableErrors.js';
import type { Engine } from '../Engine.js';
import type { ExtensionCall } from '../ExtensionCall.js';
import { addressedId, assertVisible, hasAddress, loadAddressed } from '../loadAddressed.js';
import { referableResources } from '../references/referableResources.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { assertStoreChange, pathMembersOf } from '../visibility.js';
import { applyActions } from './applyActions.js';
import { applyDraft } from './applyDraft.js';
import { assertExpectedVersion } from './assertExpectedVersion.js';
import { changesNothing, type CombinedChange } from './CombinedChange.js';
import { callOncePerText } from './callOncePerText.js';
import { callExtensions } from './extensions.js';
import { loadActionContext, loadDraftContext } from './load.js';
import { parseDraft } from './parseDraft.js';
import { parseUpdate, type ParsedUpdate } from './parseUpdate.js';
import type { PendingCreate, PendingUpdate, PendingWrite } from './PendingWrite.js';
import type { Proposal } from './Proposal.js';
import { proposeWrite } from './propose.js';
import { respondToWrite } from './respond.js';
import { retryOnStaleRead } from './retryOnStaleRead.js';
import { writeChangeSet } from './writeChangeSet.js';

/** POST on a collection: creates a resource from a draft, 201. */
export const createResource = async (engine: Engine, request: ResourceRequest): Promise<Response> =>
  respondToWrite(engine, request, 201, await writeNew(engine, request).catch(throwNotWritten));

const writeNew = async (engine: Engine, request: ResourceRequest): Promise<Document> => {
  const parsed = parseDraft(request);
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
  };
  const call = await engine.extensionCaller?.(request.projectKey, request.resourceType.typeId, 'Create');
  const document = await commitWrite(engine, write, change, call);
  if (document === undefined) throw new Error('a creation always writes');
  return document;
};

/**
 * POST on a resource: applies all update actions or none (GEN067). The cached resource is tried first. A refusal of it
 * may only mean that another process has written meanwhile, so the update is tried again on the stored resource. Where
 * extensions are called, only the stored resource is used: they are called once.
 */
export const updateResource = async (engine: Engine, request: ResourceRequest): Promise<Response> =>
  respondToWrite(engine, request, 200, await writeUpdate(engine, request).catch(throwNotWritten));

const writeUpdate = async (engine: Engine, request: ResourceRequest): Promise<Document> => {
  const update = parseUpdate(request);
  const id = await addressedId(engine, request);
  const call = await engine.extensionCaller?.(request.projectKey, request.resourceType.typeId, 'Update');
  return (
    (call === undefined ? await updateCached(engine, request, update, id) : undefined) ??
    (await updateStored(engine, request, update, await loadAddressed(engine, request, id), call))
  );
};

/** Updates the cached resource. Undefined where that decides nothing: it may be older than the stored one. */
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
  if (!hasAddress(request, resource)) return undefined;
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

/** Applies an update to a resource and commits it; returns the resource as it was where nothing changes. */
const updateStored = async (
  engine: Engine,
  request: ResourceRequest,
  update: ParsedUpdate,
  stored: StoredResource,
  call?: ExtensionCall,
): Promise<Document> => {
  assertExpectedVersion(stored.resource, update.version);
  const { projectKey, resourceType } = request;
  const referable = referableResources(engine, request);
  const context = await loadActionContext(engine, projectKey, stored.resource, update.actions, referable);
  const turn = turnForLongWork(projectKey, stored.document.body.length);
  if (turn !== undefined) await turn;
  const change = await applyActions(resourceType, stored, update.actions, context);
  assertStoreChange(request, stored.resource, change.changes);
  return (await commitUpdate(engine, { kind: 'update', request, context, stored }, change, call)) ?? stored.document;
};

/** Commits a change of a stored resource, also one that is no update action. Undefined where nothing changes. */
export const commitUpdate = (
  engine: Engine,
  write: PendingUpdate,
  change: CombinedChange,
  call?: ExtensionCall,
): Promise<Document | undefined> =>
  changesNothing(change) && change.requestedEffects === undefined
    ? Promise.resolve(undefined)
    : commitWrite(engine, write, change, call);

/** Runs the stages from beforeCommit to commit, again after a stale read. Undefined where nothing is left to write. */
const commitWrite = async (
  engine: Engine,
  write: PendingWrite,
  change: CombinedChange,
  call?: ExtensionCall,
): Promise<Document | undefined> => {
  const callOnce = call && callOncePerText(call);
  const committed = await retryOnStaleRead(() => commitOnce(engine, write, change, callOnce));
  if (committed === undefined) return undefined;
  const { projectKey, resourceType } = write.request;
  engine.resourceCache.put(projectKey, resourceType.typeId, committed.resource, committed.document);
  return committed.document;
};

/** Bytes of what a write is composed of. */
const lengthOf = (write: PendingWrite): number =>
  Math.max(
    write.request.body.length,
    (write.kind === 'create' ? write.drafted.source : write.stored.document)?.body.length ?? 0,
  );

const commitOnce = async (
  engine: Engine,
  write: PendingWrite,
  change: CombinedChange,
  call?: ExtensionCall,
): Promise<Proposal | undefined> => {
  const turn = turnForLongWork(write.request.projectKey, lengthOf(write));
  if (turn !== undefined) await turn;
  const proposal = await proposeWrite(engine, write, change);
  if (proposal === undefined) return undefined;
  const extended = call === undefined ? [] : await callExtensions(engine, write, proposal, call);
  return await writeChangeSet(engine, write, proposal, extended);
};
