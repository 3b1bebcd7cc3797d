/**
 * nginx of Debian in front of the server, with ops/nginx/quayside.conf: requests of clients that the library does not
 * read.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { test } from '../support/tap.js';
import { packageFile } from '../../src/base/config/packageFile.js';
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';
import { smuggledRequests } from '../fuzz/smuggledRequests.js';
import { newKey, stateDraft } from '../support/drafts.js';
import { createHttp } from '../support/http.js';
import { startQuayside } from '../support/quayside.js';
import { startNginx, withoutNginx } from '../support/startNginx.js';
import { t as root } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';

const host = 'api.example.com';
const serverPort = await findFreePort();
/** A second server can take over; a stopping server makes nginx close its connections before it closes them itself. */
const settings = {
  PORT: String(serverPort),
  SHARE_PORT: 'true',
  DRAIN_MS: '1500',
  BEHIND_TLS_PROXY: 'nginx',
  API_HOSTS: host,
};
const quayside = await startQuayside(settings);
const project = await quayside.project();
const token = await quayside.token(project);
const states = `/${project.projectKey}/states`;
const nginx = withoutNginx === false ? await startNginx(serverPort) : { port: 0, plainPort: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
root.teardown(() => agent.destroy());

type Answer = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string };

const send = (method: string, path: string, body = '', more: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      host,
      authorization: `Bearer ${token}`,
      ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...more,
    };
    const to = { agent, host: '127.0.0.1', port: nginx.port, servername: host, rejectUnauthorized: false };
    const call = request({ ...to, method, path, headers }, response => {
      void text(response).then(
        received => resolve({ status: response.statusCode!, headers: response.headers, body: received }),
        reject,
      );
    });
    call.on('error', reject).end(body);
  });

/** Sends segments, and returns the received statuses when `isDone` is true or the connection closed. */
const sendRaw = async (segments: readonly string[], isDone: (statuses: number) => boolean): Promise<string[]> => {
  const socket = connect({ host: '127.0.0.1', port: nginx.port, servername: host, rejectUnauthorized: false });
  let received = '';
  let isClosed = false;
  socket.on('data', chunk => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => undefined).on('close', () => (isClosed = true));
  await new Promise(resolve => socket.once('secureConnect', resolve));
  const statuses = (): string[] => Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), match => match[1]!);
  for (const segment of segments) {
    socket.write(segment, 'latin1');
    // nginx reads the connections in the order of arrival.
    await send('GET', '/healthz');
  }
  await waitUntil(() => isClosed || isDone(statuses().length));
  await send('GET', '/healthz');
  socket.destroy();
  return statuses();
};

const untilClosed = (): boolean => false;
const authorized = `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n`;
const last = 'Connection: close\r\n';
const get = (headers = '', path = states): string => `GET ${path} HTTP/1.1\r\n${authorized}${headers}\r\n`;
const hidden = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
const postInChunks = (body: string, headers = authorized): string =>
  `POST ${states} HTTP/1.1\r\n${headers}${last}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n` +
  `\r\n${body}`;
const chunk = (data: string, extension = ''): string => `${data.length.toString(16)}${extension}\r\n${data}\r\n`;
const draft = (): string => JSON.stringify(stateDraft());
const longPath = `${states}?where=${encodeURIComponent(`key="${'k'.repeat(6_000)}"`)}`;
const halves = (message: string): readonly string[] => [message.slice(0, 1_400), message.slice(1_400)];
/** As in protocol.test.ts, the library would see the end of the body before the request in it. */
const smuggling =
  chunk('abc', ';a') + chunk(`${'x'.repeat(0x3ba - 'abc\r\n000\r\n'.length)}\r\n0\r\n\r\n${hidden}`) + chunk('');

