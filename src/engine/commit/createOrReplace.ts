import { ApiError, required } from '../../base/errors/ApiError.js';
import { afterCommit } from '../../store/unavailableErrors.js';
import { pairField, valueOfField } from '../define/addressPair.js';
import type { StoredResource } from '../define/Base.js';
import { changedMembers } from '../document/sameValue.js';
import type { Engine } from '../Engine.js';
import { loadStored } from '../loadResources.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { applyDraft } from './apply.js';
import { noChange } from './changeSets.js';
import { assertExpectedVersion } from './commit.js';
import { loadDraftContext } from './load.js';
import { type ParsedDraft, parseDraft } from './parseBody.js';
import { commitUpdate, createFromDraft } from './pipeline.js';
import { respondWith } from './respond.js';

/** Bounds the attempts: other requests may create and delete the resource of the address meanwhile. */
const attemptsMax = 5;

const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.entries.some(({ code }) => code === 'DuplicateField');

/** The resource that has the address of a draft. */
const findReplaced = async (
  engine: Engine,
  { projectKey, resourceType: { typeId, definition } }: ResourceRequest,
  { draft }: ParsedDraft,
): Promise<StoredResource | undefined> => {
  const field = pairField(required(definition.otherAddresses?.pair, `the address of a ${typeId}`));
  const id = await engine.store.findId(projectKey, typeId, field, valueOfField(draft, field));
  return id === null ? undefined : loadStored(engine, projectKey, typeId, id);
};

/** Replaces all members of a resource; equal ones keep its version. */
const replace = async (
  engine: Engine,
  request: ResourceRequest,
  { compiled, draft }: ParsedDraft,
  stored: StoredResource,
): Promise<Response> => {
  if (draft.version !== undefined) assertExpectedVersion(stored.resource, draft.version as number);
  const { projectKey, client, resourceType } = request;
  const context = await loadDraftContext(engine, projectKey, { compiled, draft }, undefined);
  const { values } = applyDraft(compiled.creation, draft, client, context).drafted;
  const names = Object.keys(resourceType.definition.resource.properties);
  const members = Object.fromEntries(names.map(name => [name, values[name]]));
  const changes = changedMembers(members, stored.resource as unknown as typeof members);
  const document = await commitUpdate(engine, { kind: 'update', request, context, stored }, { ...noChange, changes });
  return afterCommit(respondWith(engine, request, 200, document));
};

/**
 * POST on a collection whose resources have a pair of members as their address: creates a resource, 201, or replaces
 * the one that has the address, 200. A version in the draft must be that of the replaced one; a change that another
 * request makes meanwhile is a ConcurrentModification also without one.
 */
export const createOrReplaceResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const parsed = await parseDraft(request);
  for (let attempts = 1; ; attempts++) {
    const stored = await findReplaced(engine, request, parsed);
    if (stored !== undefined) return replace(engine, request, parsed, stored);
    try {
      return await createFromDraft(engine, request, parsed);
    } catch (error) {
      // Another request has created it meanwhile.
      if (!isTaken(error) || attempts === attemptsMax) throw error;
    }
  }
};
