/** The one file that knows uWebSockets.js: sockets to exchanges, answers to bytes. */
import { setTimeout } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { ConfigError } from '../config.js';
import { assertFree } from './assertFree.js';
import { createBodyReader } from './body.js';
import type { Grant } from '../oauth/grantCache.js';
import type { TraceParent } from '../tracing/parent.js';
import type { Answer, Exchange, Head } from './exchange.js';
import type { Match } from './router.js';
import { statusText } from './statusText.js';
import { goneStatus, type Watcher } from './watcher.js';

/** Beyond this the library itself refuses a request; what we allow is less, and is refused in the error format. */
process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(128 * 1024);
const { default: uWS } = await import('uWebSockets.js');

const jsonType = 'application/json; charset=utf-8';

const readHead = (request: HttpRequest): Head => {
  const url = request.getUrl();
  // Without a query the library answers undefined, whatever its types say.
  const query = (request.getQuery() as string | undefined) ?? '';
  let authorization = '', cookie = '', correlationId = '', contentType = '', contentLength = '', transferEncoding = '', upgrade = '', forwardedProto = '', host = '', traceparent = '', tracestate = '', ifNoneMatch = '';
  let bytes = url.length + query.length;
  let isAmbiguous = false;
  request.forEach((name, value) => {
    bytes += name.length + value.length + 4;
    switch (name) {
      case 'authorization': isAmbiguous ||= authorization !== ''; authorization = value; break;
      case 'cookie': cookie = value; break;
      case 'x-correlation-id': correlationId = value === '' ? ' ' : value; break;
      case 'content-type': contentType = value; break;
      case 'content-length': isAmbiguous ||= contentLength !== ''; contentLength = value; break;
      case 'transfer-encoding': isAmbiguous ||= transferEncoding !== ''; transferEncoding = value; break;
      case 'upgrade': upgrade = value; break;
      case 'x-forwarded-proto': forwardedProto = value; break;
      case 'traceparent': traceparent = value; break;
      case 'tracestate': tracestate = value; break;
      case 'host': isAmbiguous ||= host !== ''; host = value; break;
      case 'if-none-match': ifNoneMatch = value; break;
    }
  });
  return {
    method: request.getCaseSensitiveMethod(), path: url, query, authorization, cookie, correlationId, contentType, contentLength,
    transferEncoding, upgrade, forwardedProto, host, traceparent, tracestate, ifNoneMatch, bytes, isAmbiguous,
  };
};

/** What one port has in hand. */
interface Hand {
  /** Requests that have no answer yet. */
  exchanges: number;
  connections: number;
  /** Answers end their connections from now on. */
  isDraining: boolean;
}

class UwsExchange implements Exchange {
  correlationId = '';
  startMs = 0;
  bodyBytes = 0;
  watcher: Watcher | undefined = undefined;
  match: Match | undefined = undefined;
  grant: Grant | undefined = undefined;
  trace: TraceParent | undefined = undefined;
  #isOver = false;

