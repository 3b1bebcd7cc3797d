/**
 * API clients (AUTH008). What is shown of one is a resource of its project; what proves it is a record of the registry,
 * found by the id alone, since a token request names no project.
 */
import { LRUCache } from 'lru-cache';
import { composeNewResource } from '../engine/commit/create.js';
import type { Client } from '../engine/define/Context.js';
import { assertValid } from '../engine/define/compileValidator.js';
import type { Engine } from '../engine/Engine.js';
import { loadAddressed } from '../engine/loadAddressed.js';
import { removeResource } from '../engine/commit/remove.js';
import { ReferenceCollector, resolveReferences } from '../engine/references/resolveReferences.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { composeUpdate } from '../engine/commit/update.js';
import { ApiError, fail } from '../errors/ApiError.js';
import type { ApiClientRecord, ApiClientRegistry } from '../registry/ApiClientRegistry.js';
import type { ApiClient } from '../resources/apiClient/index.js';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';
import { mayDelegateScope, grantedScopeNames, scopeWords } from '../credentials/scopes.js';
import { hashSecret, newSecret } from '../credentials/secrets.js';
import type { TokenStore } from './TokenStore.js';

export interface ApiClientServices {
  readonly engine: Engine;
  readonly registry: ApiClientRegistry;
  readonly tokens: TokenStore;
  readonly redis: RedisClient;
}

export interface ApiClientDraft {
  readonly name: string;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  readonly deleteDaysAfterCreation?: number;
  readonly accessTokenValiditySeconds?: number;
  readonly refreshTokenValiditySeconds?: number;
}

const typeId = 'api-client';

/** Nobody gives away more than he has. */
const assertDelegableScope = (projectKey: string, scope: string, granted: string): void => {
  const names = grantedScopeNames(granted, projectKey);
  const refused = scopeWords(scope).find(word => !mayDelegateScope(names, projectKey, word));
  if (refused !== undefined)
    throw fail('InvalidField', {
      field: 'scope',
      invalidValue: scope,
      expected: `Expected scopes of the project '${projectKey}' that the caller has as well; '${refused.slice(0, 200)}' is none.`,
    });
};

/** Makes a client; the secret is in what this returns and nowhere else. `granted` is the scope of whoever makes it. */
export const createApiClient = async (
  { engine, registry, redis }: ApiClientServices,
  projectKey: string,
  draft: ApiClientDraft,
  granted: string,
  by: Client,
): Promise<ApiClient & { readonly secret: string }> => {
  const resourceType = engine.resourceTypes.get(typeId)!;
  assertValid(resourceType.draft!.validate(draft));
  assertDelegableScope(projectKey, draft.scope, granted);
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  const { changeSet, document } = composeNewResource(
    engine,
    resourceType,
    resourceType.draft!.creation,
    draft,
    by,
    context,
  );
  const { scope, ...resource } = JSON.parse(document.text) as ApiClient;
  const secret = newSecret();
  const { id, name, createdAt, deleteAt, accessTokenValiditySeconds, refreshTokenValiditySeconds } = resource;
  // First what nobody knows of yet: a creation that ends between the two leaves a secret that nobody has.
  await registry.save({
    id,
    projectKey,
    name,
    scope,
    secretHash: hashSecret(secret),
    createdAt,
    deleteAt,
    accessTokenValiditySeconds,
    refreshTokenValiditySeconds,
  });
  if (deleteAt !== undefined) await redis.zadd(keys.expiringClients, Date.parse(deleteAt), `${projectKey}/${id}`);
  await engine.store.commit(changeSet);
  return { ...resource, scope, secret };
};

const removalsMax = 5;

/** Deletes a client, and with it all its tokens; returns what has ended beside the response. */
export const removeApiClient = async (
  { engine, registry, tokens }: ApiClientServices,
  request: ResourceRequest,
): Promise<Response & { readonly ended: readonly string[] }> => {
  const id = request.address!.value;
  await loadAddressed(engine, request, id);
  // The resource goes last: a deletion that ends before that can be made again.
  const ended = await tokens.revokeClientTokens(request.projectKey, id);
  await registry.remove(id);
  return { ...(await removeResource(engine, request)), ended: [ended] };
};

/** The day of a last use may be noted at the same moment; that is no reason to keep it. */
const removeResource = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await removeResource(engine, request);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409) || attempt === removalsMax) throw error;
    }
  }
};

const removedAtOnce = 100;

/** Deletes clients whose time is over, a bounded number; they have been of no use since. */
export const removeExpiredApiClients = async (services: ApiClientServices): Promise<void> => {
  const { redis, engine } = services;
  for (const member of await redis.zrangebyscore(keys.expiringClients, '-inf', Date.now(), 'LIMIT', 0, removedAtOnce)) {
    const [projectKey, id] = member.split('/') as [string, string];
    const request = {
      projectKey,
      resourceType: engine.resourceTypes.get(typeId)!,
      address: { field: 'id', value: id },
      query: new URLSearchParams(),
      body: new Uint8Array(),
      client: {},
    };
    await removeApiClient(services, request).catch((error: unknown) => {
      // Somebody else deleted it.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    await redis.zrem(keys.expiringClients, member);
  }
};

const notedMax = 100_000;

/** Keeps `lastUsedAt`, the day on which a client last asked for a token: one commit a client and day. */
export const createUseNotes = (engine: Engine): ((client: ApiClientRecord) => Promise<void>) => {
  const noted = new LRUCache<string, string>({ max: notedMax });
  const resourceType = engine.resourceTypes.get(typeId)!;
  return async ({ id, projectKey }) => {
    const today = engine.now().toISOString().slice(0, 10);
    if (noted.get(id) === today) return;
    noted.set(id, today);
    const request = {
      resourceType,
      projectKey,
      client: { clientId: id },
      query: new URLSearchParams(),
      body: new Uint8Array(),
    };
    try {
      const located = await loadAddressed(engine, { ...request, address: { field: 'id', value: id } }, id);
      if ((located.resource as ApiClient).lastUsedAt === today) return;
      const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
      await engine.store.commit(
        composeUpdate(
          engine,
          request,
          located,
          { changes: { lastUsedAt: today }, messages: [], unreferenced: false },
          context,
        ).changeSet,
      );
    } catch (error) {
      // Another process noted it at the same time, or the client is being deleted.
      if (!(error instanceof ApiError)) throw error;
    }
  };
};
