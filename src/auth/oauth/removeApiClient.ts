import { ApiError, required } from '../../base/errors/ApiError.js';
import { deletionTimeMs } from '../../base/lifecycle/deletionTime.js';
import type { RedisClient } from '../../base/redis/connect.js';
import type { Engine } from '../../engine/Engine.js';
import type { ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { removeResource } from '../../engine/commit/removeResource.js';
import { loadRequested } from '../../engine/loadRequested.js';
import { keys } from '../../store/keys.js';
import type { ApiClientRegistry } from '../clients/ApiClientRegistry.js';
import type { TokenStore } from './TokenStore.js';

interface ApiClientRemovalServices {
  readonly engine: Engine;
  readonly registry: ApiClientRegistry;
  readonly tokens: Pick<TokenStore, 'revokeClientTokens'>;
}

/** Deletes an API client with all its tokens. */
export const removeApiClient = async (
  { engine, registry, tokens }: ApiClientRemovalServices,
  request: ResourceRequest,
): Promise<Response & { readonly revokedTokenSubjects: readonly string[] }> => {
  const { value: id } = required(request.locator, 'the locator of the API client');
  await loadRequested(engine, request, id);
  // The resource is deleted last: until then an interrupted deletion can be repeated.
  const revokedSubject = await tokens.revokeClientTokens(request.projectKey, id);
  await registry.remove(id);
  return { ...(await removeDespiteRecordedUse(engine, request)), revokedTokenSubjects: [revokedSubject] };
};

const attemptsMax = 5;

/** Deletes the resource; tries again when the day of the last use is recorded at the same moment. */
const removeDespiteRecordedUse = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await removeResource(engine, request);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409) || attempt === attemptsMax) throw error;
    }
  }
};

const batchSize = 100;

/** Deletes expired API clients, a limited number per call; an expired client cannot authenticate any more. */
export const removeExpiredApiClients = async (
  services: ApiClientRemovalServices & { readonly redis: RedisClient },
): Promise<void> => {
  const { redis, engine } = services;
  for (const member of await redis.zrangebyscore(
    keys.expiringClients,
    '-inf',
    deletionTimeMs(),
    'LIMIT',
    0,
    batchSize,
  )) {
    const [projectKey = '', id = ''] = member.split('/');
    const request = {
      projectKey,
      resourceType: required(engine.resourceTypes.get('api-client'), 'the resource type api-client'),
      locator: { field: 'id', value: id },
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
