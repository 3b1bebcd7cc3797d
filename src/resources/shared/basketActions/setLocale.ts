import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { Locale, Optional } from '../../../schema/primitives.js';
import type { Basket } from '../basketMembers.js';

/** Refuses a locale that is not a language of the project. */
export const setLocale: Action<Basket> = action(
  { locale: Optional(Locale) },
  (basket: Basket, { locale }, { project }) => {
    if (locale === basket.locale) return unchanged;
    if (locale !== undefined && !project.languages.includes(locale))
      throw fail('ProjectNotConfiguredForLanguages', { languages: [locale] });
    return { set: { locale } };
  },
);
