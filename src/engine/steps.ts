/** Update actions, whoever sends them: read against their declarations, and applied in turn. */
import { ApiError, type ErrorEntry, errorEntry, failAll } from '../errors/ApiError.js';
import { limits } from '../config/limits.js';
import type { Change, MessageDraft } from './actions.js';
import type { Context } from './context.js';
import type { Base } from './defineResource.js';
import { entriesMax } from './draft.js';
import type { Engine } from './engine.js';
import { nameOf } from './json.js';
import type { Located } from './locate.js';
import { References, resolve } from './references.js';
import type { CompiledAction, ResourceType } from './resourceType.js';

/** One action of a request with its declaration; `at` is its path, `actions[2]`. */
export interface Step {
  readonly compiled: CompiledAction;
  readonly payload: Record<string, unknown>;
  readonly at: string;
}

/** What a list of actions comes to. */
export interface Outcome {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly messages: readonly MessageDraft[];
  readonly unreferenced: boolean;
  readonly hidden?: Change<Base>['hidden'];
  readonly asked?: Change<Base>['ask'];
  /** The names of the changes that actions made; absent: all of them. The others were settled. */
  readonly given?: readonly string[];
}

/** A resource type and the actions of it that the path offers. */
export interface Offered {
  readonly resourceType: ResourceType;
  readonly actions: ResourceType['actions'];
}

const readStep = (
  { resourceType, actions }: Offered,
  payload: unknown,
  at: string,
  entries: ErrorEntry[],
): Step | undefined => {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    entries.push(
      errorEntry('InvalidJsonInput', {
        message: `Malformed field '${at}': expected an object, got ${nameOf(payload)}.`,
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
export const readSteps = (offered: Offered, actions: readonly unknown[], entries: ErrorEntry[]): Step[] => {
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

export const contextOf = async (
  engine: Engine,
  projectKey: string,
  resource: Base,
  steps: readonly Step[],
): Promise<Context> => {
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
export const applyAll = (
  resourceType: ResourceType,
  { document, resource }: Located,
  steps: readonly Step[],
  context: Context,
): Outcome => {
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
    messages.push(...(change.messages ?? []));
    unreferenced ||= change.unreferenced === true;
    if (change.hidden !== undefined) hidden = change.hidden;
    if (change.ask !== undefined) asked = { ...asked, ...change.ask };
    if (Object.keys(change.set).length === 0) return;
    changes = { ...changes, ...change.set };
    current = resourceType.view(document, changes);
  });
  if (refused.length > 0) throw failAll(refused.slice(0, entriesMax));
  return { changes, messages, unreferenced, hidden, asked };
};

/** What two lists come to, one after the other. */
export const joined = (first: Outcome, second: Outcome): Outcome => ({
  changes: { ...first.changes, ...second.changes },
  messages: [...first.messages, ...second.messages],
  unreferenced: first.unreferenced || second.unreferenced,
  hidden: second.hidden === undefined ? first.hidden : second.hidden,
  asked: first.asked === undefined ? second.asked : { ...first.asked, ...second.asked },
  given: [...(first.given ?? Object.keys(first.changes)), ...(second.given ?? Object.keys(second.changes))],
});
