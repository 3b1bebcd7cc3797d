/** Sends the requests of the writers. Each answer has a time limit, and each failure must have the error format. */
import { setTimeout } from 'node:timers/promises';
import { UndescribedError } from '../test/support/assertDescribed.js';
import { type HttpResponse, createHttp } from '../test/support/http.js';
import type { Ledger } from './Ledger.js';
import type { Group, RequestLog } from './RequestLog.js';

/** The longest time that an answer may take during any outage. */
const answerMsMaxDefault = 5_500;
/** After this time the client gives up. */
const giveUpMs = 15_000;

export interface Client {
  /** Resolves to undefined when the connection broke. Headers may replace the token. */
  send(
    method: string,
    path: string,
    body?: object | string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<HttpResponse | undefined>;
  close(): void;
}

export interface ClientOptions {
  readonly address: string;
  readonly token: string;
  readonly ledger: Ledger;
  /** Statuses from 500 on that the fault may cause. */
  readonly allowed: readonly number[];
  readonly answerMsMax?: number;
  /** Counts the answers of all projects of a round. */
  readonly log?: RequestLog;
  readonly group?: Group;
}

interface WireError {
  readonly statusCode?: number;
  readonly message?: string;
  readonly errors?: readonly { readonly code?: string }[];
}

const findProblem = ({ status, headers, json }: HttpResponse, allowed: readonly number[]): string | undefined => {
  if (status < 500) return undefined;
  if (!allowed.includes(status)) return `a ${status}`;
  const { statusCode, message, errors } = (json as WireError) ?? {};
  if (statusCode !== status || errors?.[0]?.code === undefined) return `a ${status} that is not in the error format`;
  if (status !== 503 || headers['retry-after'] !== undefined) return undefined;
  // It is not known how long Redis refuses changes.
  return message?.startsWith('The data store refuses changes') === true ? undefined : 'a 503 without Retry-After';
};

export const createClient = ({
  address,
  token,
  ledger,
  allowed,
  answerMsMax = answerMsMaxDefault,
  log,
  group = 'affected',
}: ClientOptions): Client => {
  const http = createHttp(address);
  const caller = http.as(token);
  return {
    send: async (method, path, body, headers) => {
      const startMs = performance.now();
      const giveUp = new AbortController();
      const answer = await Promise.race([
        caller.send(method, path, { body, headers }).catch((error: unknown) => {
          if (error instanceof UndescribedError) ledger.addFailure(error.message);
          return undefined;
        }),
        setTimeout(giveUpMs, undefined, { signal: giveUp.signal }).catch(() => undefined),
      ]);
      giveUp.abort();
      const tookMs = performance.now() - startMs;
      ledger.slowestMs = Math.max(ledger.slowestMs, tookMs);
      // A log counts them by kind.
      if (tookMs > answerMsMax && log === undefined)
        ledger.addFailure(`${method} ${path} was answered after ${Math.round(tookMs)} ms with ${answer?.status}`);
      const status = answer?.status ?? 0;
      ledger.statuses.set(status, ledger.count(status) + 1);
      log?.record({ group, method, path, status, json: answer?.json, tookMs }, answerMsMax);
      const problem = answer === undefined ? undefined : findProblem(answer, allowed);
      if (problem !== undefined) ledger.addFailure(`${method} ${path}: ${problem}: ${answer?.text.slice(0, 200)}`);
      return answer;
    },
    close: () => http.close(),
  };
};
