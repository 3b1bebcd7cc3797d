import { action, type Action } from '../../../engine/actions.js';
import { fail } from '../../../errors.js';
import type { State } from '../../state/index.js';
import { Flag, Optional } from '../../types/basic.js';
import { ResourceIdentifier } from '../../types/reference.js';
import type { Order } from '../members.js';
import { workflowStateOf } from '../workflowState.js';

/** The three meanings of `transitions`: unset allows any, an empty list none, else the listed ones (STATE035 to STATE040). */
const assertReachable = (current: State | undefined, target: State): void => {
  if (current === undefined) {
    if (!target.initial) throw fail('InvalidOperation', { message: `An order without a State can only move to an initial one; '${target.key}' is not initial.` });
    return;
  }
  const { transitions, key } = current;
  if (transitions === undefined || transitions.some(({ id }) => id === target.id)) return;
  const ways = transitions.length === 0 ? 'it is final' : `it allows ${transitions.map(({ id }) => id).join(', ')}`;
  throw fail('InvalidOperation', { message: `The State '${key}' has no transition to '${target.key}' (${target.id}); ${ways}.` });
};

/** Moves an order along its workflow; `force` leaves the rules out, the type of the State is always checked. */
export const transitionState: Action<Order> = action(
  { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
  (order: Order, { state, force = false }, context) => {
    const target = workflowStateOf(state, context);
    const current = order.state && context.load<State>('state', { id: order.state.id });
    if (!force) assertReachable(current, context.load<State>('state', state));
    return { set: { state: target }, messages: [{ type: 'OrderStateTransition', state: target, oldState: order.state, force }] };
  },
  ({ state }) => (state === undefined ? [] : [state]),
);
