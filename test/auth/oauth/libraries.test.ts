/** The OAuth flows of the public SDK and of a strict OAuth 2.0 library. */
import { bodyOf } from '../../support/sdk.js';
import { createApiBuilderFromCtpClient } from '@commercetools/platform-sdk';
import { ClientBuilder, type TokenStore } from '@commercetools/ts-client';
import * as oauth from 'oauth4webapi';
import { test } from '../../support/tap.js';
import { addCustomer } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { describedFetch } from '../../support/assertDescribed.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey, clientId, clientSecret } = project;
const { address } = quayside;
const auth = {
  host: address,
  projectKey,
  credentials: { clientId, clientSecret },
  scopes: [`manage_project:${projectKey}`],
  httpClient: describedFetch,
};

/** Creates a token cache for the SDK. */
const cache = () => {
  let kept: TokenStore = { token: '', expirationTime: 0 };
  return {
    get: async () => kept,
    set: async (next: TokenStore) => {
      kept = next;
    },
  };
};

const statesOf = async (builder: ClientBuilder): Promise<number> => {
  const client = builder.withHttpMiddleware({ host: address, httpClient: describedFetch }).build();
  return (await bodyOf(createApiBuilderFromCtpClient(client).withProjectKey({ projectKey }).states().get())).count;
};

test('signs a customer in and refreshes the token with the SDK (AUTH012, AUTH021)', async t => {
  const { email, password } = await addCustomer(quayside, projectKey);
  const tokenCache = cache();
  t.equal(
    await statesOf(
      new ClientBuilder().withPasswordFlow({
        ...auth,
        credentials: { clientId, clientSecret, user: { username: email, password } },
        tokenCache,
      }),
    ),
    1,
  );
  const { refreshToken, token } = await tokenCache.get();
  t.match(refreshToken, /./);
  const second = cache();
  t.equal(
    await statesOf(
      new ClientBuilder().withRefreshTokenFlow({ ...auth, refreshToken: refreshToken!, tokenCache: second }),
    ),
    1,
  );
  t.not((await second.get()).token, token);
});

test('starts an anonymous session with the SDK (AUTH016)', async t => {
  const tokenCache = cache();
  t.equal(
    await statesOf(
      new ClientBuilder().withAnonymousSessionFlow({
        ...auth,
        credentials: { ...auth.credentials, anonymousId: 'anonymous-of-the-sdk' },
        tokenCache,
      }),
    ),
    1,
  );
  t.match((await tokenCache.get()).refreshToken, /./);
});

const server: oauth.AuthorizationServer = {
  issuer: address,
  token_endpoint: `${address}/oauth/token`,
  introspection_endpoint: `${address}/oauth/introspect`,
  revocation_endpoint: `${address}/oauth/token/revoke`,
};
const client: oauth.Client = { client_id: clientId };
const basicAuth = oauth.ClientSecretBasic(clientSecret);
const insecure = { [oauth.allowInsecureRequests]: true };

test('issues, introspects and revokes a token with a strict library (AUTH009, AUTH029, AUTH037)', async t => {
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    basicAuth,
    new URLSearchParams({ scope: `view_states:${projectKey}` }),
    insecure,
  );
  const token = await oauth.processClientCredentialsResponse(server, client, response);
  matchWhole(t, token, { token_type: 'bearer', expires_in: 172_800, scope: `view_states:${projectKey}` });
  const introspect = async () =>
    oauth.processIntrospectionResponse(
      server,
      client,
      await oauth.introspectionRequest(server, client, basicAuth, token.access_token, insecure),
    );
  matchWhole(t, await introspect(), { active: true, client_id: clientId, exp: Number });
  const api = await oauth.protectedResourceRequest(
    token.access_token,
    'GET',
    new URL(`${address}/${projectKey}/states`),
    undefined,
    undefined,
    insecure,
  );
  t.equal(api.status, 200);
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, basicAuth, token.access_token, {
      ...insecure,
      additionalParameters: { token_type_hint: 'access_token' },
    }),
  );
  t.same(await introspect(), { active: false });
  const refused = await oauth
    .protectedResourceRequest(
      token.access_token,
      'GET',
      new URL(`${address}/${projectKey}/states`),
      undefined,
      undefined,
      insecure,
    )
    .catch((error: unknown) => error);
  t.ok(refused instanceof oauth.WWWAuthenticateChallengeError, 'the library understands the challenge of RFC 6750');
});

test('refreshes an anonymous session with a strict library (AUTH021)', async t => {
  const anonymous = { ...server, token_endpoint: `${address}/oauth/${projectKey}/anonymous/token` };
  const first = await oauth.processClientCredentialsResponse(
    anonymous,
    client,
    await oauth.clientCredentialsGrantRequest(anonymous, client, basicAuth, new URLSearchParams(), insecure),
  );
  const renewed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, basicAuth, first.refresh_token!, insecure),
  );
  t.equal(renewed.refresh_token, first.refresh_token);
  t.equal(renewed.scope, first.scope);
});

test('returns errors in the format of RFC 6749 (AUTH006)', async t => {
  const failure = async (ask: () => Promise<Response>) =>
    oauth
      .processClientCredentialsResponse(server, client, await ask())
      .catch((error: unknown) => error as { error?: string; status?: number; name: string });
  const wrongScope = await failure(() =>
    oauth.clientCredentialsGrantRequest(
      server,
      client,
      basicAuth,
      new URLSearchParams({ scope: 'nonsense' }),
      insecure,
    ),
  );
  matchWhole(t, wrongScope, { name: 'ResponseBodyError', error: 'invalid_scope', status: 400 });
  const wrongSecret = await failure(() =>
    oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic('wrong'),
      new URLSearchParams(),
      insecure,
    ),
  );
  matchWhole(t, wrongSecret, { name: 'WWWAuthenticateChallengeError', status: 401 });
  const wrongRefresh = await oauth
    .processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, basicAuth, 'nonsense', insecure),
    )
    .catch((error: unknown) => error);
  matchWhole(t, wrongRefresh, { name: 'ResponseBodyError', error: 'invalid_grant', status: 400 });
});
