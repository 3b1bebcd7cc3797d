import type { Entity } from 'redis-om';

/** Authenticates an API client; found by the client's id alone. */
export interface ApiClientRecord extends Entity {
  id: string;
  projectKey: string;
  name: string;
  /** Space-separated scopes in wire form, `manage_project:demo`. */
  scope: string;
  secretHash: string;
  createdAt: string;
  /** The client's own lifetime of tokens; the service's default where it is absent. */
  accessTokenValiditySeconds?: number;
  refreshTokenValiditySeconds?: number;
  /** The time at which the client expires. */
  deleteAt?: string;
}

export interface ApiClientRegistry {
  find(id: string): Promise<ApiClientRecord | undefined>;
  save(record: ApiClientRecord): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects on the first call: most threads never make one, and the library of the client takes a fifth of a second to
 * load.
 */
export const openApiClientRegistry = (url: string): ApiClientRegistry => {
  let opening: Promise<ApiClientRegistry> | undefined;
  const open = async (): Promise<ApiClientRegistry> =>
    (await import('./RedisApiClientRegistry.js')).RedisApiClientRegistry.open(url);
  const registry = (): Promise<ApiClientRegistry> =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  return {
    find: async id => (await registry()).find(id),
    save: async record => (await registry()).save(record),
    remove: async id => (await registry()).remove(id),
    close: async () => {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
};
