/** Clients that are still sending when they are refused can read the response, whatever they send and however. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { test } from '../support/tap.js';
import { limits } from '../../src/base/config/limits.js';
import { stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

const quayside = await startQuayside({ BODY_BYTES_MAX: '100000' });
const project = await quayside.project();
const token = await quayside.token(project);
const states = `/${project.projectKey}/states`;
const url = quayside.address + states;
const { hostname, port } = new URL(quayside.address);
const authorized = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

/** One chunk is larger than the buffers of both sockets. */
const chunk = Buffer.alloc(1024 * 1024, ' ');
const chunksPerBody = 8;
const long = Buffer.alloc(chunk.length * chunksPerBody, ' ');

/** The status, code and `Connection` header of a response. */
type Outcome = readonly [status: number, code: string, connection: string | undefined];

const outcomeOf = (status: number, text: string, connection: string | undefined): Outcome => [
  status,
  (JSON.parse(text) as { errors: { code: string }[] }).errors[0]!.code,
  connection,
];

const chunks = function* (): Generator<Buffer> {
  for (let count = 0; count < chunksPerBody; count++) yield chunk;
};

const withFetch = async (
  body: Buffer | ReadableStream,
  headers: Readonly<Record<string, string>> = authorized,
): Promise<Outcome> => {
  const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  return outcomeOf(response.status, await response.text(), response.headers.get('connection') ?? undefined);
};

/** Sends with the HTTP client of Node, which reads while it writes. */
const withNode = async (headers: OutgoingHttpHeaders, path = states): Promise<Outcome> => {
  const call = request({ hostname, port, path, method: 'POST', headers: { ...authorized, ...headers } });
  // Writing fails when the server closes the connection; the response was read before.
  call.on('error', () => undefined);
  const received = once(call, 'response') as Promise<[IncomingMessage]>;
  if (headers.expect !== undefined) {
    call.flushHeaders();
    await once(call, 'continue');
  }
  const closed = new Promise(resolve => call.once('close', resolve));
  for (const each of chunks())
    if (!call.destroyed && !call.write(each))
      await Promise.race([new Promise(resolve => call.once('drain', resolve)), closed]);
  call.end();
  const [response] = await received;
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return outcomeOf(response.statusCode!, text, response.headers.connection);
};

const length = { 'content-length': String(long.length) };
const anonymous = { authorization: '' };
const tooLarge: Outcome = [413, 'RequestBodyTooLarge', 'close'];

test('a client reads the refusal of a body that it is still sending (GEN021)', async t => {
  const stream = () => ReadableStream.from(chunks());
  for (const [name, outcome, expected] of [
    ['fetch, with a length', withFetch(long), tooLarge],
    ['fetch, in chunks', withFetch(stream()), tooLarge],
    ['a length', withNode(length), tooLarge],
    ['chunks', withNode({}), tooLarge],
    ['Expect with a length', withNode({ ...length, expect: '100-continue' }), tooLarge],
    ['Expect with chunks', withNode({ expect: '100-continue' }), tooLarge],
    ['Connection: close', withNode({ ...length, connection: 'close' }), tooLarge],
    ['no token, in chunks', withNode(anonymous), [401, 'invalid_token', 'close']],
    ['no token, with a length', withNode({ ...length, ...anonymous }), [401, 'invalid_token', undefined]],
    ['an unknown path in chunks', withNode({}, '/nowhere/x'), [404, 'ResourceNotFound', 'close']],
  ] as const)
    t.strictSame(await outcome, expected, name);
});

const run = promisify(execFile);
const isMissing = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => false,
    () => true,
  );

const pythonClient = `
import http.client, json, sys
host, path, token, chunks = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
chunk = b' ' * 1048576
headers = {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/json'}
connection = http.client.HTTPConnection(host)
for body in (chunk * chunks, (chunk for _ in range(chunks)), sys.argv[5].encode()):
    connection.request('POST', path, body, headers)
    response = connection.getresponse()
    print(response.status, response.getheader('connection'), json.loads(response.read()).get('message', ''))
`;

test('a client that reads nothing before it has sent everything gets its responses', {
  skip: (await isMissing('python3')) && 'python3 is not installed',
}, async t => {
  const args = [`${hostname}:${port}`, states, token, String(chunksPerBody), JSON.stringify(stateDraft())];
  const { stdout } = await run(...boundCommand('python3', ['-c', pythonClient, ...args]));
  t.strictSame(stdout.trimEnd().split('\n'), [
    `413 close The request body is larger than 100000 bytes: it has ${long.length}.`,
    '413 close The request body is larger than 100000 bytes.',
    '201 None',
  ]);
});

/** Sends a body without an end, and resolves to the received text and the sent bytes when the connection closes. */
const sendEndless = async (
  head: string,
  part: string | Buffer,
): Promise<readonly [received: string, bytes: number]> => {
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', data => (received += data.toString())).on('error', () => undefined);
  socket.write(`POST ${states} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\n${head}`);
  const closed = new Promise(resolve => socket.once('close', resolve));
  while (!socket.destroyed) {
    const next = socket.write(part) ? setTimeout(10) : new Promise(resolve => socket.once('drain', resolve));
    await Promise.race([next, closed]);
  }
  return [received, socket.bytesWritten];
};

