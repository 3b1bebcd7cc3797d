import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Flag, Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { assertWorkflowTransition, workflowStateOf } from '../../shared/workflowState.js';
import type { State } from '../../state/index.js';
import type { Product } from '../members.js';

export const transitionState: Action<Product> = action(
  { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
  ({ state: old }: Product, { state: identifier, force = false }, context) => {
    const state = workflowStateOf(identifier, context, 'ProductState', 'Products');
    if (!force)
      assertWorkflowTransition(
        old && context.load<State>('state', old),
        context.load<State>('state', identifier),
        'A product',
      );
    return { set: { state }, messages: [{ type: 'ProductStateTransition', state, force }] };
  },
  ({ state }) => (state === undefined ? [] : [state]),
);
