/** Asking the authorization endpoints, and clients and customers that a test needs. */
import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClientDraft } from '../../src/oauth/apiClients.js';
import { hashPassword } from '../../src/oauth/passwords.js';
import type { Credentials } from '../../src/registry/projects.js';
import type { Answered } from './http.js';
import type { Quayside } from './quayside.js';

export const basicOf = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export const basic = ({ clientId, clientSecret }: Credentials): string => basicOf(clientId, clientSecret);

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token?: string;
}

type Form = Readonly<Record<string, string>> | string;

/** One call below /oauth/; the form is as given, the client proves itself as `authorization` says. */
export const post = ({ http }: Pick<Quayside, 'http'>, path: string, authorization: string | undefined, form: Form): Promise<Answered> =>
  http.send('POST', `/oauth/${path}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization === undefined ? {} : { authorization }) },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });

export const askToken = (quayside: Pick<Quayside, 'http'>, authorization: string | undefined, form: Form): Promise<Answered> => post(quayside, 'token', authorization, form);

/** A second client of a project; `scope` in wire form. */
export const addClient = async ({ services }: Quayside, projectKey: string, scope: string, draft: Partial<ApiClientDraft> = {}): Promise<Credentials> => {
  const { id, secret } = await createApiClient(services, projectKey, { name: 'test', scope, ...draft }, `manage_project:${projectKey}`, {});
  return { projectKey, clientId: id, clientSecret: secret, scope };
};

export interface TestCustomer { readonly id: string; readonly email: string; readonly password: string }

/** A customer who can sign in: of the store when one is named, else global. */
export const addCustomer = async ({ services }: Quayside, projectKey: string, storeKey?: string): Promise<TestCustomer> => {
  const customer = { id: randomUUID(), email: `Jo.${randomUUID().slice(0, 8)}@example.com`, password: `pass ${randomUUID()}` };
  await services.logins.save(projectKey, storeKey, customer.email, { customerId: customer.id, passwordHash: await hashPassword(customer.password) });
  return customer;
};

/** A token answer, or a throw with what came instead. */
export const tokenIn = ({ status, json, text }: Answered): TokenAnswer => {
  if (status !== 200) throw new Error(`no token: ${text}`);
  return json as TokenAnswer;
};

/** An OAuth refusal (RFC 6749 section 5.2) with the service's format beside it, for `t.match`. */
export const refusal = (status: number, error: string, message: RegExp) =>
  ({ status, json: { statusCode: status, message, errors: [{ code: error, message }], error, error_description: message } });
