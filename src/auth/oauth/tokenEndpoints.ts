/** The requests to issue, introspect and revoke tokens. */
import { allowsScope, grantedScopeNames } from '../../base/credentials/scopes.js';
import { fail } from '../../base/errors/ApiError.js';
import type { ConfirmWrites } from '../../store/ReplicatedCommitRunner.js';
import { keys } from '../../store/keys.js';
import type { ApiClientRecord, ApiClientRegistry } from '../clients/ApiClientRegistry.js';
import { authenticateClient } from './authenticateClient.js';
import {
  type GrantHandler,
  type GrantServices,
  issueTerms,
  type TokenResponse,
  anonymousGrant,
  clientCredentialsGrant,
  passwordGrant,
  refreshTokenGrant,
} from './grants/grants.js';
import type { RateLimits } from './rateLimits.js';
import { type Form, readForm, requiredParameters } from './readForm.js';

export interface OAuthServices extends GrantServices {
  readonly registry: ApiClientRegistry;
  readonly throttleClient: RateLimits['throttleClient'];
  /** Does nothing where DURABILITY asks for no replicas. */
  readonly confirmWrites: ConfirmWrites;
  /** Records that the client was used today (`lastUsedAt`). */
  readonly recordClientUse: (client: ApiClientRecord) => Promise<void>;
}

export interface OAuthRequest {
  readonly authorization: string;
  readonly body: Uint8Array;
  readonly query: string;
  /** The project of the path; empty where the path has none. */
  readonly projectKey: string;
  readonly storeKey?: string;
}

/** The handlers of each token endpoint by grant type. */
const handlers = {
  token: { client_credentials: clientCredentialsGrant, refresh_token: refreshTokenGrant },
  customerToken: { password: passwordGrant },
  anonymousToken: { client_credentials: anonymousGrant },
} as const satisfies Record<string, Record<string, GrantHandler>>;

export type TokenEndpoint = keyof typeof handlers;

/** Answers a POST on one of the token endpoints. */
export const issueToken = async (
  services: OAuthServices,
  endpoint: TokenEndpoint,
  { authorization, body, query, projectKey, storeKey }: OAuthRequest,
): Promise<TokenResponse> => {
  const client = await authenticateClient(services.registry, authorization, projectKey);
  const form = readForm(body, query);
  const handle = findHandler(endpoint, form);
  await services.throttleClient(client);
  const response = await handle(services, { client, form, storeKey });
  // The token is issued already: a failure to record the use must not fail the response, or the token would be lost.
  await services.recordClientUse(client).catch(() => undefined);
  return response;
};

const findHandler = (endpoint: TokenEndpoint, form: Form): GrantHandler => {
  const byGrantType = new Map<string, GrantHandler>(Object.entries(handlers[endpoint]));
  const [grantType] = requiredParameters(form, 'grant_type');
  const handler = byGrantType.get(grantType);
  if (handler !== undefined) return handler;
  const supported = [...byGrantType.keys()].join(', ');
  throw fail('unsupported_grant_type', {
    message: `The grant type '${grantType.slice(0, 100)}' is not supported here; supported: ${supported}.`,
  });
};

/** Introspects an access token (AUTH029 to AUTH036); a refresh token is never active, since it grants no access. */
export const introspectToken = async (
  { registry, tokens }: OAuthServices,
  { authorization, body }: OAuthRequest,
): Promise<Record<string, unknown>> => {
  const client = await authenticateClient(registry, authorization, '');
  const [token] = requiredParameters(readForm(body), 'token');
  const record = await tokens.findAccessToken(client.projectKey, token);
  const mayIntrospect =
    record?.clientId === client.id ||
    allowsScope(grantedScopeNames(client.scope, client.projectKey), ['introspect_oauth_tokens']);
  if (record === undefined || !mayIntrospect) return { active: false };
  return { active: true, scope: record.scope, exp: Math.floor(record.expiresAtMs / 1000), client_id: record.clientId };
};

/**
 * Revokes a token (AUTH037 to AUTH042); resolves to the revoked subject, or to undefined when there was nothing to
 * revoke. The only error is that of a client that cannot be authenticated.
 */
export const revokeToken = async (
  { registry, tokens, confirmWrites }: OAuthServices,
  { authorization, body }: OAuthRequest,
): Promise<string | undefined> => {
  const client = await authenticateClient(registry, authorization, '');
  const form = new URLSearchParams(Buffer.from(body).toString());
  const token = form.get('token') ?? '';
  if (token === '') return undefined;
  const hint = form.get('token_type_hint') === 'refresh_token' ? 'refresh_token' : 'access_token';
  const subject = await tokens.revoke(client.projectKey, client.id, token, hint, issueTerms(client).access);
  // An earlier request, which got no confirmation, may have revoked the token.
  await confirmWrites(keys.hashTag(client.projectKey));
  return subject;
};
