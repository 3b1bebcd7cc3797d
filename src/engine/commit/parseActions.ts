import { limits } from '../../config/limits.js';
import { type ErrorEntry, errorEntry } from '../../errors/ApiError.js';
import type { CompiledAction, ResourceType } from '../define/ResourceType.js';
import { describeJson } from '../document/json.js';
import { isMissingAction } from './missingActions.js';

/** One update action of a request with its declaration; `at` is its path, `actions[2]`. */
export interface ParsedAction {
  readonly compiled: CompiledAction;
  readonly payload: Record<string, unknown>;
  readonly at: string;
}

/** The update actions that a path offers. */
export interface AvailableActions {
  readonly resourceType: ResourceType;
  readonly actions: ResourceType['actions'];
  /** Whether the path is below `/me`. */
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
  if (compiled === undefined) {
    entries.push(unknownAction(available, name, `${at}.action`));
    return undefined;
  }
  // The validator drops members that the action does not declare, also the action's name.
  entries.push(...compiled.validate(payload, at));
  return { compiled, payload: payload as Record<string, unknown>, at };
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
