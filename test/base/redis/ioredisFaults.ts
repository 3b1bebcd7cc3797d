/**
 * The faults of ioredis and BullMQ for whose sake src/base/redis replaces something, each as a function that resolves
 * to true while the library has the fault. They run in a thread that loads nothing of src, which would mend them.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Worker } from 'bullmq';
import { Cluster, Command, Redis } from 'ioredis';

/** Returns the words of each command that a client has sent in one piece. */
const commandsIn = (text: string): string[][] =>
  text
    .split(/\*\d+\r\n/)
    .slice(1)
    .map(command => command.split('\r\n').filter((_, line) => line % 2 === 1));

type Reply = (words: readonly string[], socket: Socket) => string | undefined;

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Answers what a client asks by itself on a new connection, as the only master of a cluster. */
const replyToClient = (port: number, [name = '', topic = '']: readonly string[]): string | undefined => {
  if (name === 'info') return bulk('redis_version:7.0.15\r\nloading:0\r\n');
  if (name === 'cluster' && topic.toLowerCase() === 'info') return bulk('cluster_state:ok\r\n');
  if (name === 'cluster') return `*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n${bulk('127.0.0.1')}:${port}\r\n`;
  return name === 'client' || name === 'readonly' ? '+OK\r\n' : undefined;
};

/** Starts a server that answers with `reply`, which returns undefined for no answer; returns its port. */
const startServer = async (reply: Reply): Promise<number> => {
  const server = createServer(socket => {
    const { port } = server.address() as AddressInfo;
    socket.on('error', () => undefined);
    socket.on('data', data => {
      for (const words of commandsIn(data.toString('latin1'))) {
        const [name = '', ...args] = words;
        const command = [name.toLowerCase(), ...args];
        const answer = replyToClient(port, command) ?? reply(command, socket);
        if (answer !== undefined) socket.write(answer);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** A port that refuses connections. */
const closedPort = 1;

const ignoreErrors = <Client extends Redis | Cluster>(client: Client): Client => {
  client.on('error', () => undefined);
  return client;
};

const clusterAt = (port: number, options = {}): Cluster =>
  ignoreErrors(new Cluster([{ host: '127.0.0.1', port }], options));

const messageOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

/** `port` is that of a Redis. */
export const faults: Readonly<Record<string, (port: number) => Promise<boolean>>> = {
  'a lost ASKING is an unhandled rejection': async () => {
    const importing = await startServer(([name], socket) => {
      if (name === 'asking') socket.destroy();
      return undefined;
    });
    const migrating = await startServer(() => `-ASK 1 127.0.0.1:${importing}\r\n`);
    let isUnhandled = false;
    process.on('unhandledRejection', () => {
      isUnhandled = true;
    });
    await messageOf(clusterAt(migrating, { maxRedirections: 2 }).get('key'));
    await setImmediate();
    return isUnhandled;
  },
  'each command is a write of its own': async port => {
    const client = new Redis(port);
    await client.ping();
    const { stream } = client;
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    let writes = 0;
    Reflect.set(stream, 'write', (...args: unknown[]) => {
      if (stream.writableCorked === 0) writes++;
      return write(...args);
    });
    await Promise.all(Array.from({ length: 10 }, () => client.ping()));
    return writes === 10;
  },
  'a command times out although its answer has arrived': async port => {
    const client = new Redis(port);
    await client.ping();
    client.options.commandTimeout = 100;
    const sent = messageOf(client.ping());
    await setImmediate();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return (await sent) === 'Command timed out';
  },
  'an error has the arguments of its command': async port => {
    const error: unknown = await new Redis(port).call('auth', 'name', 'secret').catch((reason: unknown) => reason);
    return (error as { command: { args?: string[] } }).command.args?.includes('secret') ?? false;
  },
  'TRYAGAIN is repeated whatever the caller wants': async () => {
    let sent = 0;
    const port = await startServer(([name]) => {
      if (name === 'mget') sent++;
      return '-TRYAGAIN Multiple keys request during rehashing of slot\r\n';
    });
    await messageOf(clusterAt(port, { retryDelayOnTryAgain: 1 }).mget('{a}b', '{a}c'));
    return sent > 1;
  },
  'the copies of a client stay connected': async port => {
    const sockets: Socket[] = [];
    const relay = createServer(socket => {
      const redis = connect(port, '127.0.0.1');
      sockets.push(
        socket.on('error', () => undefined),
        redis.on('error', () => undefined),
      );
      socket.pipe(redis).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const client = ignoreErrors(new Redis((relay.address() as AddressInfo).port, { maxRetriesPerRequest: null }));
    const copies: Redis[] = [];
    const duplicate = client.duplicate.bind(client);
    client.duplicate = override => {
      const copy = duplicate(override);
      copies.push(ignoreErrors(copy));
      return copy;
    };
    const worker = new Worker('queue', async () => undefined, { connection: client });
    worker.on('error', () => undefined);
    await worker.waitUntilReady();
    // Redis is away from here on.
    relay.close();
    for (const socket of sockets) socket.destroy();
    await setTimeout(300);
    const closing = worker.close().catch(() => undefined);
    await Promise.race([closing, setTimeout(1_000)]);
    client.disconnect();
    await setTimeout(300);
    return copies.some(({ status }) => status !== 'end');
  },
  'each text is measured twice': async () => {
    const byteLength = Buffer.byteLength.bind(Buffer);
    let measured = 0;
    Buffer.byteLength = (...args: Parameters<typeof byteLength>) => {
      measured++;
      return byteLength(...args);
    };
    const texts = Array.from({ length: 30 }, (_, at) => `text ${at}`);
    new Command('evalsha', ['sha', 1, 'key', ...texts, Buffer.from('bytes')]).toWritable(new Redis(1).stream);
    Buffer.byteLength = byteLength;
    return measured >= 2 * texts.length;
  },
  'a command waits without end for a cluster': async () => {
    const cluster = clusterAt(closedPort, { clusterRetryStrategy: () => 10, redisOptions: { commandTimeout: 50 } });
    return (await Promise.race([cluster.get('key').catch(() => ''), setTimeout(1_000, 'waits')])) === 'waits';
  },
  'each command waits for a silent server': async () => {
    const port = await startServer(() => undefined);
    const client = ignoreErrors(new Redis(port, { commandTimeout: 200 }));
    await messageOf(client.get('key'));
    const startMs = performance.now();
    await messageOf(client.get('key'));
    return performance.now() - startMs >= 190;
  },
};

if (!isMainThread) {
  const { name, port } = workerData as { readonly name: string; readonly port: number };
  parentPort!.postMessage(await faults[name]!(port));
}
