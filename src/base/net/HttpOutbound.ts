import type { Agent } from 'undici';
import type { Config } from '../config/settings.js';
import { withTimeout } from '../lifecycle/timeouts.js';
import { DestinationPolicy, type ResolveName } from './DestinationPolicy.js';

export interface OutboundResponse {
  readonly status: number;
  readonly text: string;
}

/** Calls other services over HTTP. */
export interface Outbound {
  /**
   * Tells by its text whether `post` may call this URL; a host name may still resolve to addresses that are refused.
   */
  mayCall(url: string): boolean;
  /**
   * Rejects after `timeoutMs`, without a connection, when the connection breaks, and for a response that is too long.
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    timeoutMs: number,
  ): Promise<OutboundResponse>;
  close(): Promise<void>;
}

interface HttpClient {
  readonly agent: Agent;
  readonly request: typeof import('undici').request;
}

const connectionsPerHost = 64;
const connectMs = 1_000;
const responseBytesDefault = 65_536;

/** Calls other services at allowed addresses only, limited in time and size, and without redirects. */
export class HttpOutbound implements Outbound {
  readonly #policy: DestinationPolicy;
  #client: Promise<HttpClient> | undefined;

  constructor(
    { privateDestinations }: Pick<Config, 'privateDestinations'>,
    private readonly responseBytesMax = responseBytesDefault,
    resolveName?: ResolveName,
  ) {
    this.#policy = new DestinationPolicy(privateDestinations, resolveName);
  }

  readonly mayCall: Outbound['mayCall'] = url => this.#policy.allowsHost(new URL(url).hostname);

  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    timeoutMs: number,
  ): Promise<OutboundResponse> {
    if (!this.mayCall(url)) throw new Error('the address is private, and PRIVATE_DESTINATIONS does not list it');
    const { agent: dispatcher, request } = await (this.#client ??= this.#openClient());
    const abort = new AbortController();
    const call = async (): Promise<OutboundResponse> => {
      const options = { method: 'POST', headers, body, signal: abort.signal, dispatcher } as const;
      const response = await request(url, options);
      return { status: response.statusCode, text: await response.body.text() };
    };
    try {
      // The signal alone does not interrupt the lookup of a name or the opening of a connection.
      return await withTimeout(call(), timeoutMs);
    } finally {
      abort.abort();
    }
  }

  async close(): Promise<void> {
    await (await this.#client)?.agent.destroy();
  }

  /** The first call loads the library: most processes make no call, and loading takes a tenth of a second. */
  async #openClient(): Promise<HttpClient> {
    const { Agent, request } = await import('undici');
    const agent = new Agent({
      connections: connectionsPerHost,
      maxResponseSize: this.responseBytesMax,
      connect: { timeout: connectMs, lookup: this.#policy.lookup },
    });
    return { agent, request };
  }
}
