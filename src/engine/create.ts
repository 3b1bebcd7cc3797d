import { fail } from '../errors/ApiError.js';
import { limits } from '../config/limits.js';
import type { Base, Creation } from './defineResource.js';
import { assertValid } from './draft.js';
import { Document } from './document.js';
import type { Engine } from './engine.js';
import { expandBody } from './expand.js';
import { askingOnce, commitExtended, type Propose } from './extend.js';
import { exclusiveDelta, indexDelta, referenceDelta, uniqueDelta } from './fields.js';
import { readJsonObject } from './json.js';
import { messageWrites } from './messages.js';
import { remember } from './remember.js';
import { References, resolve } from './references.js';
import type { ResourceRequest, Response } from './request.js';
import { endsAtMsOf } from './retention.js';
import type { CompiledCreation, ResourceType } from './resourceType.js';
import { sealed } from './sealed.js';
import { creatorOf } from './stamp.js';
import type { Client, Context } from './context.js';
import type { ChangeSet } from './changeSet.js';
import type { MessageDraft } from './actions.js';
import { type Made, settleWith, untilUnmoved } from './settle.js';
import type { Outcome } from './steps.js';
import { placeOf } from './visibility.js';

/** ERR030, LIM011 */
export const assertSize = (document: Document): Buffer => {
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
export const wantNeeds = (
  references: References,
  { needs = [] }: Pick<Creation<Base>, 'needs'>,
  draft: unknown,
): void => {
  if (typeof needs !== 'function') for (const need of needs) references.want(need, false);
  else for (const need of needs(draft as never)) references.want(need, true);
};

type Messages = (resource: Base) => readonly MessageDraft[];

/** A resource to be, as its draft gives it. */
interface Drafted {
  readonly values: Base & Readonly<Record<string, unknown>>;
  readonly messages?: Messages;
  readonly outcome: Outcome;
}

const noOutcome: Outcome = { changes: {}, messages: [], unreferenced: false };

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
        body: assertSize(document),
        createdAtMs,
        lastModifiedAtMs: createdAtMs,
        unique: uniqueDelta(resourceType, undefined, resource),
        indexes: indexDelta(resourceType, undefined, resource),
        exclusive: exclusiveDelta(resourceType, undefined, resource),
        hidden: sealed(engine, context.project.key, resourceType, values.id, outcome.hidden),
        endsAtMs: endsAtMsOf(resourceType, resource),
        marked: resourceType.definition.searched,
      },
      ...messageWrites(resourceType, engine.resourceTypes.get('message')!, resource, tell(resource), client, context),
    ],
    references: referenceDelta(resourceType, undefined, resource),
  };
  return { changeSet, document, resource };
};

/** The same for a draft that nothing needs to be settled for. */
export const composeCreation = (
  engine: Engine,
  resourceType: ResourceType,
  creation: Creation<Base>,
  draft: unknown,
  client: Client,
  context: Context,
) => composeDrafted(engine, resourceType, draftWith(creation, draft, client, context), client, context);

/** What comes to be beside another resource, in its commit. */
export const composeMade = (
  engine: Engine,
  { typeId, id, members, messages }: Made,
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
    const { changes, asked = {} } = outcome;
    const values = { ...drafted.values, ...changes };
    const settled = await settleWith(creation.settle ?? resourceType.definition.settle, engine, {
      projectKey,
      context,
      draft,
      after: values,
      changes: values,
      asked,
      place: placeOf(request),
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
export const create = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resourceType, projectKey, client } = request;
  const creation = creationOf(resourceType, request.creation, request.own);
  const draft = readJsonObject(request.body);
  assertValid(creation.validate(draft));
  const references = new References();
  references.wantAll(draft, creation.identifiers);
  wantNeeds(references, creation.creation, draft);
  const context = await resolve(engine, await engine.settings(projectKey), references);
  const drafted = draftWith(creation.creation, draft, client, context);
  const placed = { ...drafted, values: { ...drafted.values, ...placeOf(request) } };
  const propose = proposing(engine, request, creation.creation, draft, placed, context);
  const ask = askingOnce(await engine.askerOf?.(projectKey, resourceType.typeId, 'Create'));
  const { document, resource } = (await untilUnmoved(() =>
    commitExtended(engine, request, { outcome: placed.outcome, context, ask }, propose),
  ))!;
  remember(engine, projectKey, resourceType, resource, document);
  return { status: 201, body: await expandBody(engine, request, document.body) };
};
