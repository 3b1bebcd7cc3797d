/** What every process and worker works with: the engine over one store, the registry, the tokens. */
import { createEngine, type Engine } from './engine/engine.js';
import { createTokenStore, type TokenStore } from './oauth/tokens.js';
import { openRegistry, type Registry } from './registry/registry.js';
import { createSettings } from './registry/settings.js';
import { rooms } from './resources/index.js';
import { connect, type RedisClient } from './store/connect.js';
import { createStore, type Store } from './store/store.js';

export interface ServiceOptions { readonly redisUrl: string; readonly resourceCacheBytesMax: number; readonly queryTimeoutMs: number }

export interface Services {
  readonly redis: RedisClient;
  readonly store: Store;
  readonly registry: Registry;
  readonly engine: Engine;
  readonly tokens: TokenStore;
  close(): Promise<void>;
}

/** Throws when no Redis answers within seconds. */
export const openServices = async ({ redisUrl, resourceCacheBytesMax, queryTimeoutMs }: ServiceOptions): Promise<Services> => {
  const redis = connect(redisUrl);
  const registry = await openRegistry(redisUrl).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  const store = createStore(redis);
  const engine = createEngine({ store, rooms, settings: createSettings(registry), resourceCacheBytesMax, queryTimeoutMs });
  return {
    redis, store, registry, engine,
    tokens: createTokenStore(redis),
    close: async () => {
      await registry.close();
      redis.disconnect();
    },
  };
};
