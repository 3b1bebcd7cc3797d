import { defineResource, creation, type Base } from '../../engine/defineResource.js';
import { action, sameValue, set, unchanged, type ActionTable } from '../../engine/actions.js';
import type { Static } from '@sinclair/typebox';
import { CountryCode, Key, List, Locale, LocalizedString, Optional, Shape } from '../types/basic.js';

const Countries = List(Shape({ code: CountryCode }));

const StoreMembers = Shape({ key: Key, name: Optional(LocalizedString), languages: List(Locale), countries: Countries });
const StoreDraft = Shape({ key: Key, name: Optional(LocalizedString), languages: Optional(List(Locale)), countries: Optional(Countries) });

export type Store = Base & Static<typeof StoreMembers>;

const draft = creation<Store, typeof StoreDraft>(StoreDraft, ({ key, name, languages = [], countries = [] }) =>
  ({ members: { key, name, languages, countries } }));

const actions: ActionTable<Store> = {
  setName: set<Store>('name', LocalizedString),
  setLanguages: action({ languages: Optional(List(Locale)) }, (store: Store, { languages = [] }) =>
    (sameValue(store.languages, languages) ? unchanged : { set: { languages } })),
  setCountries: action({ countries: Optional(Countries) }, (store: Store, { countries = [] }) =>
    (sameValue(store.countries, countries) ? unchanged : { set: { countries } })),
};

/** Stores, as far as orders refer to them (ORD010) and paths speak of them. */
export const store = defineResource<Store>({
  typeId: 'store',
  path: 'stores',
  scopes: { read: ['view_stores'], write: ['manage_stores'] },
  resource: StoreMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
});
