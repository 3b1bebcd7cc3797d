import { allowsScope, grantedScopeNames } from '../credentials/scopes.js';
import { authenticateClient } from './authenticateClient.js';
import type { OAuthRequest, OAuthServices } from './OAuthRequest.js';
import { readForm, requiredParameters } from './readForm.js';

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
  if (record === undefined || !mayIntrospect || record.expiresAtMs <= Date.now()) return { active: false };
  return { active: true, scope: record.scope, exp: Math.floor(record.expiresAtMs / 1000), client_id: record.clientId };
};
