/** What a worker does by name: how a call becomes a request of the engine, of tokens, of customers or of search. */
import type { CustomerCall, CustomerServices, CustomerResponse } from '../resources/customer/commands/customerCall.js';
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
import type { Engine } from '../engine/engine.js';
import { readJsonObject } from '../engine/json.js';
import { create } from '../engine/create.js';
import { latest } from '../engine/query/latest.js';
import { query } from '../engine/query/query.js';
import { read } from '../engine/read.js';
import { remove } from '../engine/remove.js';
import type { ResourceRequest, Response } from '../engine/request.js';
import { update } from '../engine/update.js';
import { ownAddressOf } from '../engine/visibility.js';
import { type ApiClientDraft, createApiClient, removeApiClient } from '../oauth/apiClients.js';
import { introspect, issueToken, type OAuthRequest, revoke, type TokenEndpoint } from '../oauth/endpoints.js';
import { updateProject } from '../registry/updateProject.js';
import type { Services } from '../services/services.js';
import { pingMasters } from '../redis/masterNodes.js';
import type { Call, Reply } from './message.js';

export type Verb = (services: Services, call: Call) => Promise<Response & Pick<Reply, 'headers' | 'ended'>>;

const requestOf = ({ engine }: Services, call: Call): ResourceRequest => ({
  projectKey: call.projectKey,
  resourceType: engine.resourceTypes.get(call.typeId)!,
  creation: call.creation,
  address:
    call.field === undefined
      ? ownAddressOf({ resourceType: engine.resourceTypes.get(call.typeId)!, own: call.own, client: call.client! })
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
    services.extensions.forget(call.projectKey);
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
  body: JSON.stringify(await introspect(services, oauthRequestOf(call))),
  headers: uncached,
});

const revokeVerb: Verb = async (services, call) => {
  const ended = await revoke(services, oauthRequestOf(call));
  return { status: 200, body: '', ended: ended === undefined ? [] : [ended] };
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
  ['create', resourceVerb(create)],
  ['read', resourceVerb(read)],
  ['query', resourceVerb(query)],
  ['latest', resourceVerb(latest)],
  ['update', resourceVerb(update)],
  ['remove', resourceVerb(remove)],
  ['token', tokenVerb('token')],
  ['customerToken', tokenVerb('customerToken')],
  ['anonymousToken', tokenVerb('anonymousToken')],
  ['introspect', introspectVerb],
  ['revoke', revokeVerb],
  ['createApiClient', createApiClientVerb],
  ['removeApiClient', (services, call) => removeApiClient(services, requestOf(services, call))],
  ['createExtension', extensionVerb(create)],
  ['updateExtension', extensionVerb(update)],
  ['removeExtension', extensionVerb(remove)],
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
      const { graphql } = await import('../graphql/graphql.js');
      return graphql(services, { projectKey, storeKey, body, client: client!, scope: scope!, correlationId });
    },
  ],
  [
    'indexerGraphql',
    async (services, { projectKey, body, client, scope, correlationId }) => {
      const { indexerGraphql } = await import('../graphql/indexerGraphql.js');
      return indexerGraphql(services, { projectKey, body, client: client!, scope: scope!, correlationId });
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
    'queueBoard',
    async (services, { projectKey, value, query }) => {
      const { answerQueueBoard } = await import('../jobs/board/answerQueueBoard.js');
      return answerQueueBoard(services, { projectKey, path: value!, query });
    },
  ],
  [
    'openapi',
    async () => {
      const { describe } = await import('../openapi/description.js');
      return { status: 200, body: JSON.stringify(describe()) };
    },
  ],
  ['updateProject', (services, call) => updateProject(services, requestOf(services, call))],
]);
