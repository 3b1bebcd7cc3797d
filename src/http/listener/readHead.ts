/** Reads the request line and the headers that the server uses, in one pass over the headers. */
import type { HttpRequest } from 'uWebSockets.js';
import type { RequestHead } from '../exchange/Exchange.js';

/** One bit for each header that must not be repeated: an empty value counts as given, too. */
const givenOnce = { authorization: 1, contentLength: 2, transferEncoding: 4, host: 8 } as const;

/** Tells whether a comma-separated list of a header has a word, in any case. */
const lists = (value: string, word: string): boolean =>
  value.split(',').some(each => each.trim().toLowerCase() === word);

class ReceivedHead implements RequestHead {
  authorization = '';
  cookie = '';
  correlationId = '';
  externalUserId = '';
  userAgent = '';
  contentType = '';
  contentEncoding = '';
  contentLength = '';
  transferEncoding = '';
  upgrade = '';
  forwardedProto = '';
  forwardedFor = '';
  host = '';
  traceparent = '';
  tracestate = '';
  ifNoneMatch = '';
  accept = '';
  acceptEncoding = '';
  origin = '';
  requestedMethod = '';
  requestedHeaders = '';
  asksToClose = false;
  isAmbiguous = false;
  given = 0;

  constructor(
    readonly method: string,
    readonly path: string,
    readonly query: string,
    public bytes = path.length + query.length,
  ) {}

  addHeader(name: string, value: string): void {
    this.bytes += name.length + value.length + 4;
    switch (name) {
      case 'authorization':
        this.#countGiven(givenOnce.authorization);
        this.authorization = value;
        break;
      case 'cookie':
        this.cookie = value;
        break;
      case 'x-correlation-id':
        this.correlationId = value === '' ? ' ' : value;
        break;
      case 'x-external-user-id':
        this.externalUserId = value;
        break;
      case 'user-agent':
        this.userAgent = value;
        break;
      case 'content-type':
        this.contentType = value;
        break;
      case 'content-encoding':
        // Several headers are one list.
        this.contentEncoding = this.contentEncoding === '' ? value : `${this.contentEncoding}, ${value}`;
        break;
      case 'content-length':
        this.#countGiven(givenOnce.contentLength, value === '');
        this.contentLength = value;
        break;
      case 'transfer-encoding':
        this.#countGiven(givenOnce.transferEncoding, value === '');
        this.transferEncoding = value.toLowerCase();
        break;
      case 'upgrade':
        this.upgrade = value;
        break;
      case 'x-forwarded-proto':
        this.forwardedProto = value;
        break;
      case 'x-forwarded-for':
        this.forwardedFor = value;
        break;
      case 'traceparent':
        this.traceparent = value;
        break;
      case 'tracestate':
        this.tracestate = value;
        break;
      case 'host':
        this.#countGiven(givenOnce.host);
        this.host = value;
        break;
      case 'if-none-match':
        this.ifNoneMatch = value;
        break;
      case 'accept':
        this.accept = value;
        break;
      case 'accept-encoding':
        this.acceptEncoding = value;
        break;
      default:
        this.#addConnectionHeader(name, value);
    }
  }

  /**
   * The library misreads extensions of chunks and trailers, so bytes behind a body in chunks may belong to it. It reads
   * no header behind one without a name, so a POST without a length may have a body; clients send the length 0.
   */
  get hasDoubtfulEnd(): boolean {
    return this.isAmbiguous || this.transferEncoding !== '' || (this.method === 'POST' && this.contentLength === '');
  }

  /** Headers of browsers, and of the connection. */
  #addConnectionHeader(name: string, value: string): void {
    switch (name) {
      case 'connection':
        // The library closes the connection behind the response to every value of this length.
        this.asksToClose = value.length === 'close'.length || (value !== 'keep-alive' && lists(value, 'close'));
        break;
      case 'origin':
        this.origin = value;
        break;
      case 'access-control-request-method':
        this.requestedMethod = value;
        break;
      case 'access-control-request-headers':
        this.requestedHeaders = value;
        break;
    }
  }

  /** An empty length is no length (RFC 9112, section 6.3): the request is as ambiguous as one with two lengths. */
  #countGiven(bit: number, isEmptyLength = false): void {
    if ((this.given & bit) > 0 || isEmptyLength) this.isAmbiguous = true;
    this.given |= bit;
  }
}

export const readHead = (request: HttpRequest): RequestHead => {
  // Without a query the library returns undefined, against its types.
  const query = (request.getQuery() as string | undefined) ?? '';
  const head = new ReceivedHead(request.getCaseSensitiveMethod(), request.getUrl(), query);
  request.forEach((name, value) => head.addHeader(name, value));
  return head;
};
