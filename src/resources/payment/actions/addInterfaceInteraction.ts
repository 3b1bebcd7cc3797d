import { required } from '../../../errors/required.js';
import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { CustomFieldsDraft } from '../../../schema/customFields.js';
import { customFieldsOf } from '../../shared/customFields.js';
import type { Payment } from '../members.js';

export const addInterfaceInteraction: Action<Payment> = action(
  { ...CustomFieldsDraft.properties },
  ({ interfaceInteractions }: Payment, draft, context) => {
    const interaction = required(customFieldsOf(draft, 'payment-interface-interaction', context), 'interaction');
    return {
      set: { interfaceInteractions: [...interfaceInteractions, interaction] },
      messages: [{ type: 'PaymentInteractionAdded', interaction }],
    };
  },
);
