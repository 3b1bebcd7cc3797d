import { action, type Action } from '../../../engine/actions.js';
import type { State } from '../../state/index.js';
import { Flag, Optional } from '../../types/basic.js';
import { ResourceIdentifier } from '../../types/reference.js';
import type { Order } from '../members.js';
import { assertReachable, workflowStateOf } from '../workflowState.js';

/** Moves an order along its workflow; `force` leaves the rules out, the type of the State is always checked. */
export const transitionState: Action<Order> = action(
  { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
  (order: Order, { state, force = false }, context) => {
    const target = workflowStateOf(state, context);
    const current = order.state && context.load<State>('state', { id: order.state.id });
    if (!force) assertReachable(current, context.load<State>('state', state), 'An order');
    return { set: { state: target }, messages: [{ type: 'OrderStateTransition', state: target, oldState: order.state, force }] };
  },
  ({ state }) => (state === undefined ? [] : [state]),
);
