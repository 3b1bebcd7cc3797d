import { ApiError, type ErrorEntry, errorEntry, fail, failAll } from '../errors.js';
import { limits } from '../config.js';
import type { Change, MessageDraft } from './actions.js';
import type { Context } from './context.js';
import type { ChangeSet } from './changeSet.js';
import { assertSize } from './create.js';
import type { Base } from './defineResource.js';
import { assertValid, entriesMax } from './draft.js';
import { Document } from './document.js';
import type { Engine } from './engine.js';
import { expandBody } from './expand.js';
import { exclusiveDelta, indexDelta, referenceDelta, uniqueDelta } from './fields.js';
import { nameOf, readJsonObject } from './json.js';
import { assertVisible, idOf, locate, type Located } from './locate.js';
import { messageWrites } from './messages.js';
import { References, resolve } from './references.js';
import { forget, recall, remember } from './remember.js';
import type { ResourceRequest, Response } from './request.js';
import type { CompiledAction, Room } from './room.js';
import { settleWith, untilUnmoved, withCompanions } from './settle.js';
import { creatorOf } from './stamp.js';

/** One action of a request with its declaration; `at` is its path, `actions[2]`. */
interface Step { readonly compiled: CompiledAction; readonly payload: Record<string, unknown>; readonly at: string }

interface Update { readonly version: number; readonly steps: readonly Step[] }

/** What a list of actions comes to. */
interface Outcome { readonly changes: Record<string, unknown>; readonly messages: readonly MessageDraft[]; readonly unreferenced: boolean; readonly hidden?: Change<Base>['hidden']; readonly asked?: Change<Base>['ask'] }

const integerEntry = (field: string, value: unknown): ErrorEntry =>
  value === undefined
    ? errorEntry('RequiredField', { field, expected: 'an integer, the version last seen' })
    : errorEntry('InvalidJsonInput', { message: `Malformed field '${field}': expected an integer, got ${nameOf(value)}.` });

/** A room and the actions of it that the path offers. */
interface Offered { readonly room: Room; readonly actions: Room['actions'] }

const readStep = ({ room, actions }: Offered, payload: unknown, at: string, entries: ErrorEntry[]): Step | undefined => {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    entries.push(errorEntry('InvalidJsonInput', { message: `Malformed field '${at}': expected an object, got ${nameOf(payload)}.` }));
    return undefined;
  }
  const { action } = payload as { readonly action?: unknown };
  const compiled = typeof action === 'string' ? actions.get(action) : undefined;
  if (compiled === undefined) {
    const field = `${at}.action`;
    entries.push(action === undefined
      ? errorEntry('RequiredField', { field, expected: 'the name of an update action' })
      : errorEntry('InvalidField', { field, invalidValue: action, allowedValues: [...actions.keys()], expected: `Expected the name of an update action of ${room.definition.path}.` }));
    return undefined;
  }
  // It drops what the action does not declare, the name of the action too.
  entries.push(...compiled.validate(payload, at));
  return { compiled, payload: payload as Record<string, unknown>, at };
};

/** GEN066, GEN068, GEN082: version and actions, with everything that is wrong with them told together. */
const readUpdate = (offered: Offered, body: Uint8Array): Update => {
  const { version, actions } = readJsonObject(body);
  const entries: ErrorEntry[] = [];
  if (!Number.isInteger(version)) entries.push(integerEntry('version', version));
  if (!Array.isArray(actions))
    entries.push(actions === undefined
      ? errorEntry('RequiredField', { field: 'actions', expected: 'a list of update actions' })
      : errorEntry('InvalidJsonInput', { message: `Malformed field 'actions': expected an array, got ${nameOf(actions)}.` }));
  else if (actions.length > limits.actionsMax)
    entries.push(errorEntry('InvalidField', { field: 'actions', invalidValue: actions.length, expected: `Expected at most ${limits.actionsMax} actions.` }));
  const list: unknown[] = entries.length === 0 || Array.isArray(actions) ? (actions as unknown[]).slice(0, limits.actionsMax) : [];
  const steps = list.map((payload, index) => readStep(offered, payload, `actions[${index}]`, entries));
  assertValid(entries);
  return { version: version as number, steps: steps as Step[] };
};

const contextOf = async (engine: Engine, projectKey: string, resource: Base, steps: readonly Step[]): Promise<Context> => {
  const references = new References();
  for (const { compiled, payload, at } of steps) {
    references.wantAll(payload, compiled.identifiers, at);
    for (const need of compiled.action.needs?.(resource, payload as never) ?? []) references.want(need, true);
  }
  return resolve(engine, await engine.settings(projectKey), references);
};

/** The action's place in the list goes with its errors (GEN067); a defect of ours is no error of the action's. */
const entriesAt = (error: unknown, actionIndex: number): ErrorEntry[] => {
  if (!(error instanceof ApiError)) throw error;
  return error.entries.map(entry => ({ ...entry, actionIndex }));
};

