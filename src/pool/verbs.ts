/** What a worker does by name: how a call becomes a request of the engine, of tokens, of customers or of search. */
import type { CustomerCall, CustomerServices, CustomerResponse } from '../resources/customer/commands/CustomerCall.js';
import { changePassword } from '../resources/customer/commands/changePassword.js';
import { confirmEmail } from '../resources/customer/commands/confirmEmail.js';
import { createEmailToken } from '../resources/customer/commands/createEmailToken.js';
import { createPasswordToken } from '../resources/customer/commands/createPasswordToken.js';
import { readCustomerByToken } from '../resources/customer/commands/readCustomerByToken.js';
import { removeCustomer } from '../resources/customer/commands/removeCustomer.js';
import { resetPassword } from '../resources/customer/commands/resetPassword.js';
import { signIn } from '../resources/customer/commands/signIn.js';
import { signUp } from '../resources/customer/commands/signUp.js';
import { updateCustomer } from '../resources/customer/commands/updateCustomer.js';
import type { Engine } from '../engine/Engine.js';
import { readJsonObject } from '../engine/document/json.js';
import { createResource } from '../engine/commit/pipeline.js';
import { queryLatest } from '../engine/query/queryLatest.js';
import { queryResources } from '../engine/query/queryResources.js';
import { readResource } from '../engine/query/readResource.js';
import { removeResource } from '../engine/commit/removeResource.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { updateResource } from '../engine/commit/pipeline.js';
import { ownAddress } from '../engine/visibility.js';
import { type ApiClientDraft, createApiClient } from '../oauth/createApiClient.js';
import { removeApiClient } from '../oauth/removeApiClient.js';
import { introspectToken } from '../oauth/introspectToken.js';
import { issueToken, type TokenEndpoint } from '../oauth/issueToken.js';
import type { OAuthRequest } from '../oauth/OAuthRequest.js';
import { revokeToken } from '../oauth/revokeToken.js';
import { updateProject } from '../projects/updateProject.js';
import type { Services } from '../services/services.js';
import { pingMasters } from '../redis/masterNodes.js';
import type { Call, Reply } from './message.js';

export type Verb = (
  services: Services,
  call: Call,
) => Promise<Response & Pick<Reply, 'headers' | 'revokedTokenSubjects'>>;

const requestOf = ({ engine }: Services, call: Call): ResourceRequest => ({
  projectKey: call.projectKey,
  resourceType: engine.resourceTypes.get(call.typeId)!,
  creation: call.creation,
  address:
    call.field === undefined
      ? ownAddress({ resourceType: engine.resourceTypes.get(call.typeId)!, own: call.own, client: call.client! })
      : { field: call.field, value: call.value! },
  storeKey: call.storeKey,
  own: call.own,
  query: new URLSearchParams(call.query),
  body: call.body,
  client: call.client!,
  correlationId: call.correlationId,
});

const resourceVerb =
  (verb: (engine: Engine, request: ResourceRequest) => Promise<Response>): Verb =>
  (services, call) =>
    verb(services.engine, requestOf(services, call));

/** A change of an extension holds from the next request on, in this worker; the others see it within a second. */
const extensionVerb =
  (verb: (engine: Engine, request: ResourceRequest) => Promise<Response>): Verb =>
  async (services, call) => {
    const response = await verb(services.engine, requestOf(services, call));
    services.extensions.deleteCached(call.projectKey);
    return response;
  };

/** RFC 6749 section 5.1: token responses are not for caches. */
const uncached = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
] as const;

const oauthRequestOf = ({ authorization = '', body, projectKey, storeKey }: Call): OAuthRequest => ({
  authorization,
  body,
  projectKey,
  storeKey,
});

const tokenVerb =
  (endpoint: TokenEndpoint): Verb =>
  async (services, call) => ({
    status: 200,
    body: JSON.stringify(await issueToken(services, endpoint, oauthRequestOf(call))),
    headers: uncached,
  });

const introspectVerb: Verb = async (services, call) => ({
  status: 200,
  body: JSON.stringify(await introspectToken(services, oauthRequestOf(call))),
  headers: uncached,
});

const revokeVerb: Verb = async (services, call) => {
  const ended = await revokeToken(services, oauthRequestOf(call));
  return { status: 200, body: '', revokedTokenSubjects: ended === undefined ? [] : [ended] };
};

