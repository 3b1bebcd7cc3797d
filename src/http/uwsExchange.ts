/** A request of uWebSockets.js as an exchange: bodies to bytes, answers to the socket. */
import type { HttpResponse } from 'uWebSockets.js';
import type { Grant } from '../oauth/GrantCache.js';
import type { TraceParent } from '../tracing/traceParent.js';
import { createBodyReader } from './body.js';
import type { Answer, Exchange, Head } from './exchange.js';
import type { Hand } from './hand.js';
import type { Match } from './router.js';
import { statusText } from './statusText.js';
import type { Transfer } from './transfers.js';
import { goneStatus, type Watcher } from './watcher.js';

const jsonType = 'application/json; charset=utf-8';

/** Shorter answers are handed over whole: what the library keeps of them is not counted. */
const handedOverMax = 16 * 1024;

export class UwsExchange implements Exchange {
  correlationId = '';
  startMs = 0;
  bodyBytes = 0;
  watcher: Watcher | undefined = undefined;
  match: Match | undefined = undefined;
  grant: Grant | undefined = undefined;
  trace: TraceParent | undefined = undefined;
  #isOver = false;
  #transfer: Transfer | undefined = undefined;

  constructor(
    private readonly response: HttpResponse,
    readonly head: Head,
    private readonly hand: Hand,
  ) {
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
    else if (status === 304) this.#endUnchanged();
    // A body that was refused while it arrives would be read to its end on a kept connection; and behind one whose end is in doubt may come its own middle.
    else if (status === 413 || this.head.isAmbiguous) response.end(body, true);
    else if (body.length <= handedOverMax) response.end(body, this.hand.isDraining);
    else this.#offer(body);
  }

  /** The library closes only behind what it was handed whole: elsewhere the client is told, and closes. */
  #tellEnd(): void {
    if (this.hand.isDraining) this.response.writeHeader('Connection', 'close');
  }

  /** Without a length: it would be that of what was not sent. */
  #endUnchanged(): void {
    this.#tellEnd();
    this.response.endWithoutBody();
  }

  /** Gives as much as the connection takes, and the rest as it takes more. */
  #offer(body: Answer['body']): void {
    const { response } = this;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    this.#tellEnd();
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
    if (this.hand.isDraining || this.head.isAmbiguous) {
      this.response.endWithoutBody(Buffer.byteLength(body), true);
      return;
    }
    this.response.writeHeader('Content-Length', String(Buffer.byteLength(body)));
    this.response.endWithoutBody();
  }
}
