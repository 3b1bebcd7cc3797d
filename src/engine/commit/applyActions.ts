import { ApiError, type ErrorEntry } from '../../errors/ApiError.js';
import { PhaseErrors } from '../../errors/PhaseErrors.js';
import { spendWork, stepsOfWalk } from '../../shedding/boundedWork.js';
import { PausedWork } from '../../shedding/PausedWork.js';
import type { Base } from '../define/Base.js';
import type { Change, MessageDraft } from '../define/Change.js';
import { type Context, reportTogether } from '../define/Context.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { StoredResource } from '../define/StoredResource.js';
import type { CombinedChange } from './CombinedChange.js';
import type { ParsedAction } from './parseActions.js';

/**
 * Adds the action's place in the list to its errors (GEN067); an error that is no ApiError is a defect and passes
 * through.
 */
const entriesAt = (error: unknown, actionIndex: number): { entries: ErrorEntry[] } => {
  if (!(error instanceof ApiError)) throw error;
  return { entries: error.entries.map(entry => ({ ...entry, actionIndex })) };
};

/**
 * The stage `apply` of an update: applies actions one after the other. An action that fails is left out, so that the
 * errors of the others are reported too; then all errors are thrown together.
 */
export const applyActions = async (
  resourceType: ResourceType,
  { document, resource }: StoredResource,
  actions: readonly ParsedAction[],
  context: Context,
): Promise<CombinedChange> => {
  const work = new PausedWork('change', context.project.key);
  let changes: Record<string, unknown> = {};
  let current = resource;
  let unreferenced = false;
  let hidden: Change<Base>['hidden'];
  let requestedEffects: Change<Base>['requestedEffects'];
  const messages: MessageDraft[] = [];
  const errors = new PhaseErrors();
  const add = (change: Change<Base>): void => {
    messages.push(...(change.messages ?? []));
    unreferenced ||= change.unreferenced === true;
    if (change.hidden !== undefined) hidden = change.hidden;
    if (change.requestedEffects !== undefined) requestedEffects = { ...requestedEffects, ...change.requestedEffects };
    if (Object.keys(change.set).length === 0) return;
    // Views of earlier changes keep the object that they read.
    changes = Object.assign({}, changes, change.set);
    current = resourceType.view(document, changes);
  };
  const applyOne = ({ compiled, payload }: ParsedAction, index: number): void => {
    // An action may walk the whole resource: an update costs actions times length.
    spendWork(stepsOfWalk);
    let change: Change<Base>;
    try {
      change = reportTogether(context, each => compiled.action.apply(current, payload as never, each));
    } catch (error) {
      errors.add(entriesAt(error, index));
      return;
    }
    add(change);
  };
  for (const [index, action] of actions.entries()) {
    const pause = work.pause();
    if (pause !== undefined) await pause;
    if (errors.isFull) break;
    work.run(() => applyOne(action, index));
  }
  errors.throwIfAny();
  return { changes, messages, unreferenced, hidden, requestedEffects };
};
