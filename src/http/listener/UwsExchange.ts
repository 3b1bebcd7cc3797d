import type { Config } from '../../base/config/settings.js';
import type { TransferLimiter, Transfer } from './TransferLimiter.js';
import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from 'uWebSockets.js';
import type { Grant } from '../../auth/oauth/Grant.js';
import type { TraceParent } from '../../base/observe/tracing/traceParent.js';
import type { Exchange, OutgoingResponse, RequestHead, RequestObserver } from '../exchange/Exchange.js';
import { clientClosedStatus } from '../../base/observe/log/formatLogLine.js';
import type { RouteMatch } from '../routing/Router.js';
import { limits } from '../../base/config/limits.js';

/** Called once: with the whole body, or with undefined when the body exceeds its limit. */
type OnBody = (body: Uint8Array | undefined) => void;

/** Collects the chunks of a request body; stops as soon as they exceed the limit, not after the last byte (GEN021). */
class BodyReader {
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isDone = false;

  constructor(
    private readonly bytesMax: number,
    private readonly onBody: OnBody,
  ) {}

  add(chunk: ArrayBuffer, isLast: boolean): void {
    if (this.#isDone) return;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.bytesMax) return this.#finish(undefined);
    // The library reuses the memory of a chunk after this call. A whole body is passed on at once, so it may be a part
    // of a shared slab; the first part of a slow body would keep the whole slab in memory.
    if (chunk.byteLength > 0) {
      const bytes = new Uint8Array(chunk);
      this.#chunks.push(isLast && this.#chunks.length === 0 ? Buffer.from(bytes) : bytes.slice());
    }
    if (isLast) this.#finish(this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks));
  }

  #finish(body: Uint8Array | undefined): void {
    this.#isDone = true;
    this.#chunks = [];
    this.onBody(body);
  }
}

/**
 * Headers that every response has, with the name of the last one, whose value differs: the library writes a name and a
 * value as they are, and one call for all is faster than one for each.
 */
const withCorrelationId = (...lines: readonly string[]): string => [...lines, 'X-Correlation-ID'].join('\r\n');

/** Browsers must not guess another media type than the declared one. */
const nosniff = 'X-Content-Type-Options: nosniff';

/** For plain HTTP, over which Strict-Transport-Security must not be sent (RFC 6797, section 7.2). */
export const plainHeaders = withCorrelationId(nosniff);

/** For the port of the API: with TLS, browsers use HTTPS alone for HSTS_SECONDS. */
export const commonHeaders = ({
  hstsSeconds,
  tlsCertFile,
  behindTlsProxy,
}: Pick<Config, 'hstsSeconds' | 'tlsCertFile' | 'behindTlsProxy'>): string =>
  hstsSeconds > 0 && (tlsCertFile !== '' || behindTlsProxy !== false)
    ? withCorrelationId(nosniff, `Strict-Transport-Security: max-age=${hstsSeconds}`)
    : plainHeaders;

export interface ListenerLimits {
  readonly connectionsMax: number;
  readonly transfers: TransferLimiter;
}

export interface ListenerOptions extends ListenerLimits {
  /** The headers of every response, up to the name X-Correlation-ID (UwsExchange.ts). */
  readonly commonHeaders: string;
}

/** Counts the turns of the event loop in which requests arrive. */
export class ArrivalTurns {
  current = 0;
  #isCounted = false;
  readonly #end = (): void => {
    this.current++;
    this.#isCounted = false;
  };

  ofArrival(): number {
    if (!this.#isCounted) setImmediate(this.#end);
    this.#isCounted = true;
    return this.current;
  }
}

/** The options of one port, and the counters that its connections share. */
export interface ListenerState extends ListenerOptions {
  readonly turns: ArrivalTurns;
  /** Requests without a response. */
  openExchanges: number;
  connections: number;
  /** Connections closed since the start because there were too many. */
  refusedConnections: number;
  /** True from the time on when each response closes its connection. */
  isDraining: boolean;
}

const statusLines = new Map(
  Object.entries(STATUS_CODES).map(([status, text]) => [Number(status), `${status} ${text}`]),
);

