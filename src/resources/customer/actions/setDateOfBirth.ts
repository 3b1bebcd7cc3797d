import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { CalendarDate, Optional } from '../../../schema/primitives.js';
import { dateOf } from '../../shared/fieldValue.js';
import type { Customer } from '../members.js';

export const setDateOfBirth: Action<Customer> = action(
  { dateOfBirth: Optional(CalendarDate) },
  (customer: Customer, payload) => {
    const dateOfBirth = dateOf(payload.dateOfBirth, 'dateOfBirth');
    return dateOfBirth === customer.dateOfBirth
      ? unchanged
      : { set: { dateOfBirth }, messages: [{ type: 'CustomerDateOfBirthSet', dateOfBirth }] };
  },
);
