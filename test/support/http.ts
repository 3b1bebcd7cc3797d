/** Plain HTTP for requests that the SDK does not send: any method, header and body, on reused connections. */
import { connect } from 'node:net';
import { assertDescribed } from './assertDescribed.js';
import { KeepingAgent } from './KeepingAgent.js';

export interface HttpResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface HttpRequestOptions {
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Objects are sent as JSON, with the Content-Type for it. */
  readonly body?: string | Uint8Array | object;
}

export interface Http {
  send(method: string, path: string, sent?: HttpRequestOptions): Promise<HttpResponse>;
  /** Returns a client that sends a bearer token. */
  as(token: string): Pick<Http, 'send'>;
  /**
   * Writes `text` to a connection, then `later` after the first response bytes, and returns all bytes until the
   * connection ends or is silent for `quietMs`. The response begins within `responseMs`.
   */
  raw(text: string | Uint8Array, quietMs?: number, later?: string, responseMs?: number): Promise<string>;
  close(): void;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isPlainObject = (body: HttpRequestOptions['body']): body is object =>
  typeof body === 'object' && !(body instanceof Uint8Array);

export const createHttp = (address: string): Http => {
  const agent = new KeepingAgent();
  const { hostname, port } = new URL(address);
  const send: Http['send'] = (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const payload = isPlainObject(body) ? JSON.stringify(body) : body;
      const all: Record<string, string | string[]> = {
        ...(isPlainObject(body) ? { 'content-type': 'application/json' } : {}),
        ...headers,
      };
      if (payload !== undefined && all['transfer-encoding'] === undefined)
        all['content-length'] ??= String(Buffer.byteLength(payload));
      const call = agent.request({ hostname, port, method, path, headers: all }, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const answered = {
            status: response.statusCode!,
            headers: response.headers as Record<string, string>,
            text,
            json: parsed(text),
          };
          try {
            assertDescribed(method, path, { ...answered, type: answered.headers['content-type'] });
            resolve(answered);
          } catch (error) {
            reject(error as Error);
          }
        });
      });
      call.on('error', error => {
        const connection = call.reusedSocket ? 'a kept connection' : 'a new connection';
        reject(Object.assign(error, { message: `${method} ${path} on ${connection}: ${error.message}` }));
      });
      call.end(payload);
    });
  return {
    send,
    as: token => ({
      send: (method, path, sent = {}) =>
        send(method, path, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } }),
    }),
    raw: (text, quietMs = 500, later = '', responseMs = 60_000) =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname);
        let received = '';
        socket.setTimeout(responseMs, () => socket.destroy());
        socket.once('data', () => {
          socket.setTimeout(quietMs);
          if (later !== '') socket.write(later);
        });
        socket.on('data', chunk => {
          received += chunk.toString('latin1');
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(received));
        socket.write(text);
      }),
    close: () => agent.destroy(),
  };
};
