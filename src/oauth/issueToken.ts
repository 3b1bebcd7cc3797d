import { fail } from '../errors/ApiError.js';
import { authenticateClient } from './authenticateClient.js';
import { anonymousGrant } from './grants/anonymousGrant.js';
import { clientCredentialsGrant } from './grants/clientCredentialsGrant.js';
import type { GrantHandler, TokenResponse } from './grants/GrantHandler.js';
import { passwordGrant } from './grants/passwordGrant.js';
import { refreshTokenGrant } from './grants/refreshTokenGrant.js';
import type { OAuthRequest, OAuthServices } from './OAuthRequest.js';
import { type Form, readForm, requiredParameters } from './readForm.js';

/** The handlers of each token endpoint by grant type. */
const handlers = {
  token: { client_credentials: clientCredentialsGrant, refresh_token: refreshTokenGrant },
  customerToken: { password: passwordGrant },
  anonymousToken: { client_credentials: anonymousGrant },
} as const satisfies Record<string, Record<string, GrantHandler>>;

export type TokenEndpoint = keyof typeof handlers;

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

/** Answers a POST on one of the token endpoints. */
export const issueToken = async (
  services: OAuthServices,
  endpoint: TokenEndpoint,
  { authorization, body, projectKey, storeKey }: OAuthRequest,
): Promise<TokenResponse> => {
  const client = await authenticateClient(services.registry, authorization, projectKey);
  const form = readForm(body);
  const handle = findHandler(endpoint, form);
  await services.throttleClient(client);
  const response = await handle(services, { client, form, storeKey });
  // The token is issued already: a failure to record the use must not fail the response, or the token would be lost.
  await services.recordClientUse(client).catch(() => undefined);
  return response;
};
