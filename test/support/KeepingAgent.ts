/** Connections of a test to a server. */
import { Agent, type ClientRequest, type IncomingMessage, request, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';

/** The server closes an idle connection after eight seconds at the earliest. */
const serverIdleMs = 8_000;

/**
 * Uses a connection again only where the server cannot have closed it. The server counts from its response, which may
 * lie unread for seconds while the thread or the machine is busy; that response came after its request was sent. So a
 * connection is kept for half of the time of the server, if its request was sent in the other half.
 */
export class KeepingAgent extends Agent {
  readonly #halfMs: number;
  readonly #sentMs = new WeakMap<Duplex, number>();
  readonly #keptMs = new WeakMap<Duplex, number>();

  constructor(idleMs = serverIdleMs) {
    super({ keepAlive: true, timeout: idleMs / 2 });
    this.#halfMs = idleMs / 2;
  }

  /** Opens or reuses a connection for a request that is sent at once. */
  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    this.#closeIdle();
    const sentMs = performance.now();
    return request({ ...options, agent: this }, onResponse).once('socket', socket => this.#sentMs.set(socket, sentMs));
  }

  /** Node keeps the connection where this returns true. */
  override keepSocketAlive(socket: Duplex): boolean {
    const nowMs = performance.now();
    this.#keptMs.set(socket, nowMs);
    return nowMs - this.#sentMs.get(socket)! < this.#halfMs && Boolean(super.keepSocketAlive(socket));
  }

  /** The timer of the agent does not run while a test blocks the thread. The longest kept connections come first. */
  #closeIdle(): void {
    const nowMs = performance.now();
    for (const sockets of Object.values(this.freeSockets))
      for (const socket of sockets ?? []) {
        if (nowMs - this.#keptMs.get(socket)! < this.#halfMs) break;
        socket.destroy();
      }
  }
}
