/** Requests that are refused before they are routed. */
import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const project = await quayside.project();
const token = await quayside.token(project);
const http = quayside.http.as(token);
const states = `/${project.projectKey}/states`;
const head = `GET ${states} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;

test('limits URL and headers to about 15 KB (LIM001)', async t => {
  t.equal((await http.send('GET', states, { headers: { 'x-long': 'a'.repeat(13_000) } })).status, 200);
  const long = await http.send('GET', states, { headers: { 'x-long': 'a'.repeat(16_000) } });
  t.equal(long.status, 431);
  assertError(t, long.json, 'RequestHeadersTooLarge', { message: /are \d+ bytes long; at most 15360 are allowed/ });
  const query = await http.send('GET', `${states}?where=${'a'.repeat(16_000)}`);
  t.equal(query.status, 431);
  t.equal((await http.send('GET', states)).status, 200, 'the server goes on');
});

test('refuses a body on a method that takes none (LIM002)', async t => {
  for (const [method, path] of [
    ['GET', states],
    ['DELETE', `${states}/some-id?version=1`],
  ] as const) {
    const { status, json } = await http.send(method, path, { body: { version: 1 } });
    t.equal(status, 400);
    assertError(t, json, 'InvalidInput', { message: new RegExp(`${method} request .* takes no body`) });
  }
  const chunked = await quayside.http.raw(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
  t.match(chunked, /^HTTP\/1\.1 400 .*takes no body/s);
  t.equal((await http.send('GET', states, { headers: { 'content-length': '0' } })).status, 200);
});

test('refuses an Upgrade header (LIM003)', async t => {
  const answer = await quayside.http.raw(
    `${head}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
      'Sec-WebSocket-Version: 13\r\n\r\n',
  );
  t.match(answer, /^HTTP\/1\.1 400 .*"code":"InvalidInput".*Upgrade/s);
});

test('refuses an unknown HTTP version (LIM004)', async t => {
  t.match(await quayside.http.raw(`GET ${states} HTTP/9.9\r\nHost: localhost\r\n\r\n`), /^HTTP\/1\.1 505 /);
  t.equal((await http.send('GET', states)).status, 200, 'the server goes on');
});

test('refuses ambiguous headers', async t => {
  for (const twice of ['Authorization: Bearer other', 'Host: elsewhere'])
    t.match(await quayside.http.raw(`${head}${twice}\r\n\r\n`), /^HTTP\/1\.1 400 /, twice);
  const smuggled = await quayside.http.raw(
    `POST ${states} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\nhello`,
  );
  t.match(smuggled, /^HTTP\/1\.1 400 /);
  for (const [method, path] of [
    ['HEAD', '/healthz'],
    ['GET', '/healthz'],
    ['POST', states],
  ])
    for (const headers of [
      'Content-Length:\r\nContent-Length: 5',
      'Transfer-Encoding:\r\nTransfer-Encoding: chunked',
      'Content-Length: 0\r\nContent-Length: 5',
      'Content-Length:',
    ]) {
      const answer = await quayside.http.raw(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`,
        500,
        'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
      );
      t.match(answer, /^HTTP\/1\.1 400 .*Connection: close/s, `${method} ${headers}`);
      t.notMatch(answer, /HTTP\/1\.1 200/, 'a later request on the connection is not served');
    }
});

test('closes a connection that does not speak HTTP, and serves the others', async t => {
  for (const junk of ['\r\n\r\n\r\n', 'hello\r\n\r\n', '\0\x01\x02\r\n\r\n', `GET ${states}\r\n\r\n`])
    await quayside.http.raw(junk, 100, '', 100);
  t.equal((await http.send('GET', states)).status, 200);
});