/** The text of a status line, such as `404 Not Found`. */
const statusLine = (status: number): string => statusLines.get(status) ?? String(status);

const jsonType = 'application/json; charset=utf-8';

/**
 * A body up to this length goes to the library in one call; what the library buffers of it is not counted as a
 * transfer.
 */
const singleWriteBytesMax = 16 * 1024;

/** The rest of a body behind the response: its bytes until now, and the timer that closes the connection. */
interface Discarding {
  bytes: number;
  readonly timer: NodeJS.Timeout;
}

/** An exchange on a connection of uWebSockets.js. */
export class UwsExchange implements Exchange {
  correlationId = '';
  startMs = 0;
  bodyBytes = 0;
  observer: RequestObserver | undefined = undefined;
  match: RouteMatch | undefined = undefined;
  grant: Grant | undefined = undefined;
  trace: TraceParent | undefined = undefined;
  crossOriginHeaders: OutgoingResponse['headers'] = undefined;
  readonly #turn: number;
  #isOver = false;
  #transfer: Transfer | undefined = undefined;
  /** True if the library passes the body on, and its end has not come. */
  #isReceiving = false;
  #reader: BodyReader | undefined = undefined;
  #discarding: Discarding | undefined = undefined;

  constructor(
    private readonly connection: HttpResponse,
    readonly head: RequestHead,
    private readonly listener: ListenerState,
  ) {
    listener.openExchanges++;
    this.#turn = listener.turns.ofArrival();
    connection.onAborted(() => {
      this.#transfer?.end();
      clearTimeout(this.#discarding?.timer);
      if (this.#isOver) return;
      this.#end();
      this.observer?.requestEnded(this, clientClosedStatus, 0, performance.now() - this.startMs);
    });
    if (head.transferEncoding === 'chunked') this.#receive();
  }

  remoteAddress(): string {
    return this.#isOver ? '' : Buffer.from(this.connection.getRemoteAddressAsText()).toString();
  }

  readBody(bytesMax: number, onBody: OnBody): void {
    this.#reader = new BodyReader(bytesMax, onBody);
    if (!this.#isReceiving) this.#receive();
  }

  /**
   * No response is sent in the turn in which its request arrived: the library drops a connection on which more bytes
   * follow a request without a response, and such bytes may be a body that a header without a name hid. Where the end
   * of the request is doubtful, the response comes a turn later still, and closes the connection.
   */
  send(response: OutgoingResponse): void {
    // No handler waits for the body any longer.
    this.#reader = undefined;
    if (this.head.hasDoubtfulEnd || this.#turn === this.listener.turns.current)
      setImmediate(() => this.#send(response));
    else this.#send(response);
  }

  #end(): void {
    if (!this.#isOver) this.listener.openExchanges--;
    this.#isOver = true;
  }

  #receive(): void {
    this.#isReceiving = true;
    this.connection.onData((chunk, isLast) => {
      if (isLast) this.#isReceiving = false;
      if (this.#discarding !== undefined) return this.#discard(this.#discarding, chunk.byteLength);
      if (!isLast && !this.#isOver) this.#countTransfer(chunk.byteLength);
      this.#reader?.add(chunk, isLast);
      if (isLast) this.#transfer?.end();
    });
  }

  #discard(discarding: Discarding, bytes: number): void {
    discarding.bytes += bytes;
    if (!this.#isReceiving || discarding.bytes > limits.discardedBytesMax) this.connection.close();
  }

  #countTransfer(bytes: number): void {
    this.#transfer ??= this.listener.transfers.begin(() => this.connection.close());
    this.#transfer.grow(bytes);
  }

  #send(response: OutgoingResponse): void {
    if (this.#isOver) return;
    this.#end();
    // The rest of the request body is dropped from here on.
    this.#transfer?.end();
    this.#transfer = undefined;
    const { status } = response;
    // On Node 24 the library sends a text without characters beyond Latin-1 in Latin-1.
    const body = typeof response.body === 'string' ? Buffer.from(response.body) : response.body;
    this.connection.cork(() => this.#write(response, body));
    this.observer?.requestEnded(this, status, body.length, performance.now() - this.startMs);
  }

  #write({ status, headers, isOverPlainHttp }: OutgoingResponse, body: Uint8Array): void {
    const { connection } = this;
    connection.writeStatus(status === 200 ? '200 OK' : statusLine(status));
    let type = jsonType;
    if (headers !== undefined)
      for (const [name, value] of headers) {
        if (name === 'Content-Type') type = value;
        else connection.writeHeader(name, value);
      }
    if (body.length > 0) connection.writeHeader('Content-Type', type);
    connection.writeHeader(isOverPlainHttp === true ? plainHeaders : this.listener.commonHeaders, this.correlationId);
    if (this.crossOriginHeaders !== undefined)
      for (const [name, value] of this.crossOriginHeaders) connection.writeHeader(name, value);
    if (this.head.asksToClose) connection.writeHeader('Connection', 'close');
    const closes = this.listener.isDraining || this.head.hasDoubtfulEnd || status === 413;
    if (this.head.method === 'HEAD') this.#endHead(body);
    else if (status === 304 || status === 204) this.#endWithoutBody();
    else if (closes && this.#isReceiving) this.#endAndDiscard(body);
    else if (body.length <= singleWriteBytesMax || status === 413) connection.end(body, closes);
    else this.#writeInParts(body);
  }

  /**
   * Responds to a client that is still sending its body, and closes the connection behind the body or its limits: most
   * clients read nothing before they have sent everything, and a connection that closes earlier takes the response
   * with it. The library closes behind end() at once, or reads a body of any length, so the response passes for a
   * header: writeHeader() adds the two characters at its end.
   */
  #endAndDiscard(body: Uint8Array): void {
    const { connection } = this;
    if (!this.head.asksToClose) connection.writeHeader('Connection', 'close');
    connection.writeHeader('Date', new Date().toUTCString());
    connection.writeHeader('Content-Length', Buffer.concat([Buffer.from(`${body.length + 2}\r\n\r\n`), body]));
    const timer = setTimeout(() => connection.close(), limits.discardTimeoutMs).unref();
    this.#discarding = { bytes: 0, timer };
  }

  /**
   * The library closes a connection only after end() with a whole body; otherwise this header makes the client close
   * it.
   */
  #announceClose(): void {
    const { listener, head } = this;
    if ((listener.isDraining || head.hasDoubtfulEnd) && !head.asksToClose)
      this.connection.writeHeader('Connection', 'close');
  }

  /**
   * Sends no Content-Length: 204 must not have one, and that of a 304 would be the length of a body that is not sent.
   */
  #endWithoutBody(): void {
    if (this.head.hasDoubtfulEnd) {
      // Only end() closes the connection, and it sends a length.
      this.connection.end('', true);
      return;
    }
    this.#announceClose();
    this.connection.endWithoutBody();
  }

  /** Writes as much as the connection takes, and the rest as it becomes writable. */
  #writeInParts(bytes: Uint8Array): void {
    const { connection } = this;
    this.#announceClose();
    const [, isSent] = this.#writePart(bytes, 0);
    if (isSent) return;
    connection.onWritable(offset => {
      const [isTaken, isWhole] = this.#writePart(bytes, offset);
      if (isWhole) this.#transfer?.end();
      return isTaken;
    });
    this.#countTransfer(bytes.length);
  }

  /**
   * Behind the last part of a response whose request has a doubtful end the library reads nothing more, and closes the
   * connection as an idle one. It reads on whenever the connection does not take a part as a whole.
   */
  #writePart(bytes: Uint8Array, offset: number): [isTaken: boolean, isWhole: boolean] {
    if (this.head.hasDoubtfulEnd) this.connection.pause();
    return this.connection.tryEnd(offset === 0 ? bytes : bytes.subarray(offset), bytes.length);
  }

  /**
   * endWithoutBody(length) of the library would leave the response unfinished and close the connection: the length is
   * written as a header.
   */
  #endHead(body: Uint8Array): void {
    if (this.listener.isDraining || this.head.hasDoubtfulEnd) {
      this.connection.endWithoutBody(body.length, true);
      return;
    }
    this.connection.writeHeader('Content-Length', String(body.length));
    this.connection.endWithoutBody();
  }
}
