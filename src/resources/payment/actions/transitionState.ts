import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Flag, Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { assertWorkflowTransition } from '../../shared/workflowState.js';
import type { State } from '../../state/index.js';
import { paymentStateOf } from '../drafts.js';
import type { Payment } from '../members.js';

export const transitionState: Action<Payment> = action(
  { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
  ({ paymentStatus }: Payment, { state: identifier, force = false }, context) => {
    const state = paymentStateOf(identifier, context);
    const target = context.load<State>('state', identifier);
    const current = paymentStatus.state && context.load<State>('state', { id: paymentStatus.state.id });
    if (!force) assertWorkflowTransition(current, target, 'A payment');
    return {
      set: { paymentStatus: { ...paymentStatus, state } },
      messages: [{ type: 'PaymentStatusStateTransition', state, force }],
    };
  },
  ({ paymentStatus }) => (paymentStatus.state === undefined ? [] : [paymentStatus.state]),
);