const json = 'Content-Type: application/json\r\n';
const inChunks = `${json}Transfer-Encoding: chunked\r\n\r\n`;

test('limits the bytes and the time of reads after a refusal', async t => {
  t.intercept(limits, 'discardedBytesMax', { value: 8 * chunk.length });
  t.intercept(limits, 'discardTimeoutMs', { value: 500 });
  const withLength = `${json}Content-Length: 99999999999\r\n\r\n`;
  for (const [name, head, part] of [
    ['fast, with a length', withLength, chunk],
    ['fast, in chunks', inChunks, Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')])],
    ['slow, with a length', withLength, 'x'.repeat(20_000)],
    ['slow, in chunks', inChunks, `4e20\r\n${'x'.repeat(20_000)}\r\n`],
  ] as const) {
    const [received, bytes] = await sendEndless(head, part);
    t.match(received, /^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n[^]*\}\r\n$/, name);
    t.ok(bytes < 40 * chunk.length, `${name}: ${bytes}`);
  }
});

test('serves no request after a refused body', async t => {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n';
  const body = `${(200_000).toString(16)}\r\n${'x'.repeat(200_000)}\r\n`;
  for (const behind of [`0\r\n\r\n${hidden}`, `${hidden}0\r\n\r\n`, `3;a\r\nabc\r\n0\r\n\r\n${hidden}`]) {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', data => (received += data.toString())).on('error', () => undefined);
    socket.write(`POST ${states} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\n${inChunks}${body}`);
    await waitUntil(() => received.endsWith('}\r\n'));
    socket.write(behind);
    await once(socket, 'close');
    // The library itself refuses data that is no chunk.
    t.match(received.match(/HTTP\/1\.1 \d+/g)!.join(), /^HTTP\/1\.1 413(,HTTP\/1\.1 [45]\d\d)?$/, behind);
  }
});

test('a request with Connection: close gets that header in the response, others do not', async t => {
  for (const [connection, path, expected] of [
    ['close', '/healthz', 'close'],
    ['Close', states, 'close'],
    ['close, TE', states, 'close'],
    ['close', '/nowhere/x', 'close'],
    ['keep-alive', states, 'keep-alive'],
    ['TE', states, 'keep-alive'],
  ] as const) {
    const received = await quayside.http.raw(
      `GET ${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\nConnection: ${connection}\r\n\r\n`,
      50,
    );
    t.strictSame(received.match(/^connection: .*/gim) ?? [], expected === 'close' ? ['Connection: close'] : [], path);
  }
});

/** Sends requests by one agent, a number of them at a time, and counts the outcomes. */
const outcomesOf = async (
  agent: Agent,
  count: number,
  send: (at: number) => { readonly path: string; readonly method: string; readonly headers: OutgoingHttpHeaders },
): Promise<Readonly<Record<string, number>>> => {
  const outcomes: Record<string, number> = {};
  const sendOne = (at: number) =>
    new Promise<string>(resolve => {
      const call = request({ hostname, port, agent, ...send(at) }, response => {
        response.resume().on('end', () => resolve(String(response.statusCode)));
      });
      call.on('error', error => resolve(error.message)).end();
    });
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const outcome = await sendOne(next++);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 25 }, worker));
  return outcomes;
};

test('a pool of connections uses no closed one, whatever headers its requests have', async t => {
  const agent = new Agent({ keepAlive: true, maxSockets: 25, scheduling: 'fifo' });
  const wanted = ['close', undefined, 'Close', 'keep-alive', 'close, TE'];
  const outcomes = await outcomesOf(agent, 1_500, at => {
    const connection = wanted[at % wanted.length];
    const headers = { authorization: `Bearer ${token}`, ...(connection !== undefined && { connection }) };
    return { method: 'GET', path: at % 3 === 0 ? '/healthz' : `${states}?limit=1`, headers };
  });
  t.strictSame(outcomes, { 200: 1_500 });
  agent.destroy();
});

test('curl reads the refusal of a body that is too long, and uses a connection again where it may', {
  skip: (await isMissing('curl')) && 'curl is not installed',
}, async t => {
  const file = join(t.testdir(), 'long');
  await writeFile(file, long);
  const page = `${url}?limit=1`;
  const common = [
    '-s',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code} %{num_connects}\n',
    '-H',
    `Authorization: Bearer ${token}`,
  ];
  const posted = [...common, '-H', 'Content-Type: application/json', '--data-binary', `@${file}`];
  const close = ['-H', 'Connection: close'];
  const requests = [
    [...posted, url],
    [...posted, '-H', 'Expect:', url],
    [...posted, '-H', 'Expect:', '-H', 'Transfer-Encoding: chunked', url],
    [...common, page],
    [...common, page],
    [...common, ...close, page],
    [...common, ...close, page],
  ];
  const { stdout } = await run(
    ...boundCommand(
      'curl',
      requests.flatMap((each, at) => (at === 0 ? each : ['--next', ...each])),
    ),
  );
  // A connection ends after each refusal, and after a request that asks for it.
  t.strictSame(stdout.trimEnd().split('\n'), ['413 1', '413 1', '413 1', '200 1', '200 0', '200 0', '200 1']);
});