  constructor(private readonly response: HttpResponse, readonly head: Head, private readonly hand: Hand) {
    hand.exchanges++;
    response.onAborted(() => {
      if (this.#isOver) return;
      this.#end();
      this.watcher?.ended(this, goneStatus, 0, performance.now() - this.startMs);
    });
  }

  #end(): void {
    if (!this.#isOver) this.hand.exchanges--;
    this.#isOver = true;
  }

  readBody(bytesMax: number, done: (body: Uint8Array | undefined) => void): void {
    let reader: ReturnType<typeof createBodyReader> | undefined = createBodyReader(bytesMax, done);
    this.response.onData((chunk, isLast) => {
      // What was answered already, such as with a 401, need not be kept.
      if (this.#isOver) reader = undefined;
      reader?.(chunk, isLast);
    });
  }

  /** Where the end of a request is in doubt, the answer waits a turn: the library drops a connection on which more follows a request without an answer. */
  send(answer: Answer): void {
    if (this.head.isAmbiguous) setImmediate(() => this.#send(answer));
    else this.#send(answer);
  }

  #send(answer: Answer): void {
    if (this.#isOver) return;
    this.#end();
    this.response.cork(() => this.#write(answer));
    this.watcher?.ended(this, answer.status, Buffer.byteLength(answer.body), performance.now() - this.startMs);
  }

  #write({ status, body, headers }: Answer): void {
    const { response } = this;
    response.writeStatus(status === 200 ? '200 OK' : statusText(status));
    let type = jsonType;
    if (headers !== undefined)
      for (const [name, value] of headers) {
        if (name === 'Content-Type') type = value;
        else response.writeHeader(name, value);
      }
    if (body.length > 0) response.writeHeader('Content-Type', type);
    response.writeHeader('X-Correlation-ID', this.correlationId);
    if (this.head.method === 'HEAD') this.#endHead(body);
    // Its length would be that of what was not sent.
    else if (status === 304) response.endWithoutBody();
    // A body that was refused while it arrives would be read to its end on a kept connection; and behind one whose end is in doubt may come its own middle.
    else response.end(body, status === 413 || this.head.isAmbiguous || this.hand.isDraining);
  }

  /** Given the length, the library's own way takes the response for unfinished and drops the connection. */
  #endHead(body: Answer['body']): void {
    if (this.hand.isDraining) {
      this.response.endWithoutBody(Buffer.byteLength(body), true);
      return;
    }
    this.response.writeHeader('Content-Length', String(Buffer.byteLength(body)));
    this.response.endWithoutBody();
  }
}

export interface Listening {
  /** The port in use; another than asked for when that was 0. */
  readonly port: number;
  /** Takes no new connections. */
  stopListening(): void;
  /** Serves kept connections for so long, telling each with its next answer that it ends; and then those requests that came in time. */
  drain(graceMs: number, timeoutMs: number): Promise<void>;
  /** Ends all connections. */
  close(): void;
}

export interface Tls { readonly certFile: string; readonly keyFile: string }

const readPem = (variable: string, file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigError([`${variable} is '${file}', which cannot be read (${(error as Error).message}); allowed is a file in PEM.`]);
  }
};

/** uWebSockets.js ends the process over a certificate that it cannot use, so it is tried here first. */
const assertUsable = ({ certFile, keyFile }: Tls): void => {
  const cert = readPem('TLS_CERT_FILE', certFile);
  const key = readPem('TLS_KEY_FILE', keyFile);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError([`TLS_CERT_FILE is '${certFile}' and TLS_KEY_FILE is '${keyFile}', which do not go together (${(error as Error).message}); allowed is a certificate and its private key, both in PEM.`]);
  }
};

const pollMs = 10;

/** A client that has not heard of the end may be sending right now: its connection is not cut, but answered a last time. */
const drained = async (hand: Hand, graceMs: number, timeoutMs: number): Promise<void> => {
  hand.isDraining = true;
  const startMs = performance.now();
  const after = (ms: number): boolean => performance.now() - startMs >= ms;
  while (hand.connections > 0 && !after(graceMs)) await setTimeout(pollMs);
  while (hand.exchanges > 0 && !after(timeoutMs)) await setTimeout(pollMs);
};

const start = (app: TemplatedApp, hand: Hand, host: string, port: number): Promise<Listening> => new Promise((resolve, reject) => {
  app.listen(host, port, (socket: us_listen_socket | false) => {
    if (socket === false) {
      reject(new ConfigError([`HOST is '${host}' and PORT is '${port}', which cannot be listened on; allowed is an address of this machine and a free port.`]));
      return;
    }
    let isOpen = true;
    const stopListening = (): void => {
      if (isOpen) uWS.us_listen_socket_close(socket);
      isOpen = false;
    };
    resolve({
      port: uWS.us_socket_local_port(socket),
      stopListening,
      drain: (graceMs, timeoutMs) => drained(hand, graceMs, timeoutMs),
      close: () => { isOpen = false; app.close(); },
    });
  });
});

/** Serves `handle` on one address: HTTP, or TLS 1.2 and 1.3 when a certificate is given (GEN017). `isShared`: others may listen there too. */
export const listen = async (host: string, port: number, tls: Tls | undefined, handle: (exchange: Exchange) => void, isShared = false): Promise<Listening> => {
  if (tls !== undefined) assertUsable(tls);
  if (!isShared) await assertFree(host, port);
  const app = tls === undefined ? uWS.App() : uWS.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile });
  const hand: Hand = { exchanges: 0, connections: 0, isDraining: false };
  app.filter((_response, change) => { hand.connections += Math.sign(Number(change)); });
  app.any('/*', (response, request) => handle(new UwsExchange(response, readHead(request), hand)));
  return start(app, hand, host, port);
};
