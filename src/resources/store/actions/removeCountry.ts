import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeStoreList } from '../lists.js';
import { Country, type Store } from '../members.js';

export const removeCountry: Action<Store> = action({ country: Country }, (store: Store, { country }) =>
  changeStoreList(
    store,
    'countries',
    store.countries.filter(({ code }) => code !== country.code),
  ),
);
