import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { List, Locale, Optional } from '../../../schema/primitives.js';
import { changeStoreList } from '../lists.js';
import { projectLanguages, type Store } from '../members.js';

export const setLanguages: Action<Store> = action(
  { languages: Optional(List(Locale)) },
  (store: Store, { languages = [] }, context) =>
    changeStoreList(store, 'languages', projectLanguages(languages, context)),
);
