import { lifetimesOf, readScope, respond, type Grant } from './grant.js';

/** A token for the client itself, without a refresh token (AUTH009 to AUTH011, AUTH044). */
export const clientCredentials: Grant = async ({ tokens }, { client, form }) => {
  const scope = readScope(client, form);
  const lifetimes = lifetimesOf(client);
  return respond(
    await tokens.issue(client.projectKey, { clientId: client.id, scope }, { access: lifetimes.access }),
    scope,
    lifetimes,
  );
};
