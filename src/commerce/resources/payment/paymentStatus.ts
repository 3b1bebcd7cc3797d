/** The status of a payment, and its State. */
import { action, type MessageOf, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { Flag, Optional, Text } from '../../../engine/schema/primitives.js';
import { type Identifier, type ReferenceValue, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { assertWorkflowTransition, type WorkflowState, workflowStateOf } from '../shared/workflow.js';
import type { Payment } from './members.js';

/** Sets or removes one member of paymentStatus. */
export const setStatusMember = (field: 'interfaceCode' | 'interfaceText', message?: MessageOf<Payment>['type']) =>
  action({ [field]: Optional(Text) }, ({ paymentStatus }: Payment, payload) => {
    const value = (payload as Record<string, string | undefined>)[field];
    if (paymentStatus[field] === value) return unchanged;
    return {
      set: { paymentStatus: { ...paymentStatus, [field]: value } },
      messages: message === undefined ? [] : [{ type: message, [field]: value } as MessageOf<Payment>],
    };
  });

/** Moves the payment along its workflow; `force` skips the rules of transitions. */
export const transitionState = action(
  { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
  ({ paymentStatus }: Payment, { state: identifier, force = false }, context) => {
    const state = paymentStateOf(identifier, context);
    const target = context.load<WorkflowState>('state', identifier);
    const current = paymentStatus.state && context.load<WorkflowState>('state', { id: paymentStatus.state.id });
    if (!force) assertWorkflowTransition(current, target, 'A payment');
    return {
      set: { paymentStatus: { ...paymentStatus, state } },
      messages: [{ type: 'PaymentStatusStateTransition', state, force }],
    };
  },
  ({ paymentStatus }) => (paymentStatus.state === undefined ? [] : [paymentStatus.state]),
);

/** Refers to a State and refuses one that is not a PaymentState. */
export const paymentStateOf = (identifier: Identifier, context: Context): ReferenceValue<'state'> =>
  workflowStateOf(identifier, context, 'PaymentState', 'Payments');
