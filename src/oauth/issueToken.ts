/** The authorization endpoints: whoever calls one proves first which client it is. */
import { fail } from '../errors/ApiError.js';
import type { ApiClientRecord, ApiClientRegistry } from '../registry/ApiClientRegistry.js';
import { authenticateClient } from './authenticateClient.js';
import { type Form, readForm, requiredParameters } from './readForm.js';
import { anonymousGrant } from './grants/anonymousGrant.js';
import { clientCredentialsGrant } from './grants/clientCredentialsGrant.js';
import { tokenLifetimes, type GrantHandler, type GrantServices, type TokenResponse } from './grants/GrantHandler.js';
import { passwordGrant } from './grants/passwordGrant.js';
import { refreshTokenGrant } from './grants/refreshTokenGrant.js';
import type { Rates } from './rateLimits.js';
import { allowsScope, grantedScopeNames } from '../credentials/scopes.js';

export interface OAuthServices extends GrantServices {
  readonly registry: ApiClientRegistry;
  readonly throttleClient: Rates['throttle'];
  /** Notes that the client was used today (`lastUsedAt`). */
  readonly recordClientUse: (client: ApiClientRecord) => Promise<void>;
}

/** A call to an authorization endpoint. */
export interface OAuthRequest {
  readonly authorization: string;
  readonly body: Uint8Array;
  /** Empty on paths without a project. */
  readonly projectKey: string;
  readonly storeKey?: string;
}

/** The grant types of each token endpoint. */
const grants = {
  token: { client_credentials: clientCredentialsGrant, refresh_token: refreshTokenGrant },
  customerToken: { passwordGrant },
  anonymousToken: { client_credentials: anonymousGrant },
} as const satisfies Record<string, Record<string, GrantHandler>>;

export type TokenEndpoint = keyof typeof grants;

const grantOf = (endpoint: TokenEndpoint, form: Form): GrantHandler => {
  const known = new Map<string, GrantHandler>(Object.entries(grants[endpoint]));
  const [type] = requiredParameters(form, 'grant_type');
  const grant = known.get(type);
  if (grant === undefined)
    throw fail('unsupported_grant_type', {
      message: `The grant type '${type.slice(0, 100)}' is not supported here; supported: ${[...known.keys()].join(', ')}.`,
    });
  return grant;
};

/** POST on one of the token endpoints. */
export const issueToken = async (
  services: OAuthServices,
  endpoint: TokenEndpoint,
  { authorization, body, projectKey, storeKey }: OAuthRequest,
): Promise<TokenResponse> => {
  const client = await authenticateClient(services.registry, authorization, projectKey);
  const form = readForm(body);
  const grant = grantOf(endpoint, form);
  await services.throttleClient(client);
  const response = await grant(services, { client, form, storeKey });
  // The token is issued: nobody would have it if the note could fail the answer.
  await services.recordClientUse(client).catch(() => undefined);
  return response;
};

/** Introspection of an access token (AUTH029 to AUTH036); a refresh token is never active, since it opens nothing. */
export const introspectToken = async (
  { registry, tokens }: OAuthServices,
  { authorization, body }: OAuthRequest,
): Promise<Record<string, unknown>> => {
  const client = await authenticateClient(registry, authorization, '');
  const [token] = requiredParameters(readForm(body), 'token');
  const record = await tokens.findAccessToken(client.projectKey, token);
  const mayKnow =
    record?.clientId === client.id ||
    allowsScope(grantedScopeNames(client.scope, client.projectKey), ['introspect_oauth_tokens']);
  if (record === undefined || !mayKnow || record.expiresAtMs <= Date.now()) return { active: false };
  return { active: true, scope: record.scope, exp: Math.floor(record.expiresAtMs / 1000), client_id: record.clientId };
};

/** Revocation (AUTH037 to AUTH042): what has ended, undefined when there was nothing to end. Only the client itself is ever refused. */
export const revokeToken = async (
  { registry, tokens }: OAuthServices,
  { authorization, body }: OAuthRequest,
): Promise<string | undefined> => {
  const client = await authenticateClient(registry, authorization, '');
  const form = new URLSearchParams(Buffer.from(body).toString());
  const token = form.get('token') ?? '';
  if (token === '') return undefined;
  const hint = form.get('token_type_hint') === 'refresh_token' ? 'refresh_token' : 'access_token';
  return tokens.revoke(client.projectKey, client.id, token, hint, tokenLifetimes(client).access);
};
