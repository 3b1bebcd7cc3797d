/** POST /oauth/token: one function a grant, looked up by `grant_type`; the client proves itself by HTTP Basic (AUTH005). */
import { limits } from '../config.js';
import { fail } from '../errors.js';
import type { ApiClientRecord, Registry } from '../registry/registry.js';
import { covers } from './scopes.js';
import { isSecret } from './secrets.js';
import type { TokenStore } from './tokens.js';

export interface OAuth { readonly registry: Registry; readonly tokens: TokenStore }

/** A call to a token endpoint: the Authorization header and the form body. */
export interface TokenRequest { readonly authorization: string; readonly form: URLSearchParams }

type Grant = (oauth: OAuth, client: ApiClientRecord, form: URLSearchParams) => Promise<Record<string, unknown>>;

const invalidClient = () => fail('invalid_client', { message: 'Please provide valid client credentials using HTTP Basic Authentication.' });

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
const readBasic = (authorization: string): [id: string, secret: string] | undefined => {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? [];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  try {
    return [decodeURIComponent(text.slice(0, colon)), decodeURIComponent(text.slice(colon + 1))];
  } catch {
    return undefined;
  }
};

/** The client whose credentials the request carries. */
export const authenticate = async ({ registry }: OAuth, authorization: string): Promise<ApiClientRecord> => {
  const credentials = readBasic(authorization);
  const client = credentials && await registry.apiClient(credentials[0]);
  if (client === undefined || !isSecret(credentials![1], client.secretHash)) throw invalidClient();
  return client;
};

/** The requested scopes if the client has them all; no request means all of the client's (AUTH011). */
const readScope = (client: ApiClientRecord, form: URLSearchParams): string => {
  const requested = (form.get('scope') ?? '').split(' ').filter(scope => scope !== '');
  if (requested.length === 0) return client.scope;
  const refused = requested.find(scope => !covers(client.scope, client.projectKey, scope));
  if (refused !== undefined) throw fail('invalid_scope', { message: `The client may not request the scope '${refused.slice(0, 200)}'.` });
  return [...new Set(requested)].join(' ');
};

/** AUTH009 to AUTH011, AUTH044: no refresh token. */
const clientCredentials: Grant = async ({ tokens }, client, form) => {
  const scope = readScope(client, form);
  const validitySeconds = client.accessTokenValiditySeconds;
  const token = await tokens.issue(client.projectKey, { clientId: client.id, scope }, validitySeconds);
  return { access_token: token, expires_in: validitySeconds, scope, token_type: 'Bearer' };
};

const grants: ReadonlyMap<string, Grant> = new Map([['client_credentials', clientCredentials]]);

export const token = async (oauth: OAuth, { authorization, form }: TokenRequest): Promise<Record<string, unknown>> => {
  const client = await authenticate(oauth, authorization);
  const grantType = form.get('grant_type');
  if (grantType === null || grantType === '') throw fail('invalid_request', { message: "The form parameter 'grant_type' is missing." });
  const grant = grants.get(grantType);
  if (grant === undefined)
    throw fail('unsupported_grant_type', { message: `The grant type '${grantType.slice(0, 100)}' is not supported here; supported: ${[...grants.keys()].join(', ')}.` });
  return grant(oauth, client, form);
};

/** What a new client's tokens live by default (LIM014). */
export const accessTokenValiditySeconds = limits.accessTokenSeconds;
