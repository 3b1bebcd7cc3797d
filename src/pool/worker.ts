/** A worker's entry: batches of calls come in, each is run by its verb, replies go back in the turn they are ready. */
import { parentPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ApiError, fail } from '../errors/ApiError.js';
import { threadLog } from '../log/threadLog.js';
import { answerThreadSurvey } from '../metrics/answerThreadSurvey.js';
import { monotonicMs } from '../shedding/monotonicMs.js';
import { overloadResponse } from '../shedding/overloadResponse.js';
import { openServices, type Services } from '../services/services.js';
import { toApiError } from '../redis/redisErrors.js';
import { type Call, decodeCalls, encodeReplies, type Reply } from './message.js';
import type { WorkerData } from './WorkerPool.js';
import { type Verb, verbs } from './verbs.js';

const data = Piscina.workerData as WorkerData;
/** A string is a line of the log; replies are bytes. */
const log = threadLog(data.logLevel ?? 'info', line => parentPort!.postMessage(line));
let opening: Promise<Services> | undefined;

const begin = async (): Promise<Services> => {
  const ready = await openServices(data, log);
  void answerThreadSurvey(data, Promise.resolve(ready));
  return ready;
};

/** A thread that starts while Redis is away tries again with each batch: one that ended for that would have no successor. */
const open = (): Promise<Services> =>
  (opening ??= begin().catch((error: unknown) => {
    opening = undefined;
    throw error;
  }));

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
  const known = toApiError(error);
  if (known === undefined)
    log.error(
      { err: error, correlationId: call.correlationId, verb: call.verb, projectKey: call.projectKey },
      'unexpected error',
    );
  const refused: ApiError = known ?? fail('General', { correlationId: call.correlationId });
  const headers = refused.headers.length === 0 ? undefined : refused.headers;
  return {
    id: call.id,
    status: refused.status,
    body: JSON.stringify(refused.toBody(call.authorization !== undefined)),
    headers,
  };
};

/** Refused without being begun: whoever asked has waited long, and those behind it need not. */
const isLate = ({ deadlineMs }: Call): boolean => deadlineMs !== undefined && monotonicMs() > deadlineMs;

const run = async (ready: Services, call: Call): Promise<void> => {
  if (isLate(call))
    return post({ id: call.id, ...overloadResponse(call.authorization !== undefined), isExpired: true });
  try {
    const work = (): ReturnType<Verb> => verbs.get(call.verb)!(ready, call);
    await post({
      id: call.id,
      ...(await (ready.tracing === undefined ? work() : ready.tracing.traceCall(call, work))),
    });
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
  await Promise.all(
    calls.map(call => ('engine' in (ready as object) ? run(ready as Services, call) : post(refusal(call, ready)))),
  );
};
