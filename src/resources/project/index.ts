import { Type, type Static } from '@sinclair/typebox';
import { action, change } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { defineResource } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import {
  CountryCode,
  CurrencyCode,
  DateTime,
  Flag,
  IntegerFrom,
  List,
  Locale,
  NonEmptyText,
  OneOf,
  Optional,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { ExternalOAuth, masked } from './externalOAuth.js';
import { assertLanguagesFree } from './languages.js';

const messageDaysMax = 90;
const cartDaysMax = 365_250;

/** What a new project has (LIM019). */
export const cartsByDefault = { deleteDaysAfterLastModification: 90, countryTaxRateFallbackEnabled: false };

/** EVT029, EVT030 */
const MessagesConfiguration = Shape({ enabled: Flag, deleteDaysAfterCreation: IntegerFrom(1, messageDaysMax) });

/** LIM019: carts go so many days after their last change. */
const CartsConfiguration = Shape({
  deleteDaysAfterLastModification: IntegerFrom(1, cartDaysMax),
  countryTaxRateFallbackEnabled: Flag,
});
const CartsConfigurationDraft = Shape({
  deleteDaysAfterLastModification: Optional(IntegerFrom(1, cartDaysMax)),
  countryTaxRateFallbackEnabled: Optional(Flag),
});

const SearchStatus = OneOf(['Activated', 'Deactivated']);
const SearchIndexing = Shape({
  orders: Optional(Shape({ status: SearchStatus, lastModifiedAt: DateTime, lastModifiedBy: Optional(Type.Any()) })),
});

export const ProjectMembers = Shape({
  key: Text,
  name: Text,
  languages: List(Locale),
  currencies: List(CurrencyCode),
  countries: List(CountryCode),
  messages: MessagesConfiguration,
  carts: CartsConfiguration,
  searchIndexing: Optional(SearchIndexing),
  externalOAuth: Optional(ExternalOAuth),
});

export type Project = Base & Static<typeof ProjectMembers>;

const actions: ActionTable<Project> = {
  changeName: change<Project>('name', NonEmptyText),
  changeLanguages: change<Project>('languages', Type.Array(Locale, { minItems: 1, maxItems: 1_000 })),
  changeCartsConfiguration: action(
    { cartsConfiguration: CartsConfigurationDraft },
    (project: Project, { cartsConfiguration }) => {
      const carts = { ...cartsByDefault, ...cartsConfiguration };
      return sameValue(project.carts, carts) ? unchanged : { set: { carts } };
    },
  ),
  changeCountryTaxRateFallbackEnabled: action(
    { countryTaxRateFallbackEnabled: Flag },
    ({ carts }: Project, { countryTaxRateFallbackEnabled }) =>
      carts.countryTaxRateFallbackEnabled === countryTaxRateFallbackEnabled
        ? unchanged
        : { set: { carts: { ...carts, countryTaxRateFallbackEnabled } } },
  ),
  changeOrderSearchStatus: action({ status: SearchStatus }, ({ searchIndexing }: Project, { status }, { now }) =>
    searchIndexing?.orders?.status === status
      ? unchanged
      : { set: { searchIndexing: { ...searchIndexing, orders: { status, lastModifiedAt: now } } } },
  ),
  changeCurrencies: change<Project>('currencies', List(CurrencyCode)),
  changeCountries: change<Project>('countries', List(CountryCode)),
  changeMessagesConfiguration: action(
    { messagesConfiguration: MessagesConfiguration },
    (project: Project, { messagesConfiguration }) =>
      sameValue(project.messages, messagesConfiguration) ? unchanged : { set: { messages: messagesConfiguration } },
  ),
  // AUTH057, AUTH058: the header is another service's secret, so it is shown masked and kept sealed.
  setExternalOAuth: action({ externalOAuth: Optional(ExternalOAuth) }, (project: Project, { externalOAuth }) => {
    if (externalOAuth === undefined)
      return project.externalOAuth === undefined ? unchanged : { set: { externalOAuth: undefined }, hidden: null };
    return { set: { externalOAuth: masked(externalOAuth) }, hidden: { externalOAuth } };
  }),
};

/** The project itself: its key is its id. Made by the command line (registry/projects.ts). */
export const project = defineResource<Project>({
  typeId: 'project',
  path: '',
  isProject: true,
  scopes: { read: ['view_project_settings'], write: ['manage_project_settings'] },
  resource: ProjectMembers,
  actions,
  beforeCommit: assertLanguagesFree,
  verbs: { update: 'updateProject' },
});
