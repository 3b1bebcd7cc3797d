/** A proxy on loopback that forwards requests to the server, and keeps a readable log of them. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { KeepingAgent } from '../../support/KeepingAgent.js';
import { maskSecrets } from './maskSecrets.js';

/** A refusal that a test expects. */
export interface Refusal {
  readonly method?: string;
  readonly path?: RegExp;
  readonly status: number;
}

export interface Exchange {
  readonly method: string;
  /** The path, with the query. */
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string | string[] | undefined>>;
  readonly requestBody: string;
  readonly status: number;
  readonly responseBody: string;
  readonly ms: number;
}

export interface RecordingProxy {
  /** The URL of the proxy, such as `http://127.0.0.1:43210`. */
  readonly address: string;
  /** All exchanges so far, with their secrets. */
  readonly exchanges: readonly Exchange[];
  /** Refusals that the log does not list as unexpected; they are declared before the request. */
  readonly expectRefusals: (...refusals: readonly Refusal[]) => void;
  readonly stop: () => Promise<void>;
}

export interface ProxyOptions {
  /** The URL of the server, such as `http://127.0.0.1:8080`. */
  readonly target: string;
  readonly logFile: string;
  /** The first line of the log. */
  readonly title: string;
  /** The port of the proxy, if the program cannot be configured; by default a free one. */
  readonly port?: number;
}

const bodyCharactersMax = 4_000;

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

const readAll = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const textOf = (body: Buffer, { headers }: IncomingMessage): string => {
  const decode = decoders[headers['content-encoding'] ?? ''];
  return (decode === undefined || body.length === 0 ? body : decode(body)).toString();
};

/** The headers that distinguish the requests of a program. */
const loggedHeaders = ['authorization', 'user-agent', 'x-correlation-id', 'x-external-user-id', 'if-match'];

const headerLines = (headers: Exchange['requestHeaders']): string[] =>
  loggedHeaders.filter(name => headers[name] !== undefined).map(name => `    ${name}: ${String(headers[name])}`);

const bodyLine = (sign: string, body: string): string[] => {
  if (body === '') return [];
  const rest = body.length - bodyCharactersMax;
  const shown = body.slice(0, bodyCharactersMax).replaceAll('\n', '\n    ');
  return [`  ${sign} ${shown}${rest > 0 ? ` … ${rest} characters more` : ''}`];
};

/** Formats one exchange of the log: its first line contains all that a search for refusals needs. */
const entryOf = (number: number, exchange: Exchange, refusal: string): string => {
  const { method, path, requestHeaders, requestBody, status, responseBody, ms } = exchange;
  return maskSecrets(
    [
      `#${number} ${method} ${path} -> ${status}, ${Math.round(ms)} ms${refusal}`,
      ...headerLines(requestHeaders),
      ...bodyLine('>', requestBody),
      ...bodyLine('<', responseBody),
      '',
    ].join('\n'),
  );
};

const forward = (incoming: IncomingMessage, body: Buffer, target: URL, agent: KeepingAgent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { 'transfer-encoding': _, connection: __, ...headers } = incoming.headers;
    const isChunked = incoming.headers['transfer-encoding'] !== undefined;
    const options = {
      hostname: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, host: target.host, ...(isChunked && { 'content-length': body.length }) },
    };
    const call = agent.request(options, resolve);
    call.once('error', reject);
    call.end(body);
  });

const respond = (response: ServerResponse, { statusCode, headers }: IncomingMessage, body: Buffer): void => {
  const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...kept } = headers;
  response.writeHead(statusCode!, kept);
  response.end(body);
};

export const startRecordingProxy = async ({
  target,
  logFile,
  title,
  port = 0,
}: ProxyOptions): Promise<RecordingProxy> => {
  const agent = new KeepingAgent();
  const exchanges: Exchange[] = [];
  const expected: Refusal[] = [];
  mkdirSync(dirname(logFile), { recursive: true });
  writeFileSync(logFile, `${title}\n\n`);

  const refusalOf = ({ method, path, status }: Exchange): string => {
    if (status < 400) return '';
    const isExpected = expected.some(
      each =>
        each.status === status &&
        (each.method === undefined || each.method === method) &&
        (each.path === undefined || each.path.test(path)),
    );
    return isExpected ? ', refused as expected' : ', REFUSED';
  };

  const record = (exchange: Exchange): void => {
    exchanges.push(exchange);
    appendFileSync(logFile, `${entryOf(exchanges.length, exchange, refusalOf(exchange))}\n`);
  };

  const server = createServer((incoming, response) => {
    const answer = async (): Promise<void> => {
      const body = await readAll(incoming);
      const startedMs = performance.now();
      const outgoing = await forward(incoming, body, new URL(target), agent);
      const answered = await readAll(outgoing);
      record({
        method: incoming.method!,
        path: incoming.url!,
        requestHeaders: incoming.headers,
        requestBody: body.toString(),
        status: outgoing.statusCode!,
        responseBody: textOf(answered, outgoing),
        ms: performance.now() - startedMs,
      });
      respond(response, outgoing, answered);
    };
    answer().catch((error: unknown) => {
      appendFileSync(logFile, `${incoming.method} ${maskSecrets(incoming.url!)} failed: ${String(error)}\n\n`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    expectRefusals: (...refusals) => {
      expected.push(...refusals);
    },
    stop: () =>
      new Promise(resolve => {
        agent.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
