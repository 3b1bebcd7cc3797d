import { connect, type Socket } from 'node:net';

/** Receives the status of a response, or 0 if the connection ended without one, and its body if requested. */
type Answered = (status: number, body: string) => void;

const headEnd = Buffer.from('\r\n\r\n');
/** One buffer for the reads of all connections; each read is processed before the next one begins. */
const readBuffer = Buffer.allocUnsafe(256 * 1_024);
const lengthHeader = /\r\ncontent-length: (\d+)/i;

/** A connection with at most one request in progress; of most responses it reads only the head and the length. */
export class Connection {
  #answered: Answered | undefined;
  /** Bytes of the body that are missing; -1 while the head is read. */
  #missing = -1;
  #status = 0;
  /** The beginning of a head that came in several parts. */
  #head: Buffer | undefined;
  /** The parts of the body, if it is requested. */
  #body: Buffer[] | undefined;
  #socket: Socket;

  private constructor(private readonly address: URL) {
    this.#socket = this.#open();
  }

  static open(address: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const opened = new Connection(address);
      opened.#socket.once('connect', () => resolve(opened)).once('error', reject);
    });
  }

  send(bytes: Buffer | string, answered: Answered, wantsBody = false): void {
    this.#answered = answered;
    this.#body = wantsBody ? [] : undefined;
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy();
  }

  #open(): Socket {
    const { hostname: host, port } = this.address;
    const read = (length: number, buffer: Uint8Array): boolean => {
      this.#read(buffer.subarray(0, length) as Buffer);
      return true;
    };
    const socket = connect({ host, port: Number(port), noDelay: true, onread: { buffer: readBuffer, callback: read } });
    socket.on('error', () => undefined);
    // The server closes connections that are idle for some seconds.
    socket.once('close', () => {
      this.#socket = this.#open();
      this.#end(0);
    });
    return socket;
  }

  #read(chunk: Buffer): void {
    if (this.#missing >= 0) {
      this.#missing -= chunk.length;
      this.#body?.push(Buffer.from(chunk));
    } else if (!this.#readHead(chunk)) return;
    if (this.#missing <= 0) this.#end(this.#status);
  }

  /** Returns true if the head is complete. */
  #readHead(chunk: Buffer): boolean {
    const bytes = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
    const end = bytes.indexOf(headEnd);
    if (end < 0) {
      this.#head = Buffer.from(bytes);
      return false;
    }
    const head = bytes.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    this.#missing = Number(lengthHeader.exec(head)?.[1] ?? 0) - (bytes.length - end - headEnd.length);
    this.#head = undefined;
    this.#body?.push(Buffer.from(bytes.subarray(end + headEnd.length)));
    return true;
  }

  #end(status: number): void {
    const [answered, body] = [this.#answered, this.#body];
    this.#answered = undefined;
    this.#body = undefined;
    this.#missing = -1;
    this.#head = undefined;
    answered?.(status, body === undefined ? '' : Buffer.concat(body).toString());
  }
}
