import type { Action } from '../../../engine/define/Action.js';
import { transitionState as transitionAlong } from '../../shared/transitionState.js';
import type { Order } from '../members.js';

/** Moves an order along its workflow (OACT035, OACT036). */
export const transitionState: Action<Order> = transitionAlong({
  type: 'OrderState',
  subject: 'An order',
  nouns: 'Orders',
  message: 'OrderStateTransition',
});
