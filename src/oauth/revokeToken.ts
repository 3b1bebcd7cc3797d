import { authenticateClient } from './authenticateClient.js';
import { keys } from '../store/keys.js';
import { issueTerms } from './grants/GrantHandler.js';
import type { OAuthRequest, OAuthServices } from './OAuthRequest.js';

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
  // A token that is revoked already may be so by a request before, which got no confirmation.
  await confirmWrites(keys.hashTag(client.projectKey));
  return subject;
};
