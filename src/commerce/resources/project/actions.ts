import { assertUnmasked } from '../../../engine/schema/externalService.js';
import { fail } from '../../../base/errors/ApiError.js';
import { type ActionTable, unchanged, action, change, set } from '../../../engine/define/actions.js';
import { canonicalLanguageTags } from '../../../engine/schema/languageTags.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import {
  CountryCode,
  CurrencyCode,
  Flag,
  NonEmptyList,
  Locale,
  NonEmptyText,
  Optional,
} from '../../../engine/schema/primitives.js';
import { changeSearchStatus, otherSettings } from './otherSettings.js';
import {
  CartsConfigurationDraft,
  CustomFieldIndexes,
  defaultCartsConfiguration,
  ExternalOAuth,
  maskExternalOAuth,
  MessagesConfiguration,
  OrderNumberPattern,
  type Project,
  TaskLimits,
} from './members.js';

export const actions: ActionTable<Project> = {
  changeName: change<Project>('name', NonEmptyText),
  changeLanguages: action({ languages: NonEmptyList(Locale) }, (project: Project, { languages: given }) => {
    const languages = canonicalLanguageTags(given);
    return sameValue(project.languages, languages) ? unchanged : { set: { languages } };
  }),
  changeCartsConfiguration: action(
    { cartsConfiguration: CartsConfigurationDraft },
    (project: Project, { cartsConfiguration }) => {
      const carts = { ...defaultCartsConfiguration, ...cartsConfiguration };
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
  changeOrderSearchStatus: changeSearchStatus('orders', 'Order'),
  changeCustomerSearchStatus: changeSearchStatus('customers', 'Customer'),
  changeBusinessUnitSearchStatus: changeSearchStatus('businessUnits', 'BusinessUnit'),
  ...otherSettings,
  changeCurrencies: change<Project>('currencies', NonEmptyList(CurrencyCode)),
  changeCountries: change<Project>('countries', NonEmptyList(CountryCode)),
  changeMessagesConfiguration: action(
    { messagesConfiguration: MessagesConfiguration },
    (project: Project, { messagesConfiguration }) =>
      sameValue(project.messages, messagesConfiguration) ? unchanged : { set: { messages: messagesConfiguration } },
  ),
  /** Older clients send it: messages had no number of days before. */
  changeMessagesEnabled: action({ messagesEnabled: Flag }, ({ messages }: Project, { messagesEnabled: enabled }) =>
    messages.enabled === enabled ? unchanged : { set: { messages: { ...messages, enabled } } },
  ),
  /** Without limits, those of new projects apply again. */
  setTaskLimits: set<Project>('taskLimits', TaskLimits),
  /** Without a pattern, that of new projects applies again. */
  setOrderNumberPattern: set<Project>('orderNumberPattern', OrderNumberPattern),
  /** Replaces the list of indexed custom fields; without a list no custom field is indexed. */
  setCustomFieldIndexes: action(
    { customFieldIndexes: CustomFieldIndexes },
    (project: Project, { customFieldIndexes }) => {
      const names = customFieldIndexes.map(({ typeId, name }) => `${typeId} ${name}`);
      const duplicate = names.find((name, at) => names.indexOf(name) !== at);
      if (duplicate !== undefined)
        throw fail('DuplicateField', { field: 'customFieldIndexes', duplicateValue: duplicate });
      const indexes = customFieldIndexes.length === 0 ? undefined : customFieldIndexes;
      return sameValue(project.customFieldIndexes, indexes) ? unchanged : { set: { customFieldIndexes: indexes } };
    },
  ),
  /**
   * Sets the external OAuth server; its header is a secret, so it is stored encrypted and shown masked (AUTH057,
   * AUTH058).
   */
  setExternalOAuth: action({ externalOAuth: Optional(ExternalOAuth) }, (project: Project, { externalOAuth }) => {
    if (externalOAuth === undefined)
      return project.externalOAuth === undefined ? unchanged : { set: { externalOAuth: undefined }, hidden: null };
    assertUnmasked('externalOAuth.authorizationHeader', externalOAuth.authorizationHeader);
    return { set: { externalOAuth: maskExternalOAuth(externalOAuth) }, hidden: { externalOAuth } };
  }),
};
