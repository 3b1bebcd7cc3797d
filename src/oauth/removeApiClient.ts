import type { Engine } from '../engine/Engine.js';
import { loadAddressed } from '../engine/loadAddressed.js';
import { removeResource } from '../engine/commit/removeResource.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { ApiError } from '../errors/ApiError.js';
import { required } from '../errors/required.js';
import type { ApiClientRegistry } from '../registry/ApiClientRegistry.js';
import type { TokenStore } from './TokenStore.js';

export interface ApiClientRemovalServices {
  readonly engine: Engine;
  readonly registry: ApiClientRegistry;
  readonly tokens: Pick<TokenStore, 'revokeClientTokens'>;
}

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

/** Deletes an API client with all its tokens. */
export const removeApiClient = async (
  { engine, registry, tokens }: ApiClientRemovalServices,
  request: ResourceRequest,
): Promise<Response & { readonly revokedTokenSubjects: readonly string[] }> => {
  const { value: id } = required(request.address, 'the address of the API client');
  await loadAddressed(engine, request, id);
  // The resource is deleted last: until then an interrupted deletion can be repeated.
  const revokedSubject = await tokens.revokeClientTokens(request.projectKey, id);
  await registry.remove(id);
  return { ...(await removeDespiteRecordedUse(engine, request)), revokedTokenSubjects: [revokedSubject] };
};
