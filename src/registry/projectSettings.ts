import { LRUCache } from 'lru-cache';
import type { ProjectSettings } from '../engine/define/ProjectSettings.js';
import { fail } from '../errors/ApiError.js';
import type { Project } from '../resources/project/members.js';
import { projectKeyPattern } from '../store/keys.js';
import type { Store } from '../store/Store.js';
import { entryLimit } from '../memory/entryLimit.js';

/** Settings may be this old: one process changes them, and all others read them again. */
const cachedMs = 1_000;
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

/** Reads a project from the store; resolves to undefined for an unknown key. */
export const readProject = async (store: Pick<Store, 'body'>, projectKey: string): Promise<Project | undefined> => {
  const body = projectKeyPattern.test(projectKey) ? await store.body(projectKey, 'project', projectKey) : null;
  return body === null ? undefined : (JSON.parse(body.toString()) as Project);
};

/** Caches the settings of projects; concurrent requests for one project share one read. */
export class ProjectSettingsCache {
  readonly #settings = new LRUCache<string, Promise<ProjectSettings>>({ ...entryLimit(projectsMax), ttl: cachedMs });

  constructor(private readonly store: Pick<Store, 'body'>) {}

  /** Rejects with ResourceNotFound for an unknown project. */
  readonly get = (projectKey: string): Promise<ProjectSettings> => {
    const cached = this.#settings.get(projectKey);
    if (cached !== undefined) return cached;
    const loading = this.#load(projectKey);
    this.#settings.set(projectKey, loading);
    // The callers that wait for the load get the error; the next call loads again.
    loading.catch(() => this.#settings.delete(projectKey));
    return loading;
  };

  /** Lets the next request read the store. */
  delete(projectKey: string): void {
    this.#settings.delete(projectKey);
  }

  async #load(projectKey: string): Promise<ProjectSettings> {
    const project = await readProject(this.store, projectKey);
    if (project === undefined)
      throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
    return toProjectSettings(project);
  }
}
