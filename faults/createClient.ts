/** Sends the requests of the writers. Each response has a time limit, and each failure must have the error format. */
import { setTimeout } from 'node:timers/promises';
import { UndescribedError } from '../test/support/assertDescribed.js';
import { createHttp, type HttpRequestOptions, type HttpResponse } from '../test/support/http.js';
import type { Ledger } from './Ledger.js';
import type { Group, RequestLog } from './RequestLog.js';

/** Maximum time of a response during any outage. */
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
  /** Opens another client, with connections of its own. */
  open(): Client;
  close(): void;
}

export interface ClientOptions {
  readonly address: string;
  readonly token: string;
  /** The `Authorization` header of token requests: a client requests another token when its own is refused. */
  readonly authorization?: string;
  readonly ledger: Ledger;
  /** Statuses from 500 on that the fault may cause. */
  readonly allowed: readonly number[];
  readonly answerMsMax?: number;
  /** Counts the responses of all projects of a round. */
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
  // The time for which Redis refuses changes is not known.
  return message?.startsWith('The data store refuses changes') === true ? undefined : 'a 503 without Retry-After';
};

export const createClient = (options: ClientOptions): Client => {
  const { address, token, authorization, ledger, allowed, log } = options;
  const { answerMsMax = answerMsMaxDefault, group = 'affected' } = options;
  const http = createHttp(address);
  let caller = http.as(token);
  const sendOnce = async (method: string, path: string, request: HttpRequestOptions) => {
    const giveUp = new AbortController();
    const answer = await Promise.race([
      caller.send(method, path, request).catch((error: unknown) => {
        if (error instanceof UndescribedError) ledger.addFailure(error.message);
        return undefined;
      }),
      setTimeout(giveUpMs, undefined, { signal: giveUp.signal }).catch(() => undefined),
    ]);
    giveUp.abort();
    return answer;
  };
  const renewToken = async (): Promise<void> => {
    const headers = { authorization: authorization!, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await sendOnce('POST', '/oauth/token', { body: 'grant_type=client_credentials', headers });
    if (answer?.status !== 200) return;
    ledger.renewedTokens++;
    caller = http.as((answer.json as { access_token: string }).access_token);
  };
  return {
    send: async (method, path, body, headers) => {
      const startMs = performance.now();
      let answer = await sendOnce(method, path, { body, headers });
      // A request without a valid token has no effect, so it can be repeated.
      if (answer?.status === 401 && authorization !== undefined) {
        await renewToken();
        answer = await sendOnce(method, path, { body, headers });
      }
      const tookMs = performance.now() - startMs;
      ledger.slowestMs = Math.max(ledger.slowestMs, tookMs);
      // A log counts slow responses by kind.
      if (tookMs > answerMsMax && log === undefined)
        ledger.addFailure(`${method} ${path} was answered after ${Math.round(tookMs)} ms with ${answer?.status}`);
      const status = answer?.status ?? 0;
      ledger.statuses.set(status, ledger.count(status) + 1);
      log?.record({ group, method, path, status, json: answer?.json, tookMs }, answerMsMax);
      const problem = answer === undefined ? undefined : findProblem(answer, allowed);
      if (problem !== undefined) ledger.addFailure(`${method} ${path}: ${problem}: ${answer?.text.slice(0, 200)}`);
      return answer;
    },
    open: () => createClient(options),
    close: () => http.close(),
  };
};
