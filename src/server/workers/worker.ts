/**
 * The entry of a worker thread: receives batches of calls, runs each by its verb, and replies as soon as each is ready.
 * Piscina starts the thread; calls and replies take a channel that the thread opens to the main thread.
 */
import { loadOnce } from '../../base/memory/ReadCache.js';
import { MessageChannel, parentPort, threadId } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { limits } from '../../base/config/limits.js';
import { fail, required } from '../../base/errors/ApiError.js';
import { countUnavailable } from '../../base/errors/UnavailableError.js';
import { withTimeout } from '../../base/lifecycle/timeouts.js';
import { threadLog } from '../../base/observe/log/threadLog.js';
import { collectWhenIdle } from '../../base/memory/collectWhenIdle.js';
import { answerThreadSurvey } from '../../base/observe/metrics/ThreadSurvey.js';
import { toApiError } from '../../base/redis/redisErrors.js';
import { toWriteError } from '../../store/unavailableErrors.js';
import { openServices, type Services } from '../../services/services.js';
import { HeavyWorkError, limitWork, moveWork } from '../../base/shedding/boundedWork.js';
import { turnForLongWork } from '../../base/shedding/WorkTime.js';
import { monotonicMs } from '../../base/shedding/clocks.js';
import { overloadResponse } from '../../base/shedding/overloadResponse.js';
import { beginCall, createBegunCalls, type OpenedChannel, type WorkerData } from './WorkerData.js';
import { type Call, decodeCalls, encodeReplies, type Reply } from '../../operations/Call.js';
import { verbsByName } from '../../operations/verbs/index.js';

const data = Piscina.workerData as WorkerData;
const piscinaPort = required(parentPort, 'the port to the main thread');
const log = threadLog(data.workerLogLevel ?? 'info', line => piscinaPort.postMessage(line));
const { port1: port, port2: mainPort } = new MessageChannel();
const begunCalls = createBegunCalls();
limitWork(data.workTimeoutMs);
if (data.isHeavy !== true) moveWork(limits.lightWorkMs);
let opened: Services | undefined;

const open = async (): Promise<Services> => {
  const services = await openServices(data, log);
  collectWhenIdle({ release: () => services.engine.resourceCache.clear() });
  void answerThreadSurvey(data, Promise.resolve(services));
  opened = services;
  return services;
};

/** While Redis is not reachable each batch tries again: a thread that ended because of that would not be replaced. */
const openOnce = loadOnce(open);

// The first call gets the error, and opens again.
openOnce().catch(() => undefined);

let replies: Reply[] = [];

const sendReplies = (): void => {
  const bytes = encodeReplies(replies);
  replies = [];
  port.postMessage(bytes, [bytes.buffer]);
};

/** Sends all replies of a turn of the event loop in one message. */
const sendReply = (reply: Reply): void => {
  if (replies.push(reply) === 1) setImmediate(sendReplies);
};

const errorReply = (call: Call, error: unknown): Reply => {
  const { id, correlationId, verb, projectKey } = call;
  const knownError = verbsByName.get(verb)?.kind === 'change' ? toWriteError(error) : toApiError(error);
  if (knownError === undefined) log.error({ err: error, correlationId, verb, projectKey }, 'unexpected error');
  const apiError = knownError ?? fail('General', { correlationId });
  countUnavailable(apiError);
  return {
    id,
    status: apiError.status,
    body: JSON.stringify(apiError.toBody(call.authorization !== undefined)),
    headers: apiError.headers.length === 0 ? undefined : apiError.headers,
  };
};

const heavyReply = ({ id }: Call): Reply => ({ id, status: 503, body: '', isHeavy: true });

const isExpired = ({ deadlineMs }: Call): boolean => deadlineMs !== undefined && monotonicMs() > deadlineMs;

/** An expired call is refused before it begins: its client has waited long, and later calls need not. */
const runCall = async (services: Services, call: Call): Promise<void> => {
  const turn = turnForLongWork(call.projectKey, call.body.length);
  if (turn !== undefined) await turn;
  if (isExpired(call))
    return sendReply({ id: call.id, ...overloadResponse(call.authorization !== undefined), isExpired: true });
  try {
    const { run } = required(verbsByName.get(call.verb), `the verb ${call.verb}`);
    const { tracing } = services;
    const response = await (tracing === undefined
      ? run(services, call)
      : tracing.traceCall(call, () => run(services, call)));
    sendReply({ id: call.id, ...response });
  } catch (error) {
    sendReply(error instanceof HeavyWorkError ? heavyReply(call) : errorReply(call, error));
  }
};

const runBatch = async (calls: readonly Call[]): Promise<void> => {
  let services: Services | undefined;
  let failure: unknown;
  try {
    // A thread that starts while a master is away may take longer.
    services = opened ?? (await withTimeout(openOnce(), data.redisTimeoutMs));
  } catch (error) {
    failure = error;
  }
  for (const call of calls) {
    // The main thread counts this thread as stuck, and gives the call to another one.
    if (!beginCall(begunCalls)) return;
    if (services === undefined) sendReply(errorReply(call, failure));
    else void runCall(services, call);
  }
};

port.on('message', (bytes: Uint8Array) => {
  const calls = decodeCalls(bytes);
  // A batch without calls requests a heartbeat.
  if (calls.length === 0) sendReplies();
  else void runBatch(calls);
});
const channel: OpenedChannel = { port: mainPort, threadId, begunCalls };
piscinaPort.postMessage(channel, [mainPort]);

/** The verbs that calls may name; tests add verbs of their own. */
export { verbsByName };

/** The task of WorkerPool.ready(): resolves when the thread can run calls, and reports why it cannot. */
export default async (): Promise<void> => {
  await openOnce();
};
