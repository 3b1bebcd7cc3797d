/** Calls the authorization endpoints, and creates the API clients and customers of tests. */
import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClientDraft } from '../../src/auth/oauth/apiClients.js';
import { signUp } from '../../src/commerce/resources/customer/commands/signIn.js';
import { createResource } from '../../src/engine/commit/pipeline.js';
import { ApiError } from '../../src/base/errors/ApiError.js';
import type { ClientCredentials } from '../../src/projects/createProject.js';
import type { HttpResponse } from './http.js';
import type { Quayside } from './quayside.js';

export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export const basic = ({ clientId, clientSecret }: ClientCredentials): string => basicOf(clientId, clientSecret);

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token?: string;
}

type Form = Readonly<Record<string, string>> | string;

/** Posts a form to a path below /oauth/ with an `Authorization` header. */
export const post = (
  { http }: Pick<Quayside, 'http'>,
  path: string,
  authorization: string | undefined,
  form: Form,
): Promise<HttpResponse> =>
  http.send('POST', `/oauth/${path}`, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });

export const requestToken = (
  quayside: Pick<Quayside, 'http'>,
  authorization: string | undefined,
  form: Form,
): Promise<HttpResponse> => post(quayside, 'token', authorization, form);

/** Creates a further client of a project; `scope` has the wire form. */
export const addClient = async (
  { services }: Quayside,
  projectKey: string,
  scope: string,
  draft: Partial<ApiClientDraft> = {},
): Promise<ClientCredentials> => {
  const { id, secret } = await createApiClient(
    services,
    projectKey,
    { name: 'test', scope, ...draft },
    new Set(['manage_project']),
    {},
  );
  return { projectKey, clientId: id, clientSecret: secret, scope };
};

export type TestCustomer = { readonly id: string; readonly email: string; readonly password: string };

/** Creates a store, unless there is one with the key. */
const addStore = async ({ engine }: Quayside['services'], projectKey: string, key: string): Promise<void> => {
  const request = {
    projectKey,
    resourceType: engine.resourceTypes.get('store')!,
    query: new URLSearchParams(),
    body: Buffer.from(JSON.stringify({ key })),
    client: {},
  };
  await createResource(engine, request).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.entries[0]!.code === 'DuplicateField')) throw error;
  });
};

/** Creates a customer who can sign in: in the store if one is named, otherwise globally. */
export const addCustomer = async (
  { services }: Quayside,
  projectKey: string,
  storeKey?: string,
): Promise<TestCustomer> => {
  const given = { email: `Jo.${randomUUID().slice(0, 8)}@example.com`, password: `pass 1 ${randomUUID()}` };
  if (storeKey !== undefined) await addStore(services, projectKey, storeKey);
  const { body } = await signUp(services, { projectKey, storeKey, client: {} }, given);
  const { customer } = JSON.parse(body.toString()) as { readonly customer: { readonly id: string } };
  return { id: customer.id, ...given };
};

/** Returns the token in a response; throws if there is none. */
export const tokenIn = ({ status, json, text }: HttpResponse): TokenAnswer => {
  if (status !== 200) throw new Error(`no token: ${text}`);
  return json as TokenAnswer;
};

/** Returns the access token of a customer, with the password: for the store if one is named, otherwise the project. */
export const customerToken = async (
  quayside: Pick<Quayside, 'http'>,
  credentials: ClientCredentials,
  { email, password }: Pick<TestCustomer, 'email' | 'password'>,
  { scope, storeKey }: { readonly scope?: string; readonly storeKey?: string } = {},
): Promise<string> => {
  const place = storeKey === undefined ? credentials.projectKey : `${credentials.projectKey}/in-store/key=${storeKey}`;
  const form = { grant_type: 'password', username: email, password, ...(scope === undefined ? {} : { scope }) };
  return tokenIn(await post(quayside, `${place}/customers/token`, basic(credentials), form)).access_token;
};

/** Returns the access token of a new anonymous session. */
export const anonymousToken = async (
  quayside: Pick<Quayside, 'http'>,
  credentials: ClientCredentials,
  scope: string,
  anonymousId?: string,
): Promise<string> => {
  const form = {
    grant_type: 'client_credentials',
    scope,
    ...(anonymousId === undefined ? {} : { anonymous_id: anonymousId }),
  };
  return tokenIn(await post(quayside, `${credentials.projectKey}/anonymous/token`, basic(credentials), form))
    .access_token;
};

/** Returns an OAuth error (RFC 6749 section 5.2) in the service's format, for `t.match`. */
export const oauthErrorOf = (status: number, error: string, message: RegExp) => ({
  status,
  json: { statusCode: status, message, errors: [{ code: error, message }], error, error_description: message },
});
