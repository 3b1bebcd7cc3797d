import { canonicalLanguageTags } from '../../../engine/schema/languageTags.js';
import type { ProjectSettings } from '../../../engine/define/ProjectSettings.js';
import { fail } from '../../../base/errors/ApiError.js';
import { type Project, searchedTypeIdsOf } from './members.js';
import { projectKeyPattern } from '../../../store/keys.js';
import type { DataStore } from '../../../store/DataStore.js';
import { ReadCache, cachedProjectsMax } from '../../../base/memory/ReadCache.js';

/** Bounds the age of cached settings: another process may have changed them since. */
const cachedMs = 1_000;

export const toProjectSettings = ({
  key,
  languages,
  currencies,
  countries,
  messages,
  carts,
  shoppingLists,
  searchIndexing,
  shippingRateInputType,
  discounts,
}: Omit<Project, 'id' | 'version' | 'createdAt' | 'lastModifiedAt'>): ProjectSettings => ({
  key,
  languages,
  currencies,
  countries,
  messages,
  carts,
  shoppingLists,
  shippingRateInputType,
  searchedTypeIds: searchedTypeIdsOf(searchIndexing),
  discounts,
});

/** Reads a project from the store, with canonical languages; resolves to undefined for an unknown key. */
export const readProject = async (store: Pick<DataStore, 'body'>, projectKey: string): Promise<Project | undefined> => {
  const body = projectKeyPattern.test(projectKey) ? await store.body(projectKey, 'project', projectKey) : null;
  if (body === null) return undefined;
  const project = JSON.parse(body.toString()) as Project;
  return { ...project, languages: canonicalLanguageTags(project.languages) };
};

/** Caches the settings of projects; rejects with ResourceNotFound for an unknown project. */
export class ProjectSettingsCache extends ReadCache<ProjectSettings> {
  constructor(store: Pick<DataStore, 'body'>) {
    super(projectKey => readSettings(store, projectKey), { entriesMax: cachedProjectsMax, cachedMs });
  }
}

const readSettings = async (store: Pick<DataStore, 'body'>, projectKey: string): Promise<ProjectSettings> => {
  const project = await readProject(store, projectKey);
  if (project === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
  return toProjectSettings(project);
};
