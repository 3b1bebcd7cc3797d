/**
 * The table of verbs: the operation of a worker for each verb that a call may name. Routes name their verb
 * (http/routing).
 */
import { required } from '../base/errors/ApiError.js';
import type { CustomerCall, CustomerServices, CustomerResponse } from '../commerce/resources/customer/CustomerCall.js';
import {
  changePassword,
  createPasswordToken,
  resetPassword,
} from '../commerce/resources/customer/commands/password.js';
import { confirmEmail, createEmailToken } from '../commerce/resources/customer/commands/email.js';
import { readCustomerByToken } from '../commerce/resources/customer/tokens.js';
import { removeCustomer, updateCustomer } from '../commerce/resources/customer/commands/updateCustomer.js';
import { signIn, signUp } from '../commerce/resources/customer/commands/signIn.js';
import { queryProjections, readProjection } from '../commerce/resources/product/projections/readProjections.js';
import {
  shippingMethodsForCart,
  shippingMethodsForCartAndPlace,
  shippingMethodsForPlace,
} from '../commerce/resources/shippingMethod/queries/findMatchingMethods.js';
import { removeProductSelection } from '../commerce/resources/productSelection/removeProductSelection.js';
import {
  productSelectionAssignments,
  productsOfSelection,
  selectionsOfProduct,
} from '../commerce/resources/productSelection/queries.js';
import { matchingProductDiscount } from '../commerce/resources/productDiscount/matching.js';
import type { Engine } from '../engine/Engine.js';
import { limits } from '../base/config/limits.js';
import { readJsonObject, valuesMaxOf } from '../engine/document/json.js';
import { grantedScopeNames } from '../base/credentials/scopes.js';
import { createOrReplaceResource } from '../engine/commit/createOrReplace.js';
import { createResource, updateResource } from '../engine/commit/pipeline.js';
import { queryLatest } from '../engine/query/queryLatest.js';
import { queryResources, readResource } from '../engine/query/queryResources.js';
import { removeResource } from '../engine/commit/removeResource.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { clientIdOf } from '../auth/oauth/authenticateClient.js';
import { createApiClient } from '../auth/oauth/createApiClient.js';
import { removeApiClient } from '../auth/oauth/removeApiClient.js';
import { introspectToken, issueToken, type TokenEndpoint, revokeToken } from '../auth/oauth/endpoints.js';
import { updateWithJob } from '../jobs/updateWithJob.js';
import { updateProject } from '../projects/updateProject.js';
import type { Services } from '../services/services.js';
import { pingMasters } from '../base/redis/masterNodes.js';
import {
  callClient,
  callScope,
  callValue,
  toConsoleCall,
  toCustomerCall,
  toGraphqlRequest,
  toOAuthRequest,
  toResourceRequest,
} from './callRequests.js';
import { readHistory } from './history.js';
import { readOrderFigures } from './orderFigures.js';
import { type ConsoleVerb, consoleVerbs, type WorkerVerb } from '../engine/define/RouteVerb.js';
import type { Call, Reply } from './Call.js';

type VerbHandler = (
  services: Services,
  call: Call,
) => Promise<Response & Pick<Reply, 'headers' | 'revokedTokenSubjects' | 'hasChanged'>>;

/** A verb of the engine, for resources of any type. */
const resourceVerb =
  (respond: (engine: Engine, request: ResourceRequest) => Promise<Response>): VerbHandler =>
  (services, call) =>
    respond(services.engine, toResourceRequest(services, call));

const searchOfType = ({ searches }: Services, typeId: string) =>
  required(searches.get(typeId), `the search of the type '${typeId}'`);

/** Changes of an extension apply to the next request in this worker, and within a second in the others. */
const extensionVerb =
  (respond: (engine: Engine, request: ResourceRequest) => Promise<Response>): VerbHandler =>
  async (services, call) => {
    const response = await respond(services.engine, toResourceRequest(services, call));
    services.extensions.deleteCached(call.projectKey);
    return response;
  };

/** Token responses must not be cached (RFC 6749 section 5.1). */
const uncached = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
] as const;

const tokenVerb =
  (endpoint: TokenEndpoint): VerbHandler =>
  async (services, call) => ({
    status: 200,
    body: JSON.stringify(await issueToken(services, endpoint, toOAuthRequest(call))),
    headers: uncached,
  });

