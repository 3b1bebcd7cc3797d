/**
 * An external service, such as an authorization server or an API extension, whose responses and failures a test
 * chooses.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { t } from './tap.js';

export interface Introspected {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** The path, with the query. */
  readonly path: string;
  readonly form: URLSearchParams;
  readonly text: string;
}

export interface ExternalServer {
  readonly url: string;
  /** The requests so far, the newest last. */
  readonly requests: Introspected[];
  /** Sets the handler of all further requests. */
  behave(answer: (response: ServerResponse, form: URLSearchParams) => void): void;
  /** Sets the JSON response of all further requests. */
  say(body: unknown, status?: number): void;
  stop(): Promise<void>;
}

export const startExternalServer = async (): Promise<ExternalServer> => {
  const requests: Introspected[] = [];
  let answer: (response: ServerResponse, form: URLSearchParams) => void = response => response.end();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', chunk => {
      text += String(chunk);
    });
    request.on('end', () => {
      const form = new URLSearchParams(text);
      requests.push({ headers: request.headers, method: request.method!, path: request.url!, form, text });
      answer(response, form);
    });
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = (): Promise<void> =>
    new Promise(resolve => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  t.teardown(stop);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`,
    requests,
    stop,
    behave: next => {
      answer = next;
    },
    say: (body, status = 200) => {
      answer = response => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
  };
};
