/** The public SDK as a client; only the hosts differ from normal use. */
import { type ByProjectKeyRequestBuilder, createApiBuilderFromCtpClient } from '@commercetools/platform-sdk';
import { ClientBuilder } from '@commercetools/ts-client';
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { describedFetch } from './assertDescribed.js';
import type { Quayside } from './quayside.js';

export type Project = ByProjectKeyRequestBuilder;

/** Returns the SDK's request builder of one project, with the client's own scopes or those given. */
export const sdkOf = (
  { address }: Pick<Quayside, 'address'>,
  { projectKey, clientId, clientSecret, scope }: ClientCredentials,
  scopes?: readonly string[],
): Project => {
  const client = new ClientBuilder()
    .withProjectKey(projectKey)
    .withClientCredentialsFlow({
      host: address,
      projectKey,
      credentials: { clientId, clientSecret },
      scopes: [...(scopes ?? [scope])],
      httpClient: describedFetch,
    })
    .withHttpMiddleware({ host: address, httpClient: describedFetch })
    .build();
  return createApiBuilderFromCtpClient(client).withProjectKey({ projectKey });
};

/** Returns the SDK's request builder with the access token of a customer or visitor. */
export const sdkAs = ({ address }: Pick<Quayside, 'address'>, projectKey: string, token: string): Project => {
  const client = new ClientBuilder()
    .withExistingTokenFlow(`Bearer ${token}`, { force: true })
    .withHttpMiddleware({ host: address, httpClient: describedFetch })
    .build();
  return createApiBuilderFromCtpClient(client).withProjectKey({ projectKey });
};

/** Returns the SDK's request builder of a customer, who signs in with the password. */
export const customerSdk = (
  { address }: Pick<Quayside, 'address'>,
  { projectKey, clientId, clientSecret }: ClientCredentials,
  { email, password }: { readonly email: string; readonly password: string },
  scopes: readonly string[],
): Project => {
  const client = new ClientBuilder()
    .withPasswordFlow({
      host: address,
      projectKey,
      scopes: [...scopes],
      httpClient: describedFetch,
      credentials: { clientId, clientSecret, user: { username: email, password } },
    })
    .withHttpMiddleware({ host: address, httpClient: describedFetch })
    .build();
  return createApiBuilderFromCtpClient(client).withProjectKey({ projectKey });
};

/** The members of the SDK's rejections that tests check. */
export interface SdkError {
  readonly statusCode: number;
  readonly body: {
    readonly statusCode: number;
    readonly message: string;
    readonly errors: readonly { readonly code: string; readonly message: string; readonly [extra: string]: unknown }[];
  };
}

type SdkRequest<B = unknown> = { readonly execute: () => Promise<{ readonly body: B }> };

/** Sends a request of the SDK and returns the body of its response. */
export const bodyOf = async <B>(request: SdkRequest<B>): Promise<B> => (await request.execute()).body;

/** Returns the error of a rejected call or request of the SDK; throws when it succeeds. */
export const rejectionOf = async (call: Promise<unknown> | SdkRequest): Promise<SdkError> => {
  let answer: unknown;
  try {
    answer = await ('execute' in call ? call.execute() : call);
  } catch (error) {
    return error as SdkError;
  }
  throw new Error(`expected a refusal, got ${JSON.stringify(answer)}`);
};
