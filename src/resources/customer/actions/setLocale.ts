import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Locale, Optional } from '../../../schema/primitives.js';
import { projectLocale } from '../draft.js';
import type { Customer } from '../members.js';

export const setLocale: Action<Customer> = action(
  { locale: Optional(Locale) },
  (customer: Customer, { locale }, context) =>
    locale === customer.locale ? unchanged : { set: { locale: projectLocale(locale, context) } },
);
