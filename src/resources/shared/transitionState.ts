/** The action that moves a resource along a workflow of its own, once for all resource types that have one in their member `state`. */
import { action } from '../../engine/define/actions.js';
import type { Action } from '../../engine/define/Action.js';
import type { MessageDraft } from '../../engine/define/Change.js';
import { assertWorkflowTransition, workflowStateOf } from './workflowState.js';
import type { State } from '../state/index.js';
import { Flag, Optional } from '../../schema/primitives.js';
import { type ReferenceValue, ResourceIdentifier } from '../../schema/reference.js';

/** STATE019: of which type its States are, and what messages call it. */
export interface Workflow {
  readonly type: State['type'];
  readonly subject: string;
  readonly nouns: string;
  readonly message: MessageDraft['type'];
}

interface HasState {
  readonly state?: ReferenceValue<'state'>;
}

/** `force` leaves the rules out, the type of the State is always checked. */
export const transitionState = <R extends HasState>({ type, subject, nouns, message }: Workflow): Action<R> =>
  action(
    { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
    ({ state: oldState }: R, { state: identifier, force = false }, context) => {
      const state = workflowStateOf(identifier, context, type, nouns);
      const current = oldState && context.load<State>('state', { id: oldState.id });
      if (!force) assertWorkflowTransition(current, context.load<State>('state', identifier), subject);
      return { set: { state } as unknown as Partial<R>, messages: [{ type: message, state, oldState, force }] };
    },
    ({ state }) => (state === undefined ? [] : [state]),
  );
