import { tokenLifetimes, requestedScope, toTokenResponse, type GrantHandler } from './GrantHandler.js';

/** A token for the client itself, without a refresh token (AUTH009 to AUTH011, AUTH044). */
export const clientCredentialsGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  const scope = requestedScope(client, form);
  const lifetimes = tokenLifetimes(client);
  return toTokenResponse(
    await tokens.issue(client.projectKey, { clientId: client.id, scope }, { access: lifetimes.access }),
    scope,
    lifetimes,
  );
};
