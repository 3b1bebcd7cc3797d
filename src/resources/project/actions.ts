import type { ActionTable } from '../../engine/define/Action.js';
import { change } from '../../engine/define/actions.js';
import { CountryCode, CurrencyCode, List, Locale, NonEmptyText } from '../../schema/primitives.js';
import { Type } from '../../schema/Type.js';
import { changeCartsConfiguration } from './actions/changeCartsConfiguration.js';
import { changeCountryTaxRateFallbackEnabled } from './actions/changeCountryTaxRateFallbackEnabled.js';
import { changeMessagesConfiguration } from './actions/changeMessagesConfiguration.js';
import { changeOrderSearchStatus } from './actions/changeOrderSearchStatus.js';
import { setCustomFieldIndexes } from './actions/setCustomFieldIndexes.js';
import { setExternalOAuth } from './actions/setExternalOAuth.js';
import type { Project } from './members.js';

export const actions: ActionTable<Project> = {
  changeName: change<Project>('name', NonEmptyText),
  changeLanguages: change<Project>('languages', Type.Array(Locale, { minItems: 1, maxItems: 1_000 })),
  changeCartsConfiguration,
  changeCountryTaxRateFallbackEnabled,
  changeOrderSearchStatus,
  changeCurrencies: change<Project>('currencies', List(CurrencyCode)),
  changeCountries: change<Project>('countries', List(CountryCode)),
  changeMessagesConfiguration,
  setCustomFieldIndexes,
  setExternalOAuth,
};
