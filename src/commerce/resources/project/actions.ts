import { assertUnmasked } from '../../../engine/schema/externalService.js';
import { fail } from '../../../base/errors/ApiError.js';
import { type ActionTable, unchanged, action, change, set, setFrom, changeTo } from '../../../engine/define/actions.js';
import { canonicalLanguageTags } from '../../../engine/schema/languageTags.js';
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
  changeLanguages: setFrom('languages', NonEmptyList(Locale), canonicalLanguageTags),
  changeCartsConfiguration: action(
    { cartsConfiguration: CartsConfigurationDraft },
    (project: Project, { cartsConfiguration }) =>
      changeTo(project, { carts: { ...defaultCartsConfiguration, ...cartsConfiguration } }),
  ),
  changeCountryTaxRateFallbackEnabled: action({ countryTaxRateFallbackEnabled: Flag }, (project: Project, payload) =>
    changeTo(project, { carts: { ...project.carts, ...payload } }),
  ),
  changeOrderSearchStatus: changeSearchStatus('orders', 'Order'),
  changeCustomerSearchStatus: changeSearchStatus('customers', 'Customer'),
  changeBusinessUnitSearchStatus: changeSearchStatus('businessUnits', 'BusinessUnit'),
  ...otherSettings,
  changeCurrencies: change<Project>('currencies', NonEmptyList(CurrencyCode)),
  changeCountries: change<Project>('countries', NonEmptyList(CountryCode)),
  changeMessagesConfiguration: action(
    { messagesConfiguration: MessagesConfiguration },
    (project: Project, { messagesConfiguration: messages }) => changeTo(project, { messages }),
  ),
  /** Older clients send it: messages had no number of days before. */
  changeMessagesEnabled: action({ messagesEnabled: Flag }, (project: Project, { messagesEnabled: enabled }) =>
    changeTo(project, { messages: { ...project.messages, enabled } }),
  ),
  /** Without limits, those of new projects apply again. */
  setTaskLimits: set<Project>('taskLimits', TaskLimits),
  /** Without a pattern, that of new projects applies again. */
  setOrderNumberPattern: set<Project>('orderNumberPattern', OrderNumberPattern),
  /** Replaces the list of indexed custom fields; without a list no custom field is indexed. */
  setCustomFieldIndexes: setFrom('customFieldIndexes', CustomFieldIndexes, indexes => {
    const names = indexes.map(({ typeId, name }) => `${typeId} ${name}`);
    const duplicate = names.find((name, at) => names.indexOf(name) !== at);
    if (duplicate !== undefined)
      throw fail('DuplicateField', { field: 'customFieldIndexes', duplicateValue: duplicate });
    return indexes.length === 0 ? undefined : indexes;
  }),
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
