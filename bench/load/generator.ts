/** The load generator: reads a plan from standard input, sends its requests, and prints the result as JSON. */
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Connection } from './Connection.js';
import { createSource } from './createSource.js';
import { type KindResult, type LoadPlan, type LoadRequest, type LoadResult, timesOf } from './runLoad.js';

/** Bounds the wait for the last responses. */
const lastResponsesMs = 10_000;
/** Sleep between two turns of an open loop. */
const turnMs = 1;

const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
const address = new URL(plan.address);
const run = `${Date.now().toString(36)}x`;
let unique = 0;

interface Target {
  /** The bytes of a request, if it has no placeholders. */
  readonly bytes?: Buffer;
  readonly head: string;
  readonly body: string;
  readonly kind: string;
  readonly once: boolean;
  readonly isUpdate: boolean;
  version: number;
  isBusy: boolean;
}

const lineOf = ([name, value]: readonly [string, string]): string => `${name}: ${value}\r\n`;

const withLength = (head: string, body: string): string =>
  `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const targetOf = ({
  method,
  path,
  body = '',
  version,
  kind = '',
  once = plan.once,
  ...request
}: LoadRequest): Target => {
  const headers = { host: address.host, ...plan.headers, ...request.headers };
  const head = `${method} ${path} HTTP/1.1\r\n${Object.entries(headers).map(lineOf).join('')}`;
  const whole = method === 'GET' ? `${head}\r\n` : withLength(head, body);
  const isFixed = !/@(version|unique)@/.test(body);
  const bytes = isFixed ? Buffer.from(whole) : undefined;
  const isUpdate = version !== undefined;
  return { bytes, head, body, kind, once: once === true, isUpdate, version: version ?? 0, isBusy: false };
};

const bytesOf = ({ bytes, head, body, version }: Target): Buffer | string =>
  bytes ??
  withLength(
    head,
    body.replaceAll('@version@', String(version)).replaceAll('@unique@', () => `${run}${++unique}`),
  );

const takeTarget = createSource(plan.chain === true ? [] : plan.requests.map(targetOf), plan.mix);

const connections = await Promise.all(Array.from({ length: plan.connections }, () => Connection.open(address)));
const free = [...connections];
/** The times of the accepted requests of each kind, and the number of the other requests. */
const byKind = new Map<string, { readonly acceptedMs: number[]; failures: number }>();
/** The times of chains in which each step was accepted. */
const chainsMs: number[] = [];
let [sent, answered, failures, refused, unsent, lastMs] = [0, 0, 0, 0, 0, 0];
let isOver = false;

type WhenFree = (connection: Connection) => void;

const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/** Records a response to a request of a kind, sent at `sentMs`. */
const note = (name: string, status: number, sentMs: number): void => {
  lastMs = performance.now();
  const kind = byKind.get(name) ?? { acceptedMs: [], failures: 0 };
  byKind.set(name, kind);
  if (isAccepted(status)) kind.acceptedMs.push(lastMs - sentMs);
  else kind.failures++;
};

const noteEnd = (status: number): void => {
  answered++;
  if (!isAccepted(status)) failures++;
  if (status === 503) refused++;
};

const send = (connection: Connection, target: Target, whenFree: WhenFree): void => {
  target.isBusy = target.isUpdate;
  sent++;
  const sentMs = performance.now();
  connection.send(bytesOf(target), status => {
    note(target.kind, status, sentMs);
    noteEnd(status);
    target.isBusy = false;
    if (isAccepted(status)) target.version++;
    whenFree(connection);
  });
};

/** Sends the steps of a chain, up to the first that is not accepted. */
const sendChain = (connection: Connection, whenFree: WhenFree): void => {
  sent++;
  const saved = new Map<string, unknown>();
  const startMs = performance.now();
  const fill = (part: string): string =>
    part.replace(/@(\w+)\.(\w+)@/g, (_, name: string, member: string) =>
      String((saved.get(name) as Record<string, unknown> | undefined)?.[member]),
    );
  const sendStep = (at: number, status: number): void => {
    const step = isAccepted(status) ? plan.requests[at] : undefined;
    if (step === undefined) {
      noteEnd(status);
      if (isAccepted(status)) chainsMs.push(performance.now() - startMs);
      return whenFree(connection);
    }
    const { kind = '', saveAs, body = '', path, headers = {} } = step;
    const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)] as const);
    const request = targetOf({ ...step, path: fill(path), body: fill(body), headers: Object.fromEntries(filled) });
    const sentMs = performance.now();
    connection.send(
      bytesOf(request),
      (answer, answerText) => {
        note(kind, answer, sentMs);
        if (saveAs !== undefined && isAccepted(answer)) saved.set(saveAs, JSON.parse(answerText));
        sendStep(at + 1, answer);
      },
      saveAs !== undefined,
    );
  };
  sendStep(0, 200);
};

/** Sends the next request or chain on a connection; false if there is none. */
const begin = (connection: Connection, whenFree: WhenFree): boolean => {
  if (plan.chain === true) {
    sendChain(connection, whenFree);
    return true;
  }
  const target = takeTarget();
  if (target !== undefined) send(connection, target, whenFree);
  return target !== undefined;
};

/** Sends the next request on a connection, or leaves it free. */
const sendNext = (connection: Connection): void => {
  if (isOver || !begin(connection, sendNext)) free.push(connection);
};

/** Each connection sends the next request after a response. */
const closedLoop = async (endMs: number): Promise<void> => {
  free.splice(0).forEach(sendNext);
  if (plan.once === true) while (free.length < connections.length) await setTimeout(turnMs);
  else await setTimeout(endMs - performance.now());
};

/** Sends each request when it is due. */
const openLoop = async (perSecond: number, startMs: number, endMs: number): Promise<void> => {
  let due = 0;
  for (let nowMs = startMs; nowMs < endMs; nowMs = performance.now()) {
    for (const begun = ((nowMs - startMs) / 1_000) * perSecond; due < begun; due++) {
      const connection = free.pop();
      if (connection !== undefined && begin(connection, each => free.push(each))) continue;
      unsent++;
      if (connection !== undefined) free.push(connection);
    }
    await setTimeout(turnMs);
  }
};

const cpuBefore = process.cpuUsage();
const startMs = performance.now();
const endMs = startMs + plan.seconds * 1_000;
await (plan.perSecond === undefined ? closedLoop(endMs) : openLoop(plan.perSecond, startMs, endMs));
isOver = true;
for (const latestMs = performance.now() + lastResponsesMs; answered < sent && performance.now() < latestMs; )
  await setTimeout(turnMs);
const { user, system } = process.cpuUsage(cpuBefore);
const unanswered = sent - answered;
const kinds = [...byKind].map(([kind, { acceptedMs, failures: failed }]): KindResult => {
  const { p50Ms, p99Ms } = timesOf(acceptedMs);
  return { kind, requests: acceptedMs.length + failed, failures: failed, p50Ms, p99Ms };
});
const result: LoadResult = {
  requests: sent,
  failures: failures + unanswered,
  refused,
  unsent,
  seconds: ((unanswered > 0 ? performance.now() : lastMs) - startMs) / 1_000,
  ...timesOf(plan.chain === true ? chainsMs : [...byKind.values()].flatMap(({ acceptedMs }) => acceptedMs)),
  generatorMicros: (user + system) / Math.max(1, sent),
  ...((plan.mix !== undefined || plan.chain === true) && { kinds }),
};
console.log(JSON.stringify(result));
for (const connection of connections) connection.close();
