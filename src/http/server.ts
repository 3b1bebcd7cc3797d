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
import type { Transfer, Transfers } from './transfers.js';
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

/** What one port bears. */
export interface Bounds {
  readonly connectionsMax: number;
  readonly transfers: Transfers;
}

/** Shorter answers are handed over whole: what the library keeps of them is not counted. */
const handedOverMax = 16 * 1024;

/** What one port has in hand. */
interface Hand extends Bounds {
  /** Requests that have no answer yet. */
  exchanges: number;
  connections: number;
  /** Connections that were closed since there were too many. */
  tooMany: number;
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
  #transfer: Transfer | undefined = undefined;

  constructor(private readonly response: HttpResponse, readonly head: Head, private readonly hand: Hand) {
    hand.exchanges++;
    response.onAborted(() => {
      this.#transfer?.end();
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
      if (!isLast && !this.#isOver) this.#keep(chunk.byteLength);
      // What was answered already, such as with a 401, need not be kept.
      if (this.#isOver) reader = undefined;
      reader?.(chunk, isLast);
      if (isLast) this.#transfer?.end();
    });
  }

  #keep(bytes: number): void {
    this.#transfer ??= this.hand.transfers.begin(() => this.response.close());
    this.#transfer.grow(bytes);
  }

  /** Where the end of a request is in doubt, the answer waits a turn: the library drops a connection on which more follows a request without an answer. */
  send(answer: Answer): void {
    if (this.head.isAmbiguous) setImmediate(() => this.#send(answer));
    else this.#send(answer);
  }

  #send(answer: Answer): void {
    if (this.#isOver) return;
    this.#end();
    // A body of which nobody wants the rest is kept no longer.
    this.#transfer?.end();
    this.#transfer = undefined;
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
    else if (status === 413 || this.head.isAmbiguous || this.hand.isDraining) response.end(body, true);
    else if (body.length <= handedOverMax) response.end(body);
    else this.#offer(body);
  }

  /** Gives as much as the connection takes, and the rest as it takes more. */
  #offer(body: Answer['body']): void {
    const { response } = this;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (response.tryEnd(bytes, bytes.length)[1]) return;
    response.onWritable(offset => {
      const [isTaken, isWhole] = response.tryEnd(bytes.subarray(offset), bytes.length);
      if (isWhole) this.#transfer?.end();
      return isTaken;
    });
    this.#keep(bytes.length);
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
  /** Now open. */
  readonly connections: number;
  /** Closed so far since there were too many. */
  readonly tooMany: number;
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
      get connections() { return hand.connections; },
      get tooMany() { return hand.tooMany; },
      stopListening,
      drain: (graceMs, timeoutMs) => drained(hand, graceMs, timeoutMs),
      close: () => { isOpen = false; app.close(); },
    });
  });
});

/** One more connection, or one less. */
const count = (hand: Hand, response: HttpResponse, change: number): void => {
  hand.connections += change;
  if (change < 0 || hand.connections <= hand.connectionsMax) return;
  hand.tooMany++;
  response.close();
};

/** Serves `handle` on one address: HTTP, or TLS 1.2 and 1.3 when a certificate is given (GEN017). `isShared`: others may listen there too. */
export const listen = async (host: string, port: number, tls: Tls | undefined, handle: (exchange: Exchange) => void, bounds: Bounds, isShared = false): Promise<Listening> => {
  if (tls !== undefined) assertUsable(tls);
  if (!isShared) await assertFree(host, port);
  const app = tls === undefined ? uWS.App() : uWS.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile });
  const hand: Hand = { ...bounds, exchanges: 0, connections: 0, tooMany: 0, isDraining: false };
  app.filter((response, change) => count(hand, response, Math.sign(Number(change))));
  app.any('/*', (response, request) => handle(new UwsExchange(response, readHead(request), hand)));
  return start(app, hand, host, port);
};
