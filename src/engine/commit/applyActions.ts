/** Update actions, whoever sends them: read against their declarations, and applied in turn. */
import { ApiError, type ErrorEntry, errorEntry, failAll } from '../../errors/ApiError.js';
import { limits } from '../../config/limits.js';
import type { Change, MessageDraft } from '../define/Change.js';
import type { Context } from '../define/Context.js';
import type { Base } from '../define/Base.js';
import { entriesMax } from '../define/compileValidator.js';
import type { Engine } from '../Engine.js';
import { jsonTypeName } from '../document/json.js';
import type { StoredResource } from '../define/StoredResource.js';
import { ReferenceCollector } from '../references/ReferenceCollector.js';
import { resolveReferences } from '../references/resolveReferences.js';
import type { CompiledAction, ResourceType } from '../define/ResourceType.js';

/** One action of a request with its declaration; `at` is its path, `actions[2]`. */
export interface ParsedAction {
  readonly compiled: CompiledAction;
  readonly payload: Record<string, unknown>;
  readonly at: string;
}

/** What a list of actions comes to. */
export interface CombinedChange {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly messages: readonly MessageDraft[];
  readonly unreferenced: boolean;
  readonly hidden?: Change<Base>['hidden'];
  readonly requestedEffects?: Change<Base>['requestedEffects'];
  /** The names of the changes that actions made; absent: all of them. The others were settled. */
  readonly changedByActions?: readonly string[];
}

/** A resource type and the actions of it that the path offers. */
export interface AvailableActions {
  readonly resourceType: ResourceType;
  readonly actions: ResourceType['actions'];
}

const readStep = (
  { resourceType, actions }: AvailableActions,
  payload: unknown,
  at: string,
  entries: ErrorEntry[],
): ParsedAction | undefined => {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    entries.push(
      errorEntry('InvalidJsonInput', {
        message: `Malformed field '${at}': expected an object, got ${jsonTypeName(payload)}.`,
      }),
    );
    return undefined;
  }
  const { action } = payload as { readonly action?: unknown };
  const compiled = typeof action === 'string' ? actions.get(action) : undefined;
  if (compiled === undefined) {
    const field = `${at}.action`;
    entries.push(
      action === undefined
        ? errorEntry('RequiredField', { field, expected: 'the name of an update action' })
        : errorEntry('InvalidField', {
            field,
            invalidValue: action,
            allowedValues: [...actions.keys()],
            expected: `Expected the name of an update action of ${resourceType.definition.path}.`,
          }),
    );
    return undefined;
  }
  // It drops what the action does not declare, the name of the action too.
  entries.push(...compiled.validate(payload, at));
  return { compiled, payload: payload as Record<string, unknown>, at };
};

/** The actions of a list; what is wrong with them goes to `entries`. */
export const parseActions = (
  offered: AvailableActions,
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
  const steps = actions
    .slice(0, limits.actionsMax)
    .map((payload, index) => readStep(offered, payload, `actions[${index}]`, entries));
  return steps.filter(step => step !== undefined);
};

export const loadActionContext = async (
  engine: Engine,
  projectKey: string,
  resource: Base,
  steps: readonly ParsedAction[],
): Promise<Context> => {
  const references = new ReferenceCollector();
  for (const { compiled, payload, at } of steps) {
    references.collectFrom(payload, compiled.identifiers, at);
    for (const need of compiled.action.needs?.(resource, payload as never) ?? []) references.collect(need, true);
  }
  return resolveReferences(engine, await engine.settings(projectKey), references);
};

/** The action's place in the list goes with its errors (GEN067); a defect of ours is no error of the action's. */
const entriesAt = (error: unknown, actionIndex: number): ErrorEntry[] => {
  if (!(error instanceof ApiError)) throw error;
  return error.entries.map(entry => ({ ...entry, actionIndex }));
};

/** All actions in turn. One that fails is left out, so that what is wrong with the others is told too; then nothing happens. */
export const applyActions = (
  resourceType: ResourceType,
  { document, resource }: StoredResource,
  steps: readonly ParsedAction[],
  context: Context,
): CombinedChange => {
  let changes: Record<string, unknown> = {};
  let current = resource;
  let unreferenced = false;
  let hidden: Change<Base>['hidden'];
  let asked: Change<Base>['requestedEffects'];
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
    messages.push(...(change.messages ?? []));
    unreferenced ||= change.unreferenced === true;
    if (change.hidden !== undefined) hidden = change.hidden;
    if (change.requestedEffects !== undefined) asked = { ...asked, ...change.requestedEffects };
    if (Object.keys(change.set).length === 0) return;
    changes = { ...changes, ...change.set };
    current = resourceType.view(document, changes);
  });
  if (refused.length > 0) throw failAll(refused.slice(0, entriesMax));
  return { changes, messages, unreferenced, hidden, requestedEffects };
};

/** What two lists come to, one after the other. */
export const mergeCombinedChanges = (first: CombinedChange, second: CombinedChange): CombinedChange => ({
  changes: { ...first.changes, ...second.changes },
  messages: [...first.messages, ...second.messages],
  unreferenced: first.unreferenced || second.unreferenced,
  hidden: second.hidden === undefined ? first.hidden : second.hidden,
  requestedEffects:
    first.requestedEffects === undefined
      ? second.requestedEffects
      : { ...first.requestedEffects, ...second.requestedEffects },
  changedByActions: [
    ...(first.changedByActions ?? Object.keys(first.changes)),
    ...(second.changedByActions ?? Object.keys(second.changes)),
  ],
});
