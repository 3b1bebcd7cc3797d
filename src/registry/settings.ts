import { LRUCache } from 'lru-cache';
import type { ProjectSettings } from '../engine/context.js';
import { fail } from '../errors/ApiError.js';
import type { Project } from '../resources/project/index.js';
import { projectKeyPattern } from '../store/keys.js';
import type { Store } from '../store/store.js';

/** Settings may be this old: one process changes them, all others follow. */
const freshMs = 1_000;
const projectsMax = 10_000;

export const settingsOf = ({
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

export interface Settings {
  /** Concurrent requests for one project share one read. */
  of(projectKey: string): Promise<ProjectSettings>;
  /** The next request reads anew. */
  forget(projectKey: string): void;
}

/** Project settings through a cache. */
export const createSettings = (store: Store): Settings => {
  const cache = new LRUCache<string, Promise<ProjectSettings>>({ max: projectsMax, ttl: freshMs });
  const load = async (projectKey: string): Promise<ProjectSettings> => {
    const project = await readProject(store, projectKey);
    if (project === undefined)
      throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
    return settingsOf(project);
  };
  return {
    of: projectKey => {
      const cached = cache.get(projectKey);
      if (cached !== undefined) return cached;
      const loading = load(projectKey);
      cache.set(projectKey, loading);
      loading.catch(() => cache.delete(projectKey));
      return loading;
    },
    forget: projectKey => {
      cache.delete(projectKey);
    },
  };
};
