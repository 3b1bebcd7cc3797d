import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Optional } from '../../../schema/primitives.js';
import { changeStoreList } from '../lists.js';
import { Countries, type Store } from '../members.js';

export const setCountries: Action<Store> = action(
  { countries: Optional(Countries) },
  (store: Store, { countries = [] }) => changeStoreList(store, 'countries', countries),
);
