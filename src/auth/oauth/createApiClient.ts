import { composeNewResource } from '../../engine/commit/compose.js';
import type { Client } from '../../engine/define/Client.js';
import { assertValid } from '../../engine/define/compileValidator.js';
import type { Engine } from '../../engine/Engine.js';
import { ReferenceCollector, resolveReferences } from '../../engine/references/resolveReferences.js';
import { fail, required } from '../../base/errors/ApiError.js';
import { mayDelegateScope, scopeWords } from '../../base/credentials/scopes.js';
import { hashSecret, newSecret } from '../../base/credentials/secrets.js';
import type { RedisClient } from '../../base/redis/connect.js';
import type { ApiClientRegistry } from '../clients/ApiClientRegistry.js';
import type { ApiClient } from '../../commerce/resources/apiClient.js';
import { keys } from '../../store/keys.js';
import { wholeList } from '../../store/DataStore.js';

export interface ApiClientCreationServices {
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

/** Refuses scopes that the caller does not have. */
const assertDelegableScope = (projectKey: string, scope: string, granted: ReadonlySet<string>): void => {
  const refused = scopeWords(scope).find(word => !mayDelegateScope(granted, projectKey, word));
  if (refused !== undefined)
    throw fail('InvalidField', {
      field: 'scope',
      invalidValue: scope,
      expected: `Expected scopes of the project '${projectKey}' that the caller has as well; '${refused.slice(0, 200)}' is none.`,
    });
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
  const resourceType = required(engine.resourceTypes.get('api-client'), 'the resource type api-client');
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