/** All actions in turn. One that fails is left out, so that what is wrong with the others is told too; then nothing happens. */
const applyAll = (room: Room, { document, resource }: Located, steps: readonly Step[], context: Context): Outcome => {
  let changes: Record<string, unknown> = {};
  let current = resource;
  let unreferenced = false;
  let hidden: Change<Base>['hidden'];
  let asked: Change<Base>['ask'];
  const messages: MessageDraft[] = [];
  const refused: ErrorEntry[] = [];
  steps.forEach((step, index) => {
    let change: Change<Base>;
    try {
      change = step.compiled.action.apply(current, step.payload as never, context);
    } catch (error) {
      refused.push(...entriesAt(error, index));
      return;
    }
    messages.push(...change.messages ?? []);
    unreferenced ||= change.unreferenced === true;
    if (change.hidden !== undefined) hidden = change.hidden;
    if (change.ask !== undefined) asked = { ...asked, ...change.ask };
    if (Object.keys(change.set).length === 0) return;
    changes = { ...changes, ...change.set };
    current = room.view(document, changes);
  });
  if (refused.length > 0) throw failAll(refused.slice(0, entriesMax));
  return { changes, messages, unreferenced, hidden, asked };
};

/** A secret of another service goes to the store sealed (store/sealer.ts). */
const sealed = ({ sealer }: Engine, projectKey: string, { typeId }: Room, id: string, hidden: Outcome['hidden']): Buffer | null | undefined =>
  (hidden === undefined || hidden === null ? hidden : sealer.seal(hidden, { projectKey, typeId, id }));

/** The change set and document of a changed resource. */
export const composeUpdate = (engine: Engine, request: Pick<ResourceRequest, 'room' | 'client' | 'projectKey'>, located: Located, outcome: Outcome, context: Context) => {
  const { room, client, projectKey } = request;
  const before = located.resource;
  // Rooms share actions: what is told of an order is not told of a cart.
  const messages = context.project.messages.enabled && room.definition.sendsMessages === true ? outcome.messages : [];
  const stamp = { version: before.version + 1, lastModifiedAt: context.now, lastModifiedBy: creatorOf(client) };
  const count = room.definition.sendsMessages === true ? { lastMessageSequenceNumber: (before.lastMessageSequenceNumber ?? 0) + messages.length } : {};
  const document = Document.compose(room.members, { ...outcome.changes, ...stamp, ...count }, located.document);
  const after = room.view(document);
  const touched = new Set(Object.keys(outcome.changes));
  const changeSet: ChangeSet = {
    commitId: engine.newId(),
    projectKey,
    writes: [
      {
        typeId: room.typeId, id: before.id, expectedVersion: before.version, body: assertSize(document),
        createdAtMs: Date.parse(before.createdAt), lastModifiedAtMs: Date.parse(context.now),
        unique: uniqueDelta(room, before, after), indexes: indexDelta(room, before, after, touched), unreferenced: outcome.unreferenced,
        exclusive: exclusiveDelta(room, before, after, touched),
        hidden: sealed(engine, projectKey, room, before.id, outcome.hidden),
      },
      ...messageWrites(room, engine.rooms.get('message')!, after, messages, client, context),
    ],
    references: referenceDelta(room, before, after, touched),
  };
  return { changeSet, document, after };
};

const isNothing = ({ changes, messages, asked }: Outcome): boolean => Object.keys(changes).length === 0 && messages.length === 0 && asked === undefined;

/** Undefined when nothing was left to write. */
const commitOutcome = async (engine: Engine, request: ResourceRequest, located: Located, outcome: Outcome, context: Context) => {
  const { room, projectKey, client } = request;
  const { changes, asked = {} } = outcome;
  const settled = await settleWith(room.definition.settle, engine, {
    projectKey, context, before: located.resource, after: room.view(located.document, changes), changes, asked,
  });
  const whole: Outcome = { ...outcome, changes: { ...changes, ...settled.set }, asked: undefined };
  if (isNothing(whole) && settled.also === undefined) return undefined;
  const composed = composeUpdate(engine, request, located, whole, context);
  await engine.store.commit(withCompanions(engine, composed.changeSet, settled, client, context));
  return composed;
};

const attempt = async (engine: Engine, request: ResourceRequest, update: Update, located: Located): Promise<Document> => {
  const { room, projectKey } = request;
  const { resource, document } = located;
  if (resource.version !== update.version)
    throw fail('ConcurrentModification', { expectedVersion: update.version, currentVersion: resource.version });
  const context = await contextOf(engine, projectKey, resource, update.steps);
  const outcome = applyAll(room, located, update.steps, context);
  if (isNothing(outcome)) return document;
  const composed = await untilUnmoved(() => commitOutcome(engine, request, located, outcome, context));
  if (composed === undefined) return document;
  remember(engine, projectKey, room, composed.after, composed.document);
  return composed.document;
};

/** Undefined when the remembered resource does not settle it: it may be older than what is stored. */
const attemptRemembered = async (engine: Engine, request: ResourceRequest, update: Update, document: Document): Promise<Document | undefined> => {
  const resource = request.room.view(document);
  try {
    assertVisible(request, resource);
    const after = await attempt(engine, request, update, { document, resource });
    // Without a change there was no commit that could have told.
    return after === document ? undefined : after;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    forget(engine, request.projectKey, request.room, resource.id);
    return undefined;
  }
};

/**
 * POST on a resource: all actions or none (GEN067). The resource as this process remembers it is tried first; whatever
 * refuses the update then may come from another process having moved on, so it is judged again on what is stored.
 */
export const update = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { room, projectKey } = request;
  const parsed = readUpdate({ room, actions: request.own === true ? room.ownActions : room.actions }, request.body);
  const id = await idOf(engine, request);
  const remembered = recall(engine, projectKey, room, id, parsed.version);
  const document = (remembered && await attemptRemembered(engine, request, parsed, remembered))
    ?? await attempt(engine, request, parsed, await locate(engine, request, id));
  return { status: 200, body: await expandBody(engine, request, document.body) };
};
