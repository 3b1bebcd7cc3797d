import { readWordLines } from '../../base/config/packageFile.js';
import { limits } from '../../base/config/limits.js';
import { type ErrorEntry, errorEntry } from '../../base/errors/ApiError.js';
import type { CompiledAction, ResourceType, CompiledCreation } from '../define/ResourceType.js';
import { describeJson, assertJsonValue, readJson, valuesMaxOf } from '../document/json.js';
import { assertValid } from '../define/compileValidator.js';
import { turnBetweenStages } from '../../base/shedding/WorkTime.js';
import type { ResourceRequest } from '../ResourceRequest.js';

/* Update actions that the hosted API has and this server does not are refused with a text that says so. */

const readNames = (): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(readWordLines('assets/missing/actions.txt').map(([type = '', ...names]) => [type, new Set(names)]));

let namesByType: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The name of a resource type in the file: `InventoryEntry`, and `MyCart` for the carts at `/me`. */
const typeName = (typeId: string, own: boolean): string =>
  `${own ? 'My' : ''}${typeId.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

const isMissingAction = (typeId: string, own: boolean, action: string): boolean =>
  (namesByType ??= readNames()).get(typeName(typeId, own))?.has(action) === true;

/** One update action of a request with its declaration; `at` is its path, `actions[2]`. */
export interface ParsedAction {
  readonly name: string;
  readonly compiled: CompiledAction;
  readonly payload: Record<string, unknown>;
  readonly at: string;
}

/** The update actions that a path offers. */
interface AvailableActions {
  readonly resourceType: ResourceType;
  readonly actions: ResourceType['actions'];
  /** True if the path is below `/me`. */
  readonly own?: boolean;
}

const notAnObject = (payload: unknown, at: string): ErrorEntry =>
  errorEntry('InvalidJsonInput', {
    message: `Malformed field '${at}': expected an object, got ${describeJson(payload)}.`,
  });

const expectedAction = ({ resourceType: { typeId, definition }, own = false }: AvailableActions, name: unknown) => {
  const expected = `Expected the name of an update action of ${definition.path === '' ? `the ${typeId}` : definition.path}.`;
  return typeof name === 'string' && isMissingAction(typeId, own, name)
    ? `${expected} The hosted API has this one; this server does not offer it yet.`
    : expected;
};

const unknownAction = (available: AvailableActions, name: unknown, field: string): ErrorEntry =>
  name === undefined
    ? errorEntry('RequiredField', { field, expected: 'the name of an update action' })
    : errorEntry('InvalidField', {
        field,
        invalidValue: name,
        allowedValues: [...available.actions.keys()],
        expected: expectedAction(available, name),
      });

const parseAction = (
  available: AvailableActions,
  payload: unknown,
  at: string,
  entries: ErrorEntry[],
): ParsedAction | undefined => {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    entries.push(notAnObject(payload, at));
    return undefined;
  }
  const { action: name } = payload as { readonly action?: unknown };
  const compiled = typeof name === 'string' ? available.actions.get(name) : undefined;
  if (typeof name !== 'string' || compiled === undefined) {
    entries.push(unknownAction(available, name, `${at}.action`));
    return undefined;
  }
  // The validator drops members that the action does not declare, also the action's name.
  entries.push(...compiled.validate(payload, at));
  return { name, compiled, payload: payload as Record<string, unknown>, at };
};

/** Reads a list of update actions; their errors go to `entries`. Payloads are changed in place. */
export const parseActions = (
  available: AvailableActions,
  actions: readonly unknown[],
  entries: ErrorEntry[],
): ParsedAction[] => {
  if (actions.length > limits.actionsMax)
    entries.push(
      errorEntry('InvalidField', {
        field: 'actions',
        invalidValue: actions.length,
        expected: `Expected at most ${limits.actionsMax} actions.`,
      }),
    );
  return actions
    .slice(0, limits.actionsMax)
    .map((payload, index) => parseAction(available, payload, `actions[${index}]`, entries))
    .filter(action => action !== undefined);
};

/** A draft, and the way of creation that its path stands for. */
export interface ParsedDraft {
  readonly compiled: CompiledCreation;
  readonly draft: Record<string, unknown>;
}

const compiledCreation = ({ resourceType, creation, own }: ResourceRequest): CompiledCreation => {
  const { draft, creations, ownDraft, ownCreations } = resourceType;
  const byDefault = own === true ? ownDraft : draft;
  const others = own === true ? ownCreations : creations;
  const compiled = creation === undefined ? byDefault : others.get(creation);
  if (compiled === undefined)
    throw new Error(`the route table offers a creation that ${resourceType.typeId} does not declare`);
  return compiled;
};

const endLongTurn = ({ projectKey, body }: ResourceRequest): Promise<void> | undefined =>
  turnBetweenStages(projectKey, body.length);

/** Parses the body of a request. The turn of a very long one ends before it is checked. */
const parseRequestBody = async (request: ResourceRequest): Promise<Record<string, unknown>> => {
  const value = readJson(request.body, valuesMaxOf(request));
  const turn = endLongTurn(request);
  if (turn !== undefined) await turn;
  return value;
};

/** Reads and validates the draft of a creation. The quick check also does what assertJsonValue does. */
export const parseDraft = async (request: ResourceRequest): Promise<ParsedDraft> => {
  const compiled = compiledCreation(request);
  const draft = await parseRequestBody(request);
  if (!compiled.quickCheck(draft)) {
    await endLongTurn(request);
    assertJsonValue('', draft);
    await endLongTurn(request);
    assertValid(compiled.validate(draft));
  }
  return { compiled, draft };
};

export interface ParsedUpdate {
  readonly version: number;
  readonly actions: readonly ParsedAction[];
}

const versionEntry = (version: unknown): ErrorEntry =>
  version === undefined
    ? errorEntry('RequiredField', { field: 'version', expected: 'an integer, the version last seen' })
    : errorEntry('InvalidJsonInput', {
        message: `Malformed field 'version': expected an integer, got ${describeJson(version)}.`,
      });

const actionsEntry = (actions: unknown): ErrorEntry =>
  actions === undefined
    ? errorEntry('RequiredField', { field: 'actions', expected: 'a list of update actions' })
    : errorEntry('InvalidJsonInput', {
        message: `Malformed field 'actions': expected an array, got ${describeJson(actions)}.`,
      });

/** Reads version and actions of an update (GEN066, GEN068, GEN082); all errors are reported together. */
export const parseUpdate = async (request: ResourceRequest): Promise<ParsedUpdate> => {
  const { resourceType, own } = request;
  const available = { resourceType, own, actions: own === true ? resourceType.ownActions : resourceType.actions };
  const update = await parseRequestBody(request);
  assertJsonValue('', update);
  const { version, actions } = update;
  const entries: ErrorEntry[] = [];
  if (!Number.isInteger(version)) entries.push(versionEntry(version));
  if (!Array.isArray(actions)) entries.push(actionsEntry(actions));
  const parsed = Array.isArray(actions) ? parseActions(available, actions, entries) : [];
  assertValid(entries);
  return { version: version as number, actions: parsed };
};
