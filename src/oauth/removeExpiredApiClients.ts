import { ApiError } from '../errors/ApiError.js';
import { required } from '../errors/required.js';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';
import { type ApiClientRemovalServices, removeApiClient } from './removeApiClient.js';

const batchSize = 100;

/** Deletes expired API clients, a limited number per call; an expired client cannot authenticate any more. */
export const removeExpiredApiClients = async (
  services: ApiClientRemovalServices & { readonly redis: RedisClient },
): Promise<void> => {
  const { redis, engine } = services;
  for (const member of await redis.zrangebyscore(keys.expiringClients, '-inf', Date.now(), 'LIMIT', 0, batchSize)) {
    const [projectKey = '', id = ''] = member.split('/');
    const request = {
      projectKey,
      resourceType: required(engine.resourceTypes.get('api-client'), 'the resource type api-client'),
      address: { field: 'id', value: id },
      query: new URLSearchParams(),
      body: new Uint8Array(),
      client: {},
    };
    await removeApiClient(services, request).catch((error: unknown) => {
      // A client or another process deleted it already.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    await redis.zrem(keys.expiringClients, member);
  }
};
