import { authenticateClient } from './authenticateClient.js';
import { issueTerms } from './grants/GrantHandler.js';
import type { OAuthRequest, OAuthServices } from './OAuthRequest.js';

/**
 * Revokes a token (AUTH037 to AUTH042); resolves to the revoked subject, or to undefined when there was nothing to
 * revoke. The only error is that of a client that cannot be authenticated.
 */
export const revokeToken = async (
  { registry, tokens }: OAuthServices,
  { authorization, body }: OAuthRequest,
): Promise<string | undefined> => {
  const client = await authenticateClient(registry, authorization, '');
  const form = new URLSearchParams(Buffer.from(body).toString());
  const token = form.get('token') ?? '';
  if (token === '') return undefined;
  const hint = form.get('token_type_hint') === 'refresh_token' ? 'refresh_token' : 'access_token';
  return tokens.revoke(client.projectKey, client.id, token, hint, issueTerms(client).access);
};
