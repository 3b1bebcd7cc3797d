/** Asking the token endpoint, and clients with the scopes that a test needs. */
import { randomUUID } from 'node:crypto';
import { hashSecret, newSecret } from '../../src/oauth/secrets.js';
import type { Credentials } from '../../src/registry/projects.js';
import type { Answered } from './http.js';
import type { Quayside } from './quayside.js';

export const basicOf = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export interface TokenAnswer { readonly access_token: string; readonly token_type: string; readonly expires_in: number; readonly scope: string }

type Form = Readonly<Record<string, string>> | string;

/** One call of POST /oauth/token; the form is as given, the client proves itself as `authorization` says. */
export const askToken = ({ http }: Pick<Quayside, 'http'>, authorization: string | undefined, form: Form): Promise<Answered> =>
  http.send('POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization === undefined ? {} : { authorization }) },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });

/** A second client of a project; `scope` in wire form. */
export const addClient = async ({ services }: Quayside, projectKey: string, scope: string, accessTokenValiditySeconds = 172_800): Promise<Credentials> => {
  const [clientId, clientSecret] = [randomUUID(), newSecret()];
  await services.registry.saveApiClient({
    id: clientId, projectKey, name: 'test', scope, secretHash: hashSecret(clientSecret), createdAt: new Date().toISOString(), accessTokenValiditySeconds,
  });
  return { projectKey, clientId, clientSecret, scope };
};
