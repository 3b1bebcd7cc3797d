/** The public SDK as a client: only the hosts differ from what its users write. */
import { type ByProjectKeyRequestBuilder, createApiBuilderFromCtpClient } from '@commercetools/platform-sdk';
import { ClientBuilder } from '@commercetools/ts-client';
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { describedFetch } from './assertDescribed.js';
import type { Quayside } from './quayside.js';

export type Project = ByProjectKeyRequestBuilder;

/** The SDK's request builder of one project, with the client's own scopes or those given. */
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

/** The same for whoever has an access token: a customer, a visitor. */
export const sdkAs = ({ address }: Pick<Quayside, 'address'>, projectKey: string, token: string): Project => {
  const client = new ClientBuilder()
    .withExistingTokenFlow(`Bearer ${token}`, { force: true })
    .withHttpMiddleware({ host: address, httpClient: describedFetch })
    .build();
  return createApiBuilderFromCtpClient(client).withProjectKey({ projectKey });
};

/** What the SDK rejects with, as far as tests look at it. */
export interface SdkError {
  readonly statusCode: number;
  readonly body: {
    readonly statusCode: number;
    readonly message: string;
    readonly errors: readonly { readonly code: string; readonly message: string; readonly [extra: string]: unknown }[];
  };
}

/** The error that a call ends with; throws when it succeeds. */
export const rejectionOf = async (call: Promise<unknown>): Promise<SdkError> => {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    return error as SdkError;
  }
  throw new Error(`expected a refusal, got ${JSON.stringify(answer)}`);
};
