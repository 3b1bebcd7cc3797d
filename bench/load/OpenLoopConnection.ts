import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

type Answered = (status: number, ms: number) => void;

const end = Buffer.from('\r\n\r\n');

/** A connection with at most one request in progress; reads only the necessary part of a response. */
export class OpenLoopConnection {
  /** Whether the server closed the connection, as it does after some idle seconds. */
  isClosed = false;
  #sentMs = 0;
  #left = -1;
  #status = 0;
  #pending: Buffer | undefined;
  #answered: Answered = () => undefined;
  readonly #socket: Socket;

  /** `isFree` is called when the connection can send a request: once connected, and after each response. */
  constructor(
    address: string,
    private readonly isFree: (line: OpenLoopConnection) => void,
  ) {
    const { hostname, port } = new URL(address);
    this.#socket = connect(Number(port), hostname, () => isFree(this)).setNoDelay(true);
    this.#socket.on('data', chunk => this.#take(chunk));
    // The request in progress is reported as unanswered.
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.isClosed = true;
    });
  }

  send(bytes: string, answered: Answered): void {
    this.#answered = answered;
    this.#sentMs = performance.now();
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#left >= 0) this.#left -= chunk.length;
    else if (!this.#takeHead(chunk)) return;
    if (this.#left > 0) return;
    this.#left = -1;
    this.#answered(this.#status, performance.now() - this.#sentMs);
    this.isFree(this);
  }

  /** Whether the head is complete. */
  #takeHead(chunk: Buffer): boolean {
    const all = this.#pending === undefined ? chunk : Buffer.concat([this.#pending, chunk]);
    const headEnd = all.indexOf(end);
    this.#pending = headEnd < 0 ? all : undefined;
    if (headEnd < 0) return false;
    const head = all.toString('latin1', 0, headEnd);
    this.#status = Number(head.slice(9, 12));
    this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (all.length - headEnd - end.length);
    return true;
  }
}
