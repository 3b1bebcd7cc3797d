import type { Static } from '@sinclair/typebox';
import { action, change, sameValue, unchanged, type ActionTable } from '../../engine/actions.js';
import { defineResource, type Base } from '../../engine/defineResource.js';
import { CountryCode, CurrencyCode, Flag, IntegerFrom, List, Locale, NonEmptyText, Optional, Shape, Text } from '../types/basic.js';
import { ExternalOAuth, masked } from './externalOAuth.js';

const messageDaysMax = 90;

/** EVT029, EVT030 */
const MessagesConfiguration = Shape({ enabled: Flag, deleteDaysAfterCreation: IntegerFrom(1, messageDaysMax) });

export const ProjectMembers = Shape({
  key: Text,
  name: Text,
  languages: List(Locale),
  currencies: List(CurrencyCode),
  countries: List(CountryCode),
  messages: MessagesConfiguration,
  externalOAuth: Optional(ExternalOAuth),
});

export type Project = Base & Static<typeof ProjectMembers>;

const actions: ActionTable<Project> = {
  changeName: change<Project>('name', NonEmptyText),
  changeCurrencies: change<Project>('currencies', List(CurrencyCode)),
  changeCountries: change<Project>('countries', List(CountryCode)),
  changeMessagesConfiguration: action({ messagesConfiguration: MessagesConfiguration }, (project: Project, { messagesConfiguration }) =>
    (sameValue(project.messages, messagesConfiguration) ? unchanged : { set: { messages: messagesConfiguration } })),
  // AUTH057, AUTH058: the header is another service's secret, so it is shown masked and kept sealed.
  setExternalOAuth: action({ externalOAuth: Optional(ExternalOAuth) }, (project: Project, { externalOAuth }) => {
    if (externalOAuth === undefined) return project.externalOAuth === undefined ? unchanged : { set: { externalOAuth: undefined }, hidden: null };
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
  verbs: { update: 'updateProject' },
});