test('serves through nginx what the HTTP library does not read', { skip: withoutNginx }, async t => {
  for (const [name, segments, statuses] of [
    ['HTTP/1.0 without Host', ['GET /healthz HTTP/1.0\r\n\r\n'], ['200']],
    ['HTTP/1.0', [`GET ${states} HTTP/1.0\r\n${authorized}\r\n`], ['200']],
    ['requests at once', [get() + get() + get(last)], ['200', '200', '200']],
    ['an absolute target', [get(last, `https://${host}${states}`).replace(/Host: .*\r/, 'Host: other\r')], ['200']],
    ['a body in chunks', [postInChunks(chunk(draft()) + chunk(''))], ['201']],
    ['extensions', [postInChunks(chunk(draft(), ';a=1;x="y"') + chunk('', ';z'))], ['201']],
    ['a trailer', [postInChunks(`${chunk(draft())}0\r\nX: y\r\n\r\n`)], ['201']],
    ['a request in an extension', [postInChunks(smuggling)], ['400']],
    ['a refused request with another in an extension', [postInChunks(smuggling, `Host: ${host}\r\n`)], ['401']],
    ['a long URL in two segments', halves(get(last, longPath)), ['200']],
    ['headers in two segments', halves(get(`X: ${'x'.repeat(2_000)}\r\n${last}`)), ['200']],
    ['a header without a name', [get(`: 1\r\nContent-Length: ${hidden.length}\r\n`) + hidden], ['400']],
    ['names that the older build drops', [get(`X_Y: 1\r\n${last}`)], ['200']],
    ['200 headers', [get(`${Array.from({ length: 200 }, (_, at) => `X${at}: 1\r\n`).join('')}${last}`)], ['200']],
  ] as const)
    t.strictSame(await sendRaw(segments, untilClosed), statuses, name);
});

test('nginx passes on each header that the server reads', { skip: withoutNginx }, async t => {
  const read = readFileSync(packageFile('src/http/listener/readHead.ts'), 'utf8').matchAll(/case '([a-z-]+)':/g);
  // nginx makes those of the connection and of the body by itself, and never asks for another protocol.
  const own = ['content-length', 'transfer-encoding', 'upgrade'];
  const expected = Array.from(read, match => match[1]!).filter(name => !own.includes(name));
  const configuration = readFileSync(packageFile('ops/nginx/quayside.conf'), 'utf8');
  const set = Array.from(configuration.matchAll(/proxy_set_header ([\w-]+) /g), match => match[1]!.toLowerCase());
  t.strictSame(set.toSorted(), expected.toSorted());
});

test('no request hidden in another arrives through nginx, and each response belongs to its request', {
  skip: withoutNginx,
}, async t => {
  for (const { name, text: message, later, responsesMax } of smuggledRequests) {
    // nginx accepts them as line ends, as RFC 9112 (section 2.2) allows, and sees two requests.
    if (name === 'bare line feeds') continue;
    const segments = later === undefined ? [message] : [message, later];
    const statuses = await sendRaw(segments, count => count > 0);
    t.ok(statuses.length <= responsesMax, `${name}: ${statuses.join(' ')}`);
  }
  const ids = Array.from({ length: 40 }, () => newKey('correlation'));
  const answers = await Promise.all(ids.map(id => send('GET', states, '', { 'x-correlation-id': id })));
  t.strictSame(
    answers.map(({ status, headers }) => [status, headers['x-correlation-id']]),
    ids.map(id => [200, id]),
  );
});

test('passes on requests within the limits of the server, and its own refusals (GEN021)', {
  skip: withoutNginx,
}, async t => {
  const bytesMax = 16 * 1024 ** 2;
  const created = await send('POST', states, draft().padEnd(bytesMax));
  t.equal(created.status, 201);
  const refused = await send('POST', states, draft().padEnd(bytesMax + 1));
  const code = ({ body }: Answer): unknown => (JSON.parse(body) as { errors: { code: string }[] }).errors[0]!.code;
  t.strictSame([refused.status, code(refused)], [413, 'RequestBodyTooLarge']);
  const long = await send('GET', states, '', { accept: 'a'.repeat(8_000), 'user-agent': 'b'.repeat(8_000) });
  t.strictSame([long.status, code(long)], [431, 'RequestHeadersTooLarge']);
});

test('tells the server the protocol of the client, whatever the client says (GEN018)', {
  skip: withoutNginx,
}, async t => {
  t.equal((await send('GET', '/healthz', '', { 'x-forwarded-proto': 'http' })).status, 200);
  const plain = createHttp(`http://127.0.0.1:${nginx.plainPort}`);
  const { status, headers } = await plain.send('GET', '/healthz', { headers: { 'x-forwarded-proto': 'https' } });
  plain.close();
  t.strictSame([status, headers['content-type']], [404, 'text/html; charset=utf-8']);
});

test('nginx loses no request while a second server takes over and the first stops', { skip: withoutNginx }, async t => {
  const second = await startQuayside(settings);
  let isOver = false;
  const statuses = new Map<number, number>();
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { status } = await send('POST', states, draft());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const served = (): number => statuses.get(201) ?? 0;
  await waitUntil(() => served() > 20);
  await quayside.stop();
  const before = served();
  await waitUntil(() => served() > before + 20);
  isOver = true;
  await Promise.all(clients);
  t.strictSame([...statuses.keys()], [201]);
  await second.stop();
});
