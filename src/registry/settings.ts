import { LRUCache } from 'lru-cache';
import type { ProjectSettings } from '../engine/context.js';
import { fail } from '../errors.js';
import type { ProjectRecord, Registry } from './registry.js';

/** Settings may be this old: one process changes them, all others follow. */
const freshMs = 1_000;
const projectsMax = 10_000;

export const settingsOf = (record: ProjectRecord): ProjectSettings => ({
  key: record.key,
  languages: record.languages,
  currencies: record.currencies,
  countries: record.countries,
  messages: { enabled: record.messagesEnabled, deleteDaysAfterCreation: record.messagesDeleteDaysAfterCreation },
});

/** Reads project settings through a cache; concurrent requests for one project share one read. */
export const createSettings = (registry: Registry): ((projectKey: string) => Promise<ProjectSettings>) => {
  const cache = new LRUCache<string, Promise<ProjectSettings>>({ max: projectsMax, ttl: freshMs });
  const load = async (projectKey: string): Promise<ProjectSettings> => {
    const record = await registry.project(projectKey);
    if (record === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
    return settingsOf(record);
  };
  return projectKey => {
    const cached = cache.get(projectKey);
    if (cached !== undefined) return cached;
    const loading = load(projectKey);
    cache.set(projectKey, loading);
    loading.catch(() => cache.delete(projectKey));
    return loading;
  };
};