const createApiClientVerb: Verb = async (services, { projectKey, body, scope, client }) => {
  const draft = readJsonObject(body) as unknown as ApiClientDraft;
  return {
    status: 201,
    body: JSON.stringify(await createApiClient(services, projectKey, draft, scope!, client!)),
    headers: uncached,
  };
};

const customerCallOf = ({ projectKey, storeKey, own, client, query, correlationId }: Call): CustomerCall => ({
  projectKey,
  storeKey,
  own,
  client: client!,
  query: new URLSearchParams(query),
  correlationId,
});

/** What is done with customers beside the engine's verbs; what the answer holds is for nobody's cache. */
const customerVerb =
  (verb: (services: CustomerServices, call: CustomerCall, draft: object) => Promise<CustomerResponse>): Verb =>
  async (services, call) => ({
    ...(await verb(services, customerCallOf(call), readJsonObject(call.body))),
    headers: uncached,
  });

const customerByTokenVerb: Verb = (services, call) =>
  readCustomerByToken(services, customerCallOf(call), call.field as 'passwordToken' | 'emailToken', call.value!);

/** Where calls wait, it waits as long: for this thread, and for the slowest Redis. */
const probeVerb: Verb = async ({ redis }) => {
  await pingMasters(redis);
  return { status: 200, body: '' };
};

export const verbs: ReadonlyMap<string, Verb> = new Map([
  ['probe', probeVerb],
  ['create', resourceVerb(createResource)],
  ['read', resourceVerb(readResource)],
  ['query', resourceVerb(queryResources)],
  ['latest', resourceVerb(queryLatest)],
  ['update', resourceVerb(updateResource)],
  ['remove', resourceVerb(removeResource)],
  ['token', tokenVerb('token')],
  ['customerToken', tokenVerb('customerToken')],
  ['anonymousToken', tokenVerb('anonymousToken')],
  ['introspect', introspectVerb],
  ['revoke', revokeVerb],
  ['createApiClient', createApiClientVerb],
  ['removeApiClient', (services, call) => removeApiClient(services, requestOf(services, call))],
  ['createExtension', extensionVerb(createResource)],
  ['updateExtension', extensionVerb(updateResource)],
  ['removeExtension', extensionVerb(removeResource)],
  ['signUp', customerVerb(signUp)],
  ['signIn', customerVerb(signIn)],
  ['changePassword', customerVerb(changePassword)],
  ['createPasswordToken', customerVerb(createPasswordToken)],
  ['resetPassword', customerVerb(resetPassword)],
  ['createEmailToken', customerVerb(createEmailToken)],
  ['confirmEmail', customerVerb(confirmEmail)],
  ['customerByToken', customerByTokenVerb],
  ['updateCustomer', (services, call) => updateCustomer(services, requestOf(services, call))],
  ['removeCustomer', (services, call) => removeCustomer(services, requestOf(services, call))],
  // Loaded by who asks first: together they are much of what a start would load.
  [
    'graphql',
    async (services, { projectKey, storeKey, body, client, scope, correlationId }) => {
      const { answerGraphql } = await import('../graphql/answerGraphql.js');
      return answerGraphql(services, { projectKey, storeKey, body, client: client!, scope: scope!, correlationId });
    },
  ],
  [
    'indexerGraphql',
    async (services, { projectKey, body, client, scope, correlationId }) => {
      const { answerIndexerGraphql } = await import('../graphql/answerIndexerGraphql.js');
      return answerIndexerGraphql(services, { projectKey, body, client: client!, scope: scope!, correlationId });
    },
  ],
  [
    'searchOrders',
    async (services, { projectKey, body }) => {
      const { searchOrders } = await import('../search/searchOrders.js');
      return searchOrders(services, { projectKey, body });
    },
  ],
  [
    'searchExists',
    async (services, { projectKey }) => {
      const { searchExists } = await import('../search/searchExists.js');
      return searchExists(services, projectKey);
    },
  ],
  [
    'jobBoardData',
    async (services, { projectKey, value, query }) => {
      const { answerQueueBoard } = await import('../jobs/board/answerQueueBoard.js');
      return answerQueueBoard(services, { projectKey, path: value!, query });
    },
  ],
  [
    'openapi',
    async () => {
      const { describeApi } = await import('../openapi/describeApi.js');
      return { status: 200, body: JSON.stringify(describeApi()) };
    },
  ],
  ['updateProject', (services, call) => updateProject(services, requestOf(services, call))],
]);