const introspectVerb: VerbHandler = async (services, call) => ({
  status: 200,
  body: JSON.stringify(await introspectToken(services, toOAuthRequest(call))),
  headers: uncached,
});

const revokeVerb: VerbHandler = async (services, call) => {
  const subject = await revokeToken(services, toOAuthRequest(call));
  return { status: 200, body: '', revokedTokenSubjects: subject === undefined ? [] : [subject] };
};

const createApiClientVerb: VerbHandler = async (services, call) => {
  const draft: unknown = readJsonObject(call.body);
  const granted = grantedScopeNames(callScope(call), call.projectKey);
  return {
    status: 201,
    body: JSON.stringify(await createApiClient(services, call.projectKey, draft, granted, callClient(call))),
    headers: uncached,
  };
};

/** A command on customers beyond the engine's verbs; its response must not be cached. */
const customerVerb =
  (
    command: (services: CustomerServices, call: CustomerCall, draft: object) => Promise<CustomerResponse>,
  ): VerbHandler =>
  async (services, call) => ({
    ...(await command(
      services,
      toCustomerCall(call),
      readJsonObject(call.body, limits.bodyLevelsMax, valuesMaxOf(call)),
    )),
    headers: uncached,
  });

const readCustomerByTokenVerb: VerbHandler = (services, call) =>
  readCustomerByToken(
    services,
    toCustomerCall(call),
    call.field === 'passwordToken' ? 'passwordToken' : 'emailToken',
    callValue(call),
  );

/** Waits as long as the calls do that it stands for: for this thread, and for the master of their keys. */
const probeVerb: VerbHandler = async ({ redis }, { projectKey, authorization }) => {
  const owners = [projectKey, authorization === undefined ? '' : clientIdOf(authorization)];
  await pingMasters(redis, owners);
  return { status: 200, body: '' };
};

/** An operation of the administration console; its modules are loaded by the first one. */
const consoleVerb =
  (verb: ConsoleVerb): VerbHandler =>
  async (services, call) => {
    const { answerConsole } = await import('./console/answerConsole.js');
    return answerConsole(services, verb, toConsoleCall(call));
  };

const consoleHandlers = Object.fromEntries(consoleVerbs.map(verb => [verb, consoleVerb(verb)])) as Record<
  ConsoleVerb,
  VerbHandler
>;

let graphqlModule: Promise<typeof import('../graphql/answerGraphql.js')> | undefined;

/** Keeps the promise of the module: each import() takes some microseconds, also of a module that is loaded. */
const loadGraphql = () => (graphqlModule ??= import('../graphql/answerGraphql.js'));

