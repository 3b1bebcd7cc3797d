import { action, type Action } from '../../../engine/actions.js';
import { fail } from '../../../errors.js';
import type { State } from '../../state/index.js';
import { Flag, Optional } from '../../types/basic.js';
import { ResourceIdentifier } from '../../types/reference.js';
import type { Order } from '../members.js';
import { assertTransition, workflowStateOf } from '../workflowState.js';

/** A first State is an initial one; from then on its transitions say where to (OACT035, OACT036). */
const assertReachable = (current: State | undefined, target: State): void => {
  if (current !== undefined) return assertTransition(current, target);
  if (!target.initial) throw fail('InvalidOperation', { message: `An order without a State can only move to an initial one; '${target.key}' is not initial.` });
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
