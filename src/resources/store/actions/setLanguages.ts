import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { List, Locale, Optional } from '../../../schema/primitives.js';
import { withList } from '../lists.js';
import { languagesOf, type Store } from '../members.js';

export const setLanguages: Action<Store> = action(
  { languages: Optional(List(Locale)) },
  (store: Store, { languages = [] }, context) => withList(store, 'languages', languagesOf(languages, context)),
);
