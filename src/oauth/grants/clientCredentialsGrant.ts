import { type GrantHandler, requestedScope, issueTerms, toTokenResponse } from './GrantHandler.js';

/** Issues a token for the client itself, without a refresh token (AUTH009 to AUTH011, AUTH044). */
export const clientCredentialsGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  const scope = requestedScope(client, form);
  const terms = issueTerms(client);
  return toTokenResponse(
    await tokens.issue(client.projectKey, { clientId: client.id, scope }, { ...terms, refresh: undefined }),
    scope,
    terms,
  );
};
