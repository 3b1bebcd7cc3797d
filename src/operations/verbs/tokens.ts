/** Operations of the authorization service. */
import { introspectToken, issueToken, revokeToken, type TokenEndpoint } from '../../auth/oauth/tokenEndpoints.js';
import { toOAuthRequest } from '../callRequests.js';
import type { Schema } from '../schemas/Components.js';
import { introspectionSchema, oauthForms, tokenResponseSchema } from '../schemas/oauthSchemas.js';
import { throttled } from './descriptions.js';
import type { OperationDescription } from '../schemas/OperationDescription.js';
import { describeVerbs, type RunVerb, uncached, type VerbRow } from './Verb.js';

const issue =
  (endpoint: TokenEndpoint): RunVerb =>
  async (services, call) => ({
    status: 200,
    body: JSON.stringify(await issueToken(services, endpoint, toOAuthRequest(call))),
    headers: uncached,
  });

const tokenVerb = (endpoint: TokenEndpoint, summary: string): VerbRow & OperationDescription => ({
  kind: 'command',
  run: issue(endpoint),
  summary,
  body: (): Schema => oauthForms[endpoint],
  status: 200,
  answer: ({ components }) => tokenResponseSchema(components),
  ...throttled,
});

export const tokenVerbs = describeVerbs({
  token: tokenVerb('token', 'Issues an access token to an API client, or for a refresh token.'),
  customerToken: tokenVerb('customerToken', 'Issues an access token to a customer.'),
  anonymousToken: tokenVerb('anonymousToken', 'Issues an access token to an anonymous session.'),
  introspect: {
    kind: 'read',
    run: async (services, call) => ({
      status: 200,
      body: JSON.stringify(await introspectToken(services, toOAuthRequest(call))),
      headers: uncached,
    }),
    summary: 'Introspects an access token.',
    body: () => oauthForms.introspect,
    status: 200,
    answer: ({ components }) => introspectionSchema(components),
  },
  revoke: {
    kind: 'command',
    run: async (services, call) => {
      const subject = await revokeToken(services, toOAuthRequest(call));
      return { status: 200, body: '', revokedTokenSubjects: subject === undefined ? [] : [subject] };
    },
    summary: 'Revokes a token.',
    body: () => oauthForms.revoke,
    status: 200,
  },
});