const handlers: Readonly<Record<WorkerVerb, VerbHandler>> = {
  ...consoleHandlers,
  probe: probeVerb,
  create: resourceVerb(createResource),
  createOrReplace: resourceVerb(createOrReplaceResource),
  read: resourceVerb(readResource),
  query: resourceVerb(queryResources),
  latest: resourceVerb(queryLatest),
  update: resourceVerb(updateResource),
  remove: resourceVerb(removeResource),
  token: tokenVerb('token'),
  customerToken: tokenVerb('customerToken'),
  anonymousToken: tokenVerb('anonymousToken'),
  introspect: introspectVerb,
  revoke: revokeVerb,
  createApiClient: createApiClientVerb,
  removeApiClient: (services, call) => removeApiClient(services, toResourceRequest(services, call)),
  createExtension: extensionVerb(createResource),
  updateExtension: extensionVerb(updateResource),
  removeExtension: extensionVerb(removeResource),
  signUp: customerVerb(signUp),
  signIn: customerVerb(signIn),
  changePassword: customerVerb(changePassword),
  createPasswordToken: customerVerb(createPasswordToken),
  resetPassword: customerVerb(resetPassword),
  createEmailToken: customerVerb(createEmailToken),
  confirmEmail: customerVerb(confirmEmail),
  readCustomerByToken: readCustomerByTokenVerb,
  updateCustomer: (services, call) => updateCustomer(services, toResourceRequest(services, call)),
  removeCustomer: (services, call) => removeCustomer(services, toResourceRequest(services, call)),
  shippingMethodsForCart: resourceVerb(shippingMethodsForCart),
  shippingMethodsForCartAndPlace: resourceVerb(shippingMethodsForCartAndPlace),
  shippingMethodsForPlace: resourceVerb(shippingMethodsForPlace),
  readProjection: resourceVerb(readProjection),
  queryProjections: resourceVerb(queryProjections),
  removeProductSelection: resourceVerb(removeProductSelection),
  productsOfSelection: resourceVerb(productsOfSelection),
  selectionsOfProduct: resourceVerb(selectionsOfProduct),
  productSelectionAssignments: resourceVerb(productSelectionAssignments),
  matchingProductDiscount: resourceVerb(matchingProductDiscount),
  // Loaded by the first call: together they would take much of the time of a start.
  graphql: async (services, call) => {
    const { answerGraphql } = await loadGraphql();
    return answerGraphql(services, toGraphqlRequest(call));
  },
  indexerGraphql: async (services, call) => {
    const { answerIndexerGraphql } = await import('../graphql/answerIndexerGraphql.js');
    return answerIndexerGraphql(services, toGraphqlRequest(call));
  },
  searchOrders: async (services, { projectKey, body }) => {
    const { searchOrders } = await import('../search/searchOrders.js');
    return searchOrders(services, { projectKey, body });
  },
  searchProducts: async (services, call) => {
    const { searchProducts } = await import('../search/searchProducts.js');
    return searchProducts(
      { ...services, search: searchOfType(services, 'product') },
      toResourceRequest(services, call),
    );
  },
  searchProjections: async (services, call) => {
    const { searchProjections } = await import('../search/searchProjections.js');
    const search = searchOfType(services, 'product');
    return searchProjections({ ...services, search }, toResourceRequest(services, call));
  },
  suggestKeywords: async (services, call) => {
    const { suggestKeywords } = await import('../search/suggestKeywords.js');
    const search = searchOfType(services, 'product');
    return suggestKeywords({ ...services, search }, toResourceRequest(services, call));
  },
  searchCustomers: async (services, { projectKey, body }) => {
    const { searchCustomers } = await import('../search/searchCustomers.js');
    return searchCustomers({ ...services, search: searchOfType(services, 'customer') }, { projectKey, body });
  },
  searchExists: async (services, { projectKey, typeId }) => {
    const { searchExists } = await import('../search/searchExists.js');
    return searchExists({ search: searchOfType(services, typeId) }, projectKey);
  },
  searchIndexingStatus: async (services, { projectKey, typeId }) => {
    const { searchIndexingStatus } = await import('../search/searchCustomers.js');
    return searchIndexingStatus({ search: searchOfType(services, typeId) }, projectKey);
  },
  listSearchIndexes: async (services, call) => {
    const { listSearchIndexes } = await import('./searchIndexes.js');
    return { ...(await listSearchIndexes(services, call)), headers: uncached };
  },
  reindexSearch: async (services, call) => {
    const { reindexSearch } = await import('./searchIndexes.js');
    return reindexSearch(services, call);
  },
  readOrderFigures: async ({ redis }, { projectKey, query }) => ({
    status: 200,
    body: JSON.stringify(await readOrderFigures(redis, projectKey, query)),
    headers: uncached,
  }),
  readHistory: async ({ engine, historyDays }, { projectKey, query }) => ({
    status: 200,
    body: JSON.stringify(await readHistory(engine, projectKey, query, historyDays)),
    headers: uncached,
  }),
  // BullMQ is loaded when it is needed, since threads start faster without it.
  listJobQueues: async ({ redis }, { projectKey }) => {
    const { readProjectQueues } = await import('../jobs/projectQueues.js');
    return {
      status: 200,
      body: JSON.stringify({ results: await readProjectQueues(redis, projectKey) }),
      headers: uncached,
    };
  },
  listJobRuns: async ({ redis }, call) => {
    const { readQueueRuns } = await import('../jobs/projectQueues.js');
    const results = await readQueueRuns(redis, call.projectKey, callValue(call), call.query);
    return { status: 200, body: JSON.stringify({ results }), headers: uncached };
  },
  updateWithJob: (services, call) => updateWithJob(services, toResourceRequest(services, call)),
  updateProject: (services, call) => updateProject(services, toResourceRequest(services, call)),
};

export const verbs: ReadonlyMap<string, VerbHandler> = new Map(Object.entries(handlers));
