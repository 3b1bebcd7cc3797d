import type { ApiClientRegistry } from './ApiClientRegistry.js';

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
