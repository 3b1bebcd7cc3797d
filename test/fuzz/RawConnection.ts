/** One connection that sends bytes as they are and reads one answer. */
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  readonly ms: number;
}

export interface RawConnection {
  /** Undefined where the connection ended without an answer, or stayed silent until the time was over. */
  send(method: string, bytes: Buffer, timeoutMs: number): Promise<RawResponse | 'ended' | 'silent'>;
  close(): void;
}

const end = Buffer.from('\r\n\r\n');

const goOn = /^HTTP\/1\.1 100 [^\r]*\r\n\r\n/;

/** The answer once it is whole; that the body may come is none. */
const answerIn = (received: Buffer, method: string): Omit<RawResponse, 'ms'> | undefined => {
  const before = goOn.exec(received.toString('latin1', 0, 100))?.[0].length ?? 0;
  if (before > 0) return answerIn(received.subarray(before), method);
  const at = received.indexOf(end);
  if (at < 0) return undefined;
  const head = received.toString('latin1', 0, at);
  const length = method === 'HEAD' ? 0 : Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (received.length < at + end.length + length) return undefined;
  return {
    status: Number(head.slice(9, 12)),
    head,
    body: received.toString('utf8', at + end.length, at + end.length + length),
  };
};

export const createRawConnection = (address: string): RawConnection => {
  const { hostname, port } = new URL(address);
  let socket: Socket | undefined;
  const open = (): Socket => {
    const made = connect(Number(port), hostname).setNoDelay(true);
    made.on('error', () => undefined);
    return made;
  };
  const drop = (): void => {
    socket?.destroy();
    socket = undefined;
  };
  const send: RawConnection['send'] = (method, bytes, timeoutMs) =>
    new Promise(resolve => {
      const isFresh = socket === undefined || socket.destroyed;
      const used = isFresh ? (socket = open()) : socket!;
      let received: Buffer = Buffer.alloc(0);
      const startMs = performance.now();
      const settle = (result: RawResponse | 'ended' | 'silent'): void => {
        clearTimeout(timer);
        used.removeAllListeners('data').removeAllListeners('close');
        if (
          typeof result === 'string' ||
          /^connection: close/im.test(result.head) ||
          [400, 413, 431, 505].includes(result.status)
        )
          drop();
        resolve(result);
      };
      const timer = setTimeout(() => settle('silent'), timeoutMs);
      used.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        const answer = answerIn(received, method);
        if (answer !== undefined) settle({ ...answer, ms: performance.now() - startMs });
      });
      // A kept connection may end before the request was sent: that says nothing.
      used.on('close', () => {
        if (isFresh || received.length > 0) return settle('ended');
        clearTimeout(timer);
        drop();
        resolve(send(method, bytes, timeoutMs));
      });
      used.write(bytes);
    });
  return { send, close: drop };
};
