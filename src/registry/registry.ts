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

export interface Registry {
  apiClient(id: string): Promise<ApiClientRecord | undefined>;
  saveApiClient(record: ApiClientRecord): Promise<void>;
  removeApiClient(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Opened by the first call: most threads never make one, and the client's library takes a fifth of a second to load. */
export const openRegistry = (url: string): Registry => {
  let opened: Promise<Registry> | undefined;
  const open = async (): Promise<Registry> => (await import('./apiClientRecords.js')).openRecords(url);
  const records = (): Promise<Registry> =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  return {
    apiClient: async id => (await records()).apiClient(id),
    saveApiClient: async record => (await records()).saveApiClient(record),
    removeApiClient: async id => (await records()).removeApiClient(id),
    close: async () => {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
};
