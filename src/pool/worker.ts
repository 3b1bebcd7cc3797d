/** A worker's entry: batches of calls come in, each is run by its verb, replies go back in the turn they are ready. */
import { parentPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { CustomerCall, CustomerServices, Done } from '../customers/call.js';
import { changePassword } from '../customers/changePassword.js';
import { confirmEmail } from '../customers/confirmEmail.js';
import { createEmailToken } from '../customers/createEmailToken.js';
import { createPasswordToken } from '../customers/createPasswordToken.js';
import { customerByToken } from '../customers/customerByToken.js';
import { removeCustomer } from '../customers/removeCustomer.js';
import { resetPassword } from '../customers/resetPassword.js';
import { signIn } from '../customers/signIn.js';
import { signUp } from '../customers/signUp.js';
import { updateCustomer } from '../customers/updateCustomer.js';
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
import { ApiError, fail } from '../errors.js';
import { type ApiClientDraft, createApiClient, removeApiClient } from '../oauth/apiClients.js';
import { introspect, issueToken, type OAuthRequest, revoke, type TokenEndpoint } from '../oauth/endpoints.js';
import { threadLog } from '../log/relay.js';
import { answerFor } from '../metrics/answerFor.js';
import { monotonicMs } from '../overload/monotonicMs.js';
import { overloadedAnswer } from '../overload/overloaded.js';
import { updateProject } from '../registry/updateProject.js';
import { openServices, type Services } from '../services.js';
import { asApiError } from '../store/failures.js';
import { type Call, decodeCalls, encodeReplies, type Reply } from './message.js';
import type { WorkerData } from './pool.js';

type Verb = (services: Services, call: Call) => Promise<Response & Pick<Reply, 'headers' | 'ended'>>;

const requestOf = ({ engine }: Services, call: Call): ResourceRequest => ({
  projectKey: call.projectKey,
  room: engine.rooms.get(call.typeId)!,
  creation: call.creation,
  address: call.field === undefined ? ownAddressOf({ room: engine.rooms.get(call.typeId)!, own: call.own, client: call.client! }) : { field: call.field, value: call.value! },
  storeKey: call.storeKey,
  own: call.own,
  query: new URLSearchParams(call.query),
  body: call.body,
  client: call.client!,
  correlationId: call.correlationId,
});

const resourceVerb = (verb: (engine: Engine, request: ResourceRequest) => Promise<Response>): Verb =>
  (services, call) => verb(services.engine, requestOf(services, call));

/** A change of an extension holds from the next request on, in this worker; the others see it within a second. */
const extensionVerb = (verb: (engine: Engine, request: ResourceRequest) => Promise<Response>): Verb => async (services, call) => {
  const response = await verb(services.engine, requestOf(services, call));
  services.extensions.forget(call.projectKey);
  return response;
};

/** RFC 6749 section 5.1: token responses are not for caches. */
const uncached = [['Cache-Control', 'no-store'], ['Pragma', 'no-cache']] as const;

const oauthRequestOf = ({ authorization = '', body, projectKey, storeKey }: Call): OAuthRequest => ({ authorization, body, projectKey, storeKey });

const tokenVerb = (endpoint: TokenEndpoint): Verb => async (services, call) =>
  ({ status: 200, body: JSON.stringify(await issueToken(services, endpoint, oauthRequestOf(call))), headers: uncached });

const introspectVerb: Verb = async (services, call) =>
  ({ status: 200, body: JSON.stringify(await introspect(services, oauthRequestOf(call))), headers: uncached });

const revokeVerb: Verb = async (services, call) => {
  const ended = await revoke(services, oauthRequestOf(call));
  return { status: 200, body: '', ended: ended === undefined ? [] : [ended] };
};

const createApiClientVerb: Verb = async (services, { projectKey, body, scope, client }) => {
  const draft = readJsonObject(body) as unknown as ApiClientDraft;
  return { status: 201, body: JSON.stringify(await createApiClient(services, projectKey, draft, scope!, client!)), headers: uncached };
};

const customerCallOf = ({ projectKey, storeKey, own, client, query, correlationId }: Call): CustomerCall =>
  ({ projectKey, storeKey, own, client: client!, query: new URLSearchParams(query), correlationId });

/** What is done with customers beside the engine's verbs; what the answer holds is for nobody's cache. */
const customerVerb = (verb: (services: CustomerServices, call: CustomerCall, draft: object) => Promise<Done>): Verb => async (services, call) =>
  ({ ...await verb(services, customerCallOf(call), readJsonObject(call.body)), headers: uncached });

const customerByTokenVerb: Verb = (services, call) => customerByToken(services, customerCallOf(call), call.field as 'passwordToken' | 'emailToken', call.value!);

/** Where calls wait, it waits as long: for this thread, and for Redis. */
const probeVerb: Verb = async ({ redis }) => {
  await redis.ping();
  return { status: 200, body: '' };
};

const verbs: ReadonlyMap<string, Verb> = new Map([
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
  ['graphql', async (services, { projectKey, storeKey, body, client, scope, correlationId }) => {
    const { graphql } = await import('../graphql/graphql.js');
    return graphql(services, { projectKey, storeKey, body, client: client!, scope: scope!, correlationId });
  }],
  ['indexerGraphql', async (services, { projectKey, body, client, scope, correlationId }) => {
    const { indexerGraphql } = await import('../search/indexerGraphql.js');
    return indexerGraphql(services, { projectKey, body, client: client!, scope: scope!, correlationId });
  }],
  ['searchOrders', async (services, { projectKey, body }) => {
    const { searchOrders } = await import('../search/searchOrders.js');
    return searchOrders(services, { projectKey, body });
  }],
  ['searchExists', async (services, { projectKey }) => {
    const { searchExists } = await import('../search/searchExists.js');
    return searchExists(services, projectKey);
  }],
  ['queueBoard', async (services, { projectKey, value, query }) => {
    const { board } = await import('../jobs/board.js');
    return board(services, { projectKey, path: value!, query });
  }],
  ['openapi', async () => {
    const { describe } = await import('../openapi/description.js');
    return { status: 200, body: JSON.stringify(describe()) };
  }],
  ['updateProject', (services, call) => updateProject(services, requestOf(services, call))],
]);

const data = Piscina.workerData as WorkerData;
/** A string is a line of the log; replies are bytes. */
const log = threadLog(data.logLevel ?? 'info', line => parentPort!.postMessage(line));
let opening: Promise<Services> | undefined;

const begin = async (): Promise<Services> => {
  const ready = await openServices(data, log);
  void answerFor(data, Promise.resolve(ready));
  return ready;
};

/** A thread that starts while Redis is away tries again with each batch: one that ended for that would have no successor. */
const open = (): Promise<Services> => opening ??= begin().catch((error: unknown) => {
  opening = undefined;
  throw error;
});

open().catch(() => undefined);

let outbox: Reply[] = [];
let sending: Promise<void> = Promise.resolve();

/** Sends all replies of this turn in one message; resolves when this one is on its way. */
const post = (reply: Reply): Promise<void> => {
  if (outbox.push(reply) > 1) return sending;
  sending = new Promise(resolve => {
    setImmediate(() => {
      const bytes = encodeReplies(outbox);
      outbox = [];
      parentPort!.postMessage(bytes, [bytes.buffer]);
      resolve();
    });
  });
  return sending;
};

const refusal = (call: Call, error: unknown): Reply => {
  const known = asApiError(error);
  if (known === undefined) log.error({ err: error, correlationId: call.correlationId, verb: call.verb, projectKey: call.projectKey }, 'unexpected error');
  const refused: ApiError = known ?? fail('General', { correlationId: call.correlationId });
  const headers = refused.headers.length === 0 ? undefined : refused.headers;
  return { id: call.id, status: refused.status, body: JSON.stringify(refused.toBody(call.authorization !== undefined)), headers };
};

/** Refused without being begun: whoever asked has waited long, and those behind it need not. */
const isLate = ({ dueMs }: Call): boolean => dueMs !== undefined && monotonicMs() > dueMs;

const run = async (ready: Services, call: Call): Promise<void> => {
  if (isLate(call)) return post({ id: call.id, ...overloadedAnswer(call.authorization !== undefined), isLate: true });
  try {
    const work = (): ReturnType<Verb> => verbs.get(call.verb)!(ready, call);
    await post({ id: call.id, ...await (ready.tracing === undefined ? work() : ready.tracing.call(call, work)) });
  } catch (error) {
    await post(refusal(call, error));
  }
};

export default async (bytes: Uint8Array): Promise<void> => {
  const calls = decodeCalls(bytes);
  const ready = await open().catch((error: unknown) => {
    if (calls.length === 0) throw error;
    return error;
  });
  // A batch is over when its replies are sent: what is left of one when the thread dies is told as failed.
  await Promise.all(calls.map(call => ('engine' in (ready as object) ? run(ready as Services, call) : post(refusal(call, ready)))));
};
