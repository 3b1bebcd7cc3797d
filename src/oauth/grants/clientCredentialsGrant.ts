import { type GrantHandler, requestedScope, tokenLifetimes, toTokenResponse } from './GrantHandler.js';

/** Issues a token for the client itself, without a refresh token (AUTH009 to AUTH011, AUTH044). */
export const clientCredentialsGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  const scope = requestedScope(client, form);
  const lifetimes = tokenLifetimes(client);
  return toTokenResponse(
    await tokens.issue(client.projectKey, { clientId: client.id, scope }, { access: lifetimes.access }),
    scope,
    lifetimes,
  );
};
