import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { changeStoreList } from '../lists.js';
import { Country, type Store } from '../members.js';

export const addCountry: Action<Store> = action({ country: Country }, (store: Store, { country }) =>
  store.countries.some(({ code }) => code === country.code)
    ? unchanged
    : changeStoreList(store, 'countries', [...store.countries, country]),
);
