import { serverRequest } from '../engine/ResourceRequest.js';
import { tokenSubjects } from '../base/credentials/secrets.js';
import { fail } from '../base/errors/ApiError.js';
import { type Project, type SearchName, searchSettingsOf } from '../commerce/resources/project/members.js';
import { readProject } from '../commerce/resources/project/projectSettings.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { type ParsedUpdate, parseUpdate } from '../engine/commit/parseBody.js';
import { updateResource } from '../engine/commit/pipeline.js';
import { applyFieldIndexSetting } from '../search/indexing/fieldIndexes.js';
import type { Services } from '../services/services.js';
import { afterCommit } from '../store/unavailableErrors.js';

const searchActions = ['changeOrderSearchStatus', 'changeProductSearchIndexingEnabled', 'changeCustomerSearchStatus'];

/** Effects that an update has on the servers beside its commit. */
interface RequestedEffects {
  readonly changesSearch: boolean;
  readonly changesFieldIndexes: boolean;
}

const effectsOf = ({ actions }: ParsedUpdate): RequestedEffects => {
  const names = new Set(actions.map(({ name }) => name));
  return {
    changesSearch: searchActions.some(name => names.has(name)),
    changesFieldIndexes: names.has('setCustomFieldIndexes'),
  };
};

/**
 * Updates a project: register → commit → apply. It applies the settings of search and of indexes, and drops cached
 * grants of the external OAuth server, since its settings may have changed.
 */
export const updateProject = async (
  services: Services,
  request: ResourceRequest,
): Promise<Response & { readonly revokedTokenSubjects: readonly string[] }> => {
  const { projectKey } = request;
  const effects = effectsOf(await parseUpdate(request));
  await registerEffects(services, projectKey, effects);
  const languagesBefore = await readLanguages(services, projectKey);
  const response = await updateResource(services.engine, request);
  const subject = await afterCommit(applySettings(services, projectKey, effects, languagesBefore));
  return { ...response, revokedTokenSubjects: [subject] };
};

/**
 * A process that dies between the commit and its effects leaves them to the background thread, which looks at the
 * registered projects (reconcileSearch.ts, fieldIndexes.ts).
 */
const registerEffects = async (
  { searches, fieldIndexes }: Services,
  projectKey: string,
  { changesSearch, changesFieldIndexes }: RequestedEffects,
): Promise<void> => {
  if (changesSearch) for (const { states } of searches.values()) await states.registerProject(projectKey);
  if (changesFieldIndexes) await fieldIndexes.registerProject(projectKey);
};

/** The languages of a project in a fixed order, to be compared. */
const readLanguages = async ({ engine }: Services, projectKey: string): Promise<string> =>
  JSON.stringify([...((await readProject(engine.store, projectKey))?.languages ?? [])].sort());

/** Makes the servers use the settings; with other languages everything is indexed again (SEARCH021). */
const applySettings = async (
  services: Services,
  projectKey: string,
  { changesSearch }: RequestedEffects,
  languagesBefore: string,
): Promise<string> => {
  const { settings, tokens, searches, fieldIndexes } = services;
  const changesLanguages = (await readLanguages(services, projectKey)) !== languagesBefore;
  if (changesLanguages) for (const search of searches.values()) await search.rebuildIndex(projectKey);
  settings.delete(projectKey);
  if (changesSearch) for (const search of searches.values()) await search.applySetting(projectKey);
  if (await applyFieldIndexSetting(services, projectKey)) await fieldIndexes.registerProject(projectKey);
  const subject = tokenSubjects.external(projectKey);
  await tokens.announceRevocation(subject);
  return subject;
};

/**
 * Changes a project by update actions, as a client does. `actionsFor` gives the actions; without any it resolves to
 * false. Throws ConcurrentModification when another request changes the project.
 */
const changeProject = async (
  services: Services,
  projectKey: string,
  actionsFor: (project: Project) => readonly object[],
): Promise<boolean> => {
  const project = await readProject(services.store, projectKey);
  if (project === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
  const actions = actionsFor(project);
  if (actions.length === 0) return false;
  const locator = { field: 'id', value: projectKey };
  const body = Buffer.from(JSON.stringify({ version: project.version, actions }));
  await updateProject(services, serverRequest(services.engine, projectKey, 'project', { locator, body }));
  return true;
};

type CustomFieldName = NonNullable<Project['customFieldIndexes']>[number];

/** Adds a custom field to those that the project indexes, or removes it; false where nothing changes. */
export const changeFieldIndexes = (
  services: Services,
  projectKey: string,
  field: CustomFieldName,
  isIndexed: boolean,
): Promise<boolean> =>
  changeProject(services, projectKey, ({ customFieldIndexes = [] }) => {
    const others = customFieldIndexes.filter(({ typeId, name }) => typeId !== field.typeId || name !== field.name);
    if (others.length < customFieldIndexes.length === isIndexed) return [];
    return [{ action: 'setCustomFieldIndexes', customFieldIndexes: isIndexed ? [...others, field] : others }];
  });

type SearchStatus = 'Activated' | 'Deactivated';

/** The update action that changes a setting of search. */
const searchAction = (name: SearchName, status: SearchStatus): object => {
  if (name === 'orders') return { action: 'changeOrderSearchStatus', status };
  if (name === 'customers') return { action: 'changeCustomerSearchStatus', status };
  const mode = name === 'products' ? 'ProductProjectionsSearch' : 'ProductsSearch';
  return { action: 'changeProductSearchIndexingEnabled', enabled: status === 'Activated', mode };
};

/**
 * Activates or deactivates the search of a type in a project by its update action, as a client does (SEARCH010,
 * SEARCH011). Resolves to false when the project has the status already. Throws ConcurrentModification when another
 * request changes the project.
 */
export const changeSearch = (
  services: Services,
  projectKey: string,
  typeId: string,
  status: SearchStatus,
): Promise<boolean> =>
  changeProject(services, projectKey, ({ searchIndexing }) => {
    const names = searchSettingsOf(typeId);
    const active = names.filter(name => searchIndexing?.[name]?.status === 'Activated');
    if (status === 'Deactivated') return active.map(name => searchAction(name, status));
    return active.length > 0 ? [] : names.slice(-1).map(name => searchAction(name, status));
  });

/** Activates the searches of orders, products and customers; false where all are active already. */
export const activateSearches = (services: Services, projectKey: string): Promise<boolean> =>
  changeProject(services, projectKey, ({ searchIndexing }) =>
    (['orders', 'productsSearch', 'customers'] as const)
      .filter(name => searchIndexing?.[name]?.status !== 'Activated')
      .map(name => searchAction(name, 'Activated')),
  );
