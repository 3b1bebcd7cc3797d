/** Turns a call into the request of the part that answers it. */
import { grantedScopeNames } from '../base/credentials/scopes.js';
import type { ConsoleCall } from './console/ConsoleCall.js';
import type { Client } from '../engine/define/Base.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { readParameters } from '../engine/queryParameters.js';
import { ownLocator } from '../engine/visibility.js';
import type { GraphqlRequest } from '../graphql/createGraphqlEndpoint.js';
import { required } from '../base/errors/ApiError.js';
import type { OAuthRequest } from '../auth/oauth/tokenEndpoints.js';
import type { CustomerCall } from '../commerce/resources/customer/CustomerCall.js';
import type { Services } from '../services/services.js';
import type { Call } from './Call.js';

/** The client of a call whose route requires a token. */
const callClient = ({ client }: Call): Client => required(client, 'the client of the call');
const callScope = ({ scope }: Call): string => required(scope, 'the scope of the call');
export const callValue = ({ value }: Call): string => required(value, 'the value of the call');

const callScopes = ({ scope, projectKey }: Call): ReadonlySet<string> | undefined =>
  scope === undefined ? undefined : grantedScopeNames(scope, projectKey);

/** Shared, since nothing changes the parameters of a request. */
const noParameters = new URLSearchParams();

export const toResourceRequest = ({ engine }: Services, call: Call): ResourceRequest => {
  const { projectKey, creation, field, storeKey, own, publishedOnly, body, correlationId } = call;
  const resourceType = required(engine.resourceTypes.get(call.typeId), `the resource type ${call.typeId}`);
  const client = callClient(call);
  return {
    projectKey,
    resourceType,
    creation,
    locator: field === undefined ? ownLocator({ resourceType, own, client }) : { field, value: callValue(call) },
    storeKey,
    own,
    query: call.query === '' ? noParameters : readParameters(call.query),
    body,
    // A call without the decision shows no more than published data.
    publishedOnly: resourceType.published !== undefined && publishedOnly !== false,
    client,
    scopes: callScopes(call),
    correlationId,
  };
};

export const toCustomerCall = (call: Call): CustomerCall => ({
  projectKey: call.projectKey,
  storeKey: call.storeKey,
  own: call.own,
  client: callClient(call),
  scopes: callScopes(call),
  query: readParameters(call.query),
  correlationId: call.correlationId,
});

export const toConsoleCall = ({ query, body, value, session }: Call): ConsoleCall => ({
  query,
  body,
  value,
  session: required(session, 'the browser of the call'),
});

export const toOAuthRequest = ({ authorization = '', body, query, projectKey, storeKey }: Call): OAuthRequest => ({
  authorization,
  body,
  query,
  projectKey,
  storeKey,
});

export const toGraphqlRequest = (call: Call): GraphqlRequest => {
  const [bodyType, responseType] = required(call.mediaTypes, 'the media types of the call');
  const { projectKey, storeKey, query, body, correlationId } = call;
  return {
    projectKey,
    storeKey,
    query,
    body,
    bodyType,
    responseType,
    client: callClient(call),
    scope: callScope(call),
    correlationId,
  };
};
