/** The rules of workflows, which States define for other resource types. */
import { Named } from '../../../engine/schema/Named.js';
import type { Static } from '@sinclair/typebox';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { type Action, action, type MessageOf } from '../../../engine/define/actions.js';
import type { Base } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { Flag, OneOf, Optional } from '../../../engine/schema/primitives.js';
import { type Identifier, type ReferenceValue, ResourceIdentifier } from '../../../engine/schema/reference.js';

/** The types of States (STATE019). */
export const StateType = Named(
  'StateType',
  OneOf([
    'OrderState',
    'LineItemState',
    'ProductState',
    'ReviewState',
    'PaymentState',
    'QuoteRequestState',
    'StagedQuoteState',
    'QuoteState',
  ]),
);

export type StateType = Static<typeof StateType>;

/** The members of a State that the rules read. */
export interface WorkflowState extends Base {
  readonly key: string;
  readonly type: StateType;
  readonly initial: boolean;
  /** Unset allows a transition to any State, an empty list to none. */
  readonly transitions?: readonly ReferenceValue<'state'>[];
}

/** Refuses a transition that the current State does not allow (STATE035 to STATE040). */
export const assertTransition = ({ transitions, key }: WorkflowState, target: WorkflowState): void => {
  if (transitions === undefined || transitions.some(({ id }) => id === target.id)) return;
  const allowed = transitions.length === 0 ? 'it is final' : `it allows ${transitions.map(({ id }) => id).join(', ')}`;
  throw invalidOperation(`The State '${key}' has no transition to '${target.key}' (${target.id}); ${allowed}.`);
};

/**
 * A resource without a State moves to an initial State; later transitions follow its current State (OACT035, OACT036).
 */
export const assertWorkflowTransition = (
  current: WorkflowState | undefined,
  target: WorkflowState,
  subject: string,
): void => {
  if (current !== undefined) return assertTransition(current, target);
  if (!target.initial)
    throw invalidOperation(
      `${subject} without a State can only move to an initial one; '${target.key}' is not initial.`,
    );
};

/** The reference to a State of a workflow, by default of orders. States of other types are refused (STATE019). */
export const workflowStateOf = (
  identifier: Identifier,
  context: Context,
  expected: StateType = 'OrderState',
  nouns = 'Orders',
): ReferenceValue<'state'> => {
  const { type, key } = context.load<WorkflowState>('state', identifier);
  if (type !== expected)
    throw invalidOperation(`${nouns} have States of type ${expected}; '${key}' has the type ${type}.`);
  return context.reference('state', identifier);
};

/** The workflow of a resource type: the type of its States (STATE019), and the words of its messages. */
export interface Workflow<R> {
  readonly type: StateType;
  readonly subject: string;
  readonly nouns: string;
  readonly message: MessageOf<R>['type'];
}

interface HasState {
  readonly state?: ReferenceValue<'state'>;
}

/**
 * The action that moves a resource along its workflow. `force` skips the rules of transitions, but not the type of the
 * State.
 */
export const transitionState = <R extends HasState>({ type, subject, nouns, message }: Workflow<R>): Action<R> =>
  action(
    { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
    ({ state: oldState }: R, { state: identifier, force = false }, context) => {
      const state = workflowStateOf(identifier, context, type, nouns);
      const current = oldState && context.load<WorkflowState>('state', { id: oldState.id });
      if (!force) assertWorkflowTransition(current, context.load<WorkflowState>('state', identifier), subject);
      return {
        set: { state } as Partial<R>,
        messages: [{ type: message, state, oldState, force } as unknown as MessageOf<R>],
      };
    },
    ({ state }) => (state === undefined ? [] : [state]),
  );
