/**
 * CORS: which pages of other origins may call the service from a browser, as the Fetch standard defines it
 * (https://fetch.spec.whatwg.org/#http-cors-protocol).
 */
import type { Config } from '../../base/config/settings.js';
import { fail } from '../../base/errors/ApiError.js';
import type { OutgoingResponse, RequestHead } from './Exchange.js';

type Headers = NonNullable<OutgoingResponse['headers']>;

const allowedMethods = 'GET, HEAD, POST, DELETE';

/** Request headers that the service reads, or that browsers and the SDK add. */
const allowedRequestHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'authorization',
  'baggage',
  'cache-control',
  'content-language',
  'content-type',
  'if-none-match',
  'pragma',
  'traceparent',
  'tracestate',
  // The SDK sends its name, which some browsers count as a header of the page.
  'user-agent',
  'x-correlation-id',
  'x-external-user-id',
  'x-requested-with',
]);

/** Headers of responses that a page may read beside those that every page may. */
const exposedHeaders = [
  'Access-Control-Expose-Headers',
  'Allow, ETag, Retry-After, WWW-Authenticate, X-Correlation-ID',
] as const;

/** Browsers ask again after this time; they allow two hours at most. */
const maxAge = ['Access-Control-Max-Age', '7200'] as const;

/** The answer depends on the origin, so that a cache keeps one for each. */
const varyByOrigin = ['Vary', 'Origin'] as const;

/** Origins of pages on the machine itself. */
const loopbackOrigin = /^https?:\/\/(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/;

/** Tells whether a browser asks if a page of another origin may send a request. */
export const isPreflight = ({ method, origin, requestedMethod }: RequestHead): boolean =>
  origin !== '' && method === 'OPTIONS' && requestedMethod !== '';

export class CrossOriginPolicy {
  readonly #origins: ReadonlySet<string>;
  readonly #allowsAll: boolean;
  readonly #allowsLoopback: boolean;

  constructor({ corsOrigins, nodeEnv }: Pick<Config, 'corsOrigins' | 'nodeEnv'>) {
    this.#origins = new Set(corsOrigins);
    this.#allowsAll = this.#origins.has('*');
    this.#allowsLoopback = this.#origins.has('loopback') || (this.#origins.size === 0 && nodeEnv !== 'production');
  }

  allows(origin: string): boolean {
    return this.#allowsAll || this.#origins.has(origin) || (this.#allowsLoopback && loopbackOrigin.test(origin));
  }

  /** Headers of every response to a request with this origin. */
  responseHeaders(origin: string): Headers {
    return this.allows(origin) ? [...this.#permission(origin), exposedHeaders, varyByOrigin] : [varyByOrigin];
  }

  /** Throws OriginNotAllowed, which the developer of the page sees in the tools of the browser. */
  answerPreflight({ origin, requestedHeaders }: RequestHead): OutgoingResponse {
    if (!this.allows(origin)) {
      const reason = 'it is not among the origins of the setting CORS_ORIGINS';
      throw fail('OriginNotAllowed', { origin: origin.slice(0, 200), reason });
    }
    const allowedHeaders = requestedHeaders
      .split(',')
      .map(name => name.trim())
      .filter(name => allowedRequestHeaders.has(name.toLowerCase()));
    return {
      status: 204,
      body: '',
      headers: [
        ['Access-Control-Allow-Methods', allowedMethods],
        ...(allowedHeaders.length === 0 ? [] : [['Access-Control-Allow-Headers', allowedHeaders.join(', ')] as const]),
        maxAge,
      ],
    };
  }

  /** Credentials such as cookies are allowed to listed origins, and never to all (the Fetch standard forbids it). */
  #permission(origin: string): Headers {
    if (this.#allowsAll) return [['Access-Control-Allow-Origin', '*']];
    return [
      ['Access-Control-Allow-Origin', origin],
      ['Access-Control-Allow-Credentials', 'true'],
    ];
  }
}
