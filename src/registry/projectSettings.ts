import { LRUCache } from 'lru-cache';
import type { ProjectSettings } from '../engine/define/ProjectSettings.js';
import { fail } from '../errors/ApiError.js';
import type { Project } from '../resources/project/index.js';
import { projectKeyPattern } from '../store/keys.js';
import type { Store } from '../store/Store.js';

/** Settings may be this old: one process changes them, all others follow. */
const freshMs = 1_000;
const projectsMax = 10_000;

export const toProjectSettings = ({
  key,
  languages,
  currencies,
  countries,
  messages,
  carts,
  searchIndexing,
}: Omit<Project, 'id' | 'version' | 'createdAt' | 'lastModifiedAt'>): ProjectSettings => ({
  key,
  languages,
  currencies,
  countries,
  messages,
  carts,
  isSearched: searchIndexing?.orders?.status === 'Activated',
});

/** The project as it is stored; undefined when there is none of that key. */
export const readProject = async (store: Store, projectKey: string): Promise<Project | undefined> => {
  const body = projectKeyPattern.test(projectKey) ? await store.body(projectKey, 'project', projectKey) : null;
  return body === null ? undefined : (JSON.parse(body.toString()) as Project);
};

export interface ProjectSettingsCache {
  /** Concurrent requests for one project share one read. */
  get(projectKey: string): Promise<ProjectSettings>;
  /** The next request reads anew. */
  delete(projectKey: string): void;
}

/** Project settings through a cache. */
export const createProjectSettingsCache = (store: Store): ProjectSettingsCache => {
  const cache = new LRUCache<string, Promise<ProjectSettings>>({ max: projectsMax, ttl: freshMs });
  const load = async (projectKey: string): Promise<ProjectSettings> => {
    const project = await readProject(store, projectKey);
    if (project === undefined)
      throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
    return toProjectSettings(project);
  };
  return {
    get: projectKey => {
      const cached = cache.get(projectKey);
      if (cached !== undefined) return cached;
      const loading = load(projectKey);
      cache.set(projectKey, loading);
      loading.catch(() => cache.delete(projectKey));
      return loading;
    },
    delete: projectKey => {
      cache.delete(projectKey);
    },
  };
};
