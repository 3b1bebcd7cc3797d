/** Listens, and stops, with uWebSockets.js: the one file that loads it. */
import { setTimeout } from 'node:timers/promises';
import type { HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { ConfigError } from '../config/ConfigError.js';
import { assertFree } from './assertFree.js';
import type { Exchange } from './exchange.js';
import type { Bounds, Hand } from './hand.js';
import { readHead } from './head.js';
import { assertUsable, type Tls } from './tls.js';
import { UwsExchange } from './uwsExchange.js';

export type { Bounds } from './hand.js';

/** Beyond this the library itself refuses a request; what we allow is less, and is refused in the error format. */
process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(128 * 1024);
const { default: uWS } = await import('uWebSockets.js');

export interface Listening {
  /** Now open. */
  readonly connections: number;
  /** Closed so far since there were too many. */
  readonly tooMany: number;
  /** The port in use; another than asked for when that was 0. */
  readonly port: number;
  /** Takes no new connections. */
  stopListening(): void;
  /** Serves kept connections for so long, telling each with its next answer that it ends; and then those requests that came in time, until their answers are taken. */
  drain(graceMs: number, timeoutMs: number): Promise<void>;
  /** Ends all connections. */
  close(): void;
}

const pollMs = 10;

/** Whether requests wait for their answer, or clients take theirs. */
const isBusy = ({ exchanges, transfers }: Hand): boolean => exchanges > 0 || transfers.bytes > 0;

/** A client that has not heard of the end may be sending right now: its connection is not cut, but answered a last time. */
const drained = async (hand: Hand, graceMs: number, timeoutMs: number): Promise<void> => {
  hand.isDraining = true;
  const startMs = performance.now();
  const after = (ms: number): boolean => performance.now() - startMs >= ms;
  while (hand.connections > 0 && !after(graceMs)) await setTimeout(pollMs);
  while (isBusy(hand) && !after(timeoutMs)) await setTimeout(pollMs);
};

const start = (app: TemplatedApp, hand: Hand, host: string, port: number): Promise<Listening> =>
  new Promise((resolve, reject) => {
    app.listen(host, port, (socket: us_listen_socket | false) => {
      if (socket === false) {
        reject(
          new ConfigError([
            `HOST is '${host}' and PORT is '${port}', which cannot be listened on; allowed is an address of this machine and a free port.`,
          ]),
        );
        return;
      }
      let isOpen = true;
      const stopListening = (): void => {
        if (isOpen) uWS.us_listen_socket_close(socket);
        isOpen = false;
      };
      const close = (): void => {
        isOpen = false;
        app.close();
      };
      resolve({
        port: uWS.us_socket_local_port(socket),
        get connections() {
          return hand.connections;
        },
        get tooMany() {
          return hand.tooMany;
        },
        stopListening,
        drain: async (graceMs, timeoutMs) => {
          await drained(hand, graceMs, timeoutMs);
          // Who sends now finds a connection that is closed, not a server that has no workers.
          if (!isBusy(hand)) close();
        },
        close,
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
export const listen = async (
  host: string,
  port: number,
  tls: Tls | undefined,
  handle: (exchange: Exchange) => void,
  bounds: Bounds,
  isShared = false,
): Promise<Listening> => {
  if (tls !== undefined) assertUsable(tls);
  if (!isShared) await assertFree(host, port);
  const app = tls === undefined ? uWS.App() : uWS.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile });
  const hand: Hand = { ...bounds, exchanges: 0, connections: 0, tooMany: 0, isDraining: false };
  app.filter((response, change) => count(hand, response, Math.sign(Number(change))));
  app.any('/*', (response, request) => handle(new UwsExchange(response, readHead(request), hand)));
  return start(app, hand, host, port);
};
