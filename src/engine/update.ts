import { ApiError, type ErrorEntry, errorEntry, fail } from '../errors/ApiError.js';
import type { Context } from './context.js';
import type { Base } from './defineResource.js';
import type { ChangeSet } from './changeSet.js';
import { assertSize } from './create.js';
import { assertValid } from './draft.js';
import { Document } from './document.js';
import type { Engine } from './engine.js';
import { expandBody } from './expand.js';
import { type Ask, askingOnce, commitExtended, type Proposal, type Propose } from './extend.js';
import { exclusiveDelta, indexDelta, referenceDelta, uniqueDelta } from './fields.js';
import { nameOf, readJsonObject } from './json.js';
import { assertVisible, idOf, locate, type Located } from './locate.js';
import { messageWrites } from './messages.js';
import { forget, recall, remember } from './remember.js';
import type { ResourceRequest, Response } from './request.js';
import { endsAtMsOf } from './retention.js';
import { sealed } from './sealed.js';
import { nothingSettled, type Settled, settleWith, untilUnmoved } from './settle.js';
import { creatorOf } from './stamp.js';
import { applyAll, contextOf, type Offered, type Outcome, readSteps, type Step } from './steps.js';
import { placeOf } from './visibility.js';

interface Update {
  readonly version: number;
  readonly steps: readonly Step[];
}

const integerEntry = (field: string, value: unknown): ErrorEntry =>
  value === undefined
    ? errorEntry('RequiredField', { field, expected: 'an integer, the version last seen' })
    : errorEntry('InvalidJsonInput', {
        message: `Malformed field '${field}': expected an integer, got ${nameOf(value)}.`,
      });

/** GEN066, GEN068, GEN082: version and actions, with everything that is wrong with them told together. */
const readUpdate = (offered: Offered, body: Uint8Array): Update => {
  const { version, actions } = readJsonObject(body);
  const entries: ErrorEntry[] = [];
  if (!Number.isInteger(version)) entries.push(integerEntry('version', version));
  if (!Array.isArray(actions))
    entries.push(
      actions === undefined
        ? errorEntry('RequiredField', { field: 'actions', expected: 'a list of update actions' })
        : errorEntry('InvalidJsonInput', {
            message: `Malformed field 'actions': expected an array, got ${nameOf(actions)}.`,
          }),
    );
  const steps = Array.isArray(actions) ? readSteps(offered, actions, entries) : [];
  assertValid(entries);
  return { version: version as number, steps };
};

/** The change set and document of a changed resource. */
export const composeUpdate = (
  engine: Engine,
  request: Pick<ResourceRequest, 'resourceType' | 'client' | 'projectKey'>,
  located: Located,
  outcome: Outcome,
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
        body: assertSize(document),
        createdAtMs: Date.parse(before.createdAt),
        lastModifiedAtMs: Date.parse(context.now),
        unique: uniqueDelta(resourceType, before, after),
        indexes: indexDelta(resourceType, before, after, touched),
        unreferenced: outcome.unreferenced,
        exclusive: exclusiveDelta(resourceType, before, after, touched),
        endsAtMs: endsAtMsOf(resourceType, after),
        hidden: sealed(engine, projectKey, resourceType, before.id, outcome.hidden),
        marked: resourceType.definition.searched,
      },
      ...messageWrites(resourceType, engine.resourceTypes.get('message')!, after, messages, client, context),
    ],
    references: referenceDelta(resourceType, before, after, touched),
  };
  return { changeSet, document, after };
};

const isNothing = ({ changes, messages, asked }: Outcome): boolean =>
  Object.keys(changes).length === 0 && messages.length === 0 && asked === undefined;

const proposalOf = (
  engine: Engine,
  request: ResourceRequest,
  located: Located,
  context: Context,
  outcome: Outcome,
  settled: Settled<Base>,
): Proposal => {
  const { changeSet, document, after } = composeUpdate(engine, request, located, outcome, context);
  return { outcome, settled, changeSet, document, resource: after };
};

/** How an outcome of this update becomes a commit; undefined when nothing is left to write. */
const proposing =
  (engine: Engine, request: ResourceRequest, located: Located, context: Context): Propose =>
  async outcome => {
    const { resourceType, projectKey } = request;
    const { changes, asked = {}, given = Object.keys(changes) } = outcome;
    if (resourceType.definition.settle === undefined)
      return isNothing({ ...outcome, asked: undefined })
        ? undefined
        : proposalOf(engine, request, located, context, outcome, nothingSettled);
    const settled = await settleWith(resourceType.definition.settle, engine, {
      projectKey,
      context,
      before: located.resource,
      after: resourceType.view(located.document, changes),
      changes,
      given,
      asked,
      place: placeOf(request),
    });
    const whole: Outcome = {
      ...outcome,
      changes: { ...changes, ...settled.set },
      given,
      hidden: settled.hidden === undefined ? outcome.hidden : settled.hidden,
    };
    const { also, made, removed, hidden } = settled;
    if (isNothing({ ...whole, asked: undefined }) && [also, made, removed, hidden].every(part => part === undefined))
      return undefined;
    return proposalOf(engine, request, located, context, whole, settled);
  };

/** Commits what becomes of a resource, whatever it is that asked for it; undefined where nothing changes. */
export const commitOutcome = async (
  engine: Engine,
  request: ResourceRequest,
  located: Located,
  outcome: Outcome,
  context: Context,
  ask?: Ask,
): Promise<Document | undefined> => {
  if (isNothing(outcome)) return undefined;
  const propose = proposing(engine, request, located, context);
  const committed = await untilUnmoved(() =>
    commitExtended(engine, request, { outcome, context, before: located.document, ask }, propose),
  );
  if (committed !== undefined)
    remember(engine, request.projectKey, request.resourceType, committed.resource, committed.document);
  return committed?.document;
};

/** ERR033 */
export const assertVersion = ({ version: currentVersion }: Base, expectedVersion: number): void => {
  if (currentVersion !== expectedVersion) throw fail('ConcurrentModification', { expectedVersion, currentVersion });
};

const attempt = async (
  engine: Engine,
  request: ResourceRequest,
  update: Update,
  located: Located,
  ask?: Ask,
): Promise<Document> => {
  const { resourceType, projectKey } = request;
  assertVersion(located.resource, update.version);
  const context = await contextOf(engine, projectKey, located.resource, update.steps);
  const outcome = applyAll(resourceType, located, update.steps, context);
  return (await commitOutcome(engine, request, located, outcome, context, ask)) ?? located.document;
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
    forget(engine, request.projectKey, request.resourceType, resource.id);
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
export const update = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, projectKey } = request;
  const parsed = readUpdate(
    { resourceType, actions: request.own === true ? resourceType.ownActions : resourceType.actions },
    request.body,
  );
  const id = await idOf(engine, request);
  const ask = askingOnce(await engine.askerOf?.(projectKey, resourceType.typeId, 'Update'));
  const remembered = ask === undefined ? recall(engine, projectKey, resourceType, id, parsed.version) : undefined;
  const document =
    (remembered && (await attemptRemembered(engine, request, parsed, remembered))) ??
    (await attempt(engine, request, parsed, await locate(engine, request, id), ask));
  return { status: 200, body: await expandBody(engine, request, document.body) };
};
