import type { Action } from '../../../engine/define/Action.js';
import { transitionState as along } from '../../shared/transitionState.js';
import type { Order } from '../members.js';

/** Moves an order along its workflow. */
export const transitionState: Action<Order> = along({
  type: 'OrderState',
  subject: 'An order',
  nouns: 'Orders',
  message: 'OrderStateTransition',
});
