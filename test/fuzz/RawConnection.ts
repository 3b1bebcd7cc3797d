/** A connection that sends raw bytes and reads one response. */
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  readonly ms: number;
}

export interface RawConnection {
  /** Returns `ended` if the connection closed without a response, and `silent` after the timeout. */
  send(method: string, bytes: Buffer, timeoutMs: number): Promise<RawResponse | 'ended' | 'silent'>;
  close(): void;
}

const end = Buffer.from('\r\n\r\n');
const continueResponse = /^HTTP\/1\.1 100 [^\r]*\r\n\r\n/;

/** Parses a complete response; skips `100 Continue`, and returns undefined while bytes are missing. */
const parseResponse = (received: Buffer, method: string): Omit<RawResponse, 'ms'> | undefined => {
  const before = continueResponse.exec(received.toString('latin1', 0, 100))?.[0].length ?? 0;
  if (before > 0) return parseResponse(received.subarray(before), method);
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
        const answer = parseResponse(received, method);
        if (answer !== undefined) settle({ ...answer, ms: performance.now() - startMs });
      });
      // A reused connection may close before the request arrives; then a new connection repeats the request.
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
