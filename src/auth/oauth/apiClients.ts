import { ApiError, required, fail, invalidField } from '../../base/errors/ApiError.js';
import { deletionTimeMs } from '../../base/durations.js';
import type { RedisClient } from '../../base/redis/connect.js';
import type { Engine } from '../../engine/Engine.js';
import type { ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { removeResource } from '../../engine/commit/removeResource.js';
import { loadRequested } from '../../engine/loadRequested.js';
import { keys } from '../../store/keys.js';
import type { ApiClientRegistry, ApiClientRecord } from '../clients/ApiClientRegistry.js';
import type { TokenStore } from './TokenStore.js';
import { LRUCache } from 'lru-cache';
import { ReferenceCollector, resolveReferences } from '../../engine/references/resolveReferences.js';
import { composeUpdate, composeNewResource } from '../../engine/commit/compose.js';
import type { ApiClient } from '../../commerce/resources/apiClient.js';
import { entryLimit } from '../../base/memory/ReadCache.js';
import type { Client } from '../../engine/define/Base.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { assertValid } from '../../engine/define/compileValidator.js';
import { mayDelegateScope, scopeWords } from '../../base/credentials/scopes.js';
import { hashSecret, newSecret } from '../../base/credentials/secrets.js';
import { wholeList } from '../../store/DataStore.js';

interface ApiClientCreationServices {
  readonly engine: Engine;
  readonly registry: ApiClientRegistry;
  readonly redis: RedisClient;
  /** Bounds the API clients of one project. */
  readonly apiClientsMax: number;
}

export interface ApiClientDraft {
  readonly name: string;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  readonly deleteDaysAfterCreation?: number;
  readonly accessTokenValiditySeconds?: number;
  readonly refreshTokenValiditySeconds?: number;
  readonly isAudited?: boolean;
}

const apiClientType = ({ resourceTypes }: Pick<Engine, 'resourceTypes'>): ResourceType =>
  required(resourceTypes.get('api-client'), 'the resource type api-client');

/** A request for API clients of a project; `id` addresses one of them. */
export const apiClientRequest = (
  engine: Pick<Engine, 'resourceTypes'>,
  projectKey: string,
  { id, query = '', client = {} }: { readonly id?: string; readonly query?: string; readonly client?: Client },
): ResourceRequest => ({
  projectKey,
  resourceType: apiClientType(engine),
  locator: id === undefined ? undefined : { field: 'id', value: id },
  query: new URLSearchParams(query),
  body: new Uint8Array(),
  client,
});

/** Refuses scopes that the caller does not have. */
const assertDelegableScope = (projectKey: string, scope: string, granted: ReadonlySet<string>): void => {
  const refused = scopeWords(scope).find(word => !mayDelegateScope(granted, projectKey, word));
  if (refused !== undefined)
    throw invalidField(
      'scope',
      scope,
      `Expected scopes of the project '${projectKey}' that the caller has as well; '${refused}' is none.`,
    );
};

/** Refuses more API clients than the limit (ERR026). Concurrent creations may exceed it by their number. */
const assertApiClientsBelowLimit = async (
  { engine, apiClientsMax }: ApiClientCreationServices,
  projectKey: string,
): Promise<void> => {
  const { from, to } = await engine.store.rankRange(projectKey, 'api-client', { by: 'id' }, wholeList);
  if (to - from >= apiClientsMax)
    throw fail('MaxResourceLimitExceeded', { exceededResource: 'api-client', max: apiClientsMax });
};

/** A client that an audited client creates is audited, too: otherwise it could make changes without a record. */
const withAuditOf = async (
  { registry }: Pick<ApiClientCreationServices, 'registry'>,
  draft: object,
  { clientId }: Client,
): Promise<object> =>
  clientId !== undefined && (await registry.find(clientId))?.isAudited === true ? { ...draft, isAudited: true } : draft;

/**
 * Creates an API client (AUTH008): a resource of the project that clients read, and a record of the registry that
 * authenticates it by its id alone, since a token request names no project. Only the returned value contains the
 * secret. `granted` are the scope names of the caller.
 */
export const createApiClient = async (
  services: ApiClientCreationServices,
  projectKey: string,
  draft: unknown,
  granted: ReadonlySet<string>,
  by: Client,
): Promise<ApiClient & { readonly secret: string }> => {
  const { engine, registry, redis } = services;
  const resourceType = apiClientType(engine);
  const { validate, creation } = required(resourceType.draft, 'the draft of API clients');
  assertValid(validate(draft));
  assertDelegableScope(projectKey, (draft as ApiClientDraft).scope, granted);
  await assertApiClientsBelowLimit(services, projectKey);
  const audited = await withAuditOf(services, draft as object, by);
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  const { changeSet, document } = composeNewResource(engine, resourceType, creation, audited, by, context);
  const client = JSON.parse(document.text) as ApiClient;
  const secret = newSecret();
  const { id, name, scope, createdAt, deleteAt, accessTokenValiditySeconds, refreshTokenValiditySeconds, isAudited } =
    client;
  // The record is saved first: an interrupted creation leaves a record whose secret was never shown.
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
    isAudited,
  });
  if (deleteAt !== undefined) await redis.zadd(keys.expiringClients, Date.parse(deleteAt), `${projectKey}/${id}`);
  await engine.store.commit(changeSet);
  return { ...(JSON.parse(document.reopen().text) as ApiClient), secret };
};

const rememberedClientsMax = 100_000;

/** Records `lastUsedAt`, the day on which an API client last requested a token: one commit per client and day. */
export class ClientUseRecorder {
  /** The recorded day by client id. */
  readonly #recorded = new LRUCache<string, string>(entryLimit(rememberedClientsMax));

  constructor(private readonly engine: Engine) {}

  async record({ id, projectKey }: Pick<ApiClientRecord, 'id' | 'projectKey'>): Promise<void> {
    const today = this.engine.now().toISOString().slice(0, 10);
    if (this.#recorded.get(id) === today) return;
    this.#recorded.set(id, today);
    try {
      await this.#commit(projectKey, id, today);
    } catch (error) {
      // Another process recorded the use at the same time, or the client is being deleted.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async #commit(projectKey: string, id: string, today: string): Promise<void> {
    const { engine } = this;
    const request = apiClientRequest(engine, projectKey, { id, client: { clientId: id } });
    const stored = await loadRequested(engine, request, id);
    if ((stored.resource as ApiClient).lastUsedAt === today) return;
    const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
    const change = { changes: { lastUsedAt: today }, messages: [], unreferenced: false };
    await engine.store.commit(composeUpdate(engine, request, stored, change, context).changeSet);
  }
}

interface ApiClientRemovalServices {
  readonly engine: Engine;
  readonly registry: ApiClientRegistry;
  readonly tokens: Pick<TokenStore, 'revokeClientTokens'>;
}

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
  const expired = await redis.zrangebyscore(keys.expiringClients, '-inf', deletionTimeMs(), 'LIMIT', 0, batchSize);
  for (const member of expired) {
    const [projectKey = '', id = ''] = member.split('/');
    await removeApiClient(services, apiClientRequest(engine, projectKey, { id })).catch((error: unknown) => {
      // A client or another process deleted it already.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    await redis.zrem(keys.expiringClients, member);
  }
};
