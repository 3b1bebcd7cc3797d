import { action } from '../../engine/define/actions.js';
import type { Action } from '../../engine/define/Action.js';
import type { MessageDraft } from '../../engine/define/Change.js';
import { Flag, Optional } from '../../schema/primitives.js';
import { type ReferenceValue, ResourceIdentifier } from '../../schema/reference.js';
import { assertWorkflowTransition, type StateType, type WorkflowState, workflowStateOf } from './workflowState.js';

/** The workflow of a resource type: the type of its States (STATE019), and the words of its messages. */
export interface Workflow {
  readonly type: StateType;
  readonly subject: string;
  readonly nouns: string;
  readonly message: MessageDraft['type'];
}

interface HasState {
  readonly state?: ReferenceValue<'state'>;
}

/**
 * The action that moves a resource along its workflow. `force` skips the rules of transitions, but not the type of the
 * State.
 */
export const transitionState = ({ type, subject, nouns, message }: Workflow): Action<HasState> =>
  action(
    { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
    ({ state: oldState }: HasState, { state: identifier, force = false }, context) => {
      const state = workflowStateOf(identifier, context, type, nouns);
      const current = oldState && context.load<WorkflowState>('state', { id: oldState.id });
      if (!force) assertWorkflowTransition(current, context.load<WorkflowState>('state', identifier), subject);
      return { set: { state }, messages: [{ type: message, state, oldState, force }] };
    },
    ({ state }) => (state === undefined ? [] : [state]),
  );
