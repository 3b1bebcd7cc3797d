import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import { Optional, Text } from '../../schema/primitives.js';
import type { Payment } from './members.js';

export const setStatusMember = (field: 'interfaceCode' | 'interfaceText', message?: string): Action<Payment> =>
  action({ [field]: Optional(Text) }, ({ paymentStatus }: Payment, payload) => {
    const value = (payload as Record<string, string | undefined>)[field];
    if (paymentStatus[field] === value) return unchanged;
    return {
      set: { paymentStatus: { ...paymentStatus, [field]: value } },
      messages: message === undefined ? [] : [{ type: message, [field]: value }],
    };
  });
