/** What proves an API client, found by its id alone. */
import type { Entity } from 'redis-om';

export interface ApiClientRecord extends Entity {
  id: string;
  projectKey: string;
  name: string;
  /** Space-separated scopes in wire form, `manage_project:demo`. */
  scope: string;
  secretHash: string;
  createdAt: string;
  /** The client's own; absent: the service's. */
  accessTokenValiditySeconds?: number;
  refreshTokenValiditySeconds?: number;
  /** From then on it is none. */
  deleteAt?: string;
}

export interface ApiClientRegistry {
  find(id: string): Promise<ApiClientRecord | undefined>;
  save(record: ApiClientRecord): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Opened by the first call: most threads never make one, and the client's library takes a fifth of a second to load. */
export const openApiClientRegistry = (url: string): ApiClientRegistry => {
  let opened: Promise<ApiClientRegistry> | undefined;
  const open = async (): Promise<ApiClientRegistry> => (await import('./apiClientRecords.js')).openRecords(url);
  const records = (): Promise<ApiClientRegistry> =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  return {
    find: async id => (await records()).find(id),
    save: async record => (await records()).save(record),
    remove: async id => (await records()).remove(id),
    close: async () => {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
};
