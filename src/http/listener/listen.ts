import { type AddressInfo, createServer } from 'node:net';
import { ConfigError } from '../../base/config/valueKinds.js';
import { assertKeyPair, readPemFile } from '../../base/config/redisTls.js';
import { setTimeout } from 'node:timers/promises';
import type { HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { type Exchange, assignCorrelationId } from '../exchange/Exchange.js';
import {
  type ListenerOptions,
  type ListenerState,
  type ListenerLimits,
  ArrivalTurns,
  UwsExchange,
  commonHeaders,
  plainHeaders,
} from './UwsExchange.js';
import { uWS } from './library.js';
import { readHead } from './readHead.js';
import type { Config } from '../../base/config/settings.js';
import { httpsOnlyPage } from '../pages/sites.js';

/**
 * Throws a ConfigError if another program listens on the port: uWebSockets.js would share it, and two servers that do
 * not know of each other must not. `variable` names the setting in the message. Resolves to the port, or for 0 to a
 * free one.
 */
export const assertPortFree = (host: string, port: number, variable = 'PORT'): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError([
          `${variable} is '${port}', which ` +
            `${error.code === 'EADDRINUSE' ? 'another program listens on' : `cannot be listened on (${error.message})`}; ` +
            'allowed is a free port, or 0 for any.',
        ]),
      ),
    );
    probe.listen({ host, port, exclusive: true }, () => {
      const { port: freePort } = probe.address() as AddressInfo;
      probe.close(() => resolve(freePort));
    });
  });

/** Paths of the certificate and the private key of a port, both in PEM. */
interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Throws a ConfigError for a certificate that cannot be used: uWebSockets.js would end the process. */
const assertTlsUsable = ({ certFile, keyFile }: TlsFiles): void =>
  assertKeyPair(readPemFile('TLS_CERT_FILE', certFile), readPemFile('TLS_KEY_FILE', keyFile));

const drainPollMs = 10;

export class Listener {
  #isListening = true;

  constructor(
    private readonly app: TemplatedApp,
    private readonly socket: us_listen_socket,
    private readonly state: ListenerState,
    /** The port in use: a free one where the setting was 0. */
    readonly port = uWS.us_socket_local_port(socket),
  ) {}

  get connections(): number {
    return this.state.connections;
  }

  /** Connections closed since the start because there were too many. */
  get refusedConnections(): number {
    return this.state.refusedConnections;
  }

  /** Accepts no new connections. */
  stopListening(): void {
    if (this.#isListening) uWS.us_listen_socket_close(this.socket);
    this.#isListening = false;
  }

  /**
   * Serves open connections for `graceMs`, telling each with its next response to close; then waits until all responses
   * are received. `timeoutMs` limits both. A client that does not know of the end may be sending a request right now:
   * its connection is not cut, but gets one more response.
   */
  async drain(graceMs: number, timeoutMs: number): Promise<void> {
    this.state.isDraining = true;
    const startMs = performance.now();
    const isOver = (ms: number): boolean => performance.now() - startMs >= ms;
    while (this.state.connections > 0 && !isOver(graceMs)) await setTimeout(drainPollMs);
    while (this.#isBusy() && !isOver(timeoutMs)) await setTimeout(drainPollMs);
    // A later request finds a closed connection, not a server without workers.
    if (!this.#isBusy()) this.close();
  }

  close(): void {
    this.#isListening = false;
    this.app.close();
  }

  /** Tells whether requests wait for their response, or clients are receiving one. */
  #isBusy(): boolean {
    return this.state.openExchanges > 0 || this.state.transfers.bytes > 0;
  }
}

const openPort = (app: TemplatedApp, state: ListenerState, host: string, port: number): Promise<Listener> =>
  new Promise((resolve, reject) => {
    app.listen(host, port, (socket: us_listen_socket | false) => {
      if (socket === false)
        reject(
          new ConfigError([
            `HOST is '${host}' and PORT is '${port}', which cannot be listened on; ` +
              'allowed is an address of this machine and a free port.',
          ]),
        );
      else resolve(new Listener(app, socket, state));
    });
  });

/** Counts a connection that opened (1) or closed (-1); closes it if there are too many. */
const countConnection = (state: ListenerState, response: HttpResponse, change: number): void => {
  state.connections += change;
  if (change < 0 || state.connections <= state.connectionsMax) return;
  state.refusedConnections++;
  response.close();
};

/** For TLS 1.2 only suites with forward secrecy and authenticated encryption; TLS 1.3 has no others. */
const ciphersOfTls12 = 'ECDHE+AESGCM:ECDHE+CHACHA20';

/**
 * Serves requests on one port: HTTP, or TLS 1.2 and 1.3 with a certificate (GEN017). `isShared`: other servers may
 * listen on the same port.
 */
export const listen = async (
  host: string,
  port: number,
  tls: TlsFiles | undefined,
  handleRequest: (exchange: Exchange) => void,
  options: ListenerOptions,
  isShared = false,
): Promise<Listener> => {
  if (tls !== undefined) assertTlsUsable(tls);
  if (!isShared) await assertPortFree(host, port);
  const app =
    tls === undefined
      ? uWS.App()
      : uWS.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile, ssl_ciphers: ciphersOfTls12 });
  const state: ListenerState = {
    ...options,
    turns: new ArrivalTurns(),
    openExchanges: 0,
    connections: 0,
    refusedConnections: 0,
    isDraining: false,
  };
  app.filter((response, change) => countConnection(state, response, Math.sign(Number(change))));
  app.any('/*', (response, request) => handleRequest(new UwsExchange(response, readHead(request), state)));
  return openPort(app, state, host, port);
};

const refusePlainHttp = (exchange: Exchange): void => {
  assignCorrelationId(exchange);
  exchange.send(httpsOnlyPage);
};

/** Opens the port of the API, and PLAIN_PORT where it is set. If one cannot be opened, none stays open. */
export const listenAll = async (
  config: Config,
  handleRequest: (exchange: Exchange) => void,
  limits: ListenerLimits,
): Promise<readonly [Listener, ...Listener[]]> => {
  const { host, port, sharePort, tlsCertFile, tlsKeyFile, plainPort } = config;
  const tls = tlsCertFile === '' ? undefined : { certFile: tlsCertFile, keyFile: tlsKeyFile };
  if (plainPort !== 0 && !sharePort) await assertPortFree(host, plainPort, 'PLAIN_PORT');
  const options = { ...limits, commonHeaders: commonHeaders(config) };
  const apiListener = await listen(host, port, tls, handleRequest, options, sharePort);
  if (plainPort === 0) return [apiListener];
  try {
    const plainOptions = { ...limits, commonHeaders: plainHeaders };
    return [apiListener, await listen(host, plainPort, undefined, refusePlainHttp, plainOptions, sharePort)];
  } catch (error) {
    apiListener.close();
    throw error;
  }
};
