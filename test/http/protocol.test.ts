/** HTTP/1.1 on the wire. The rows hold for the build that this system loads; Debian 12 loads the older one. */
import { pino } from 'pino';
import { test } from '../support/tap.js';
import { newestFailure } from '../../src/http/listener/library.js';
import { stateDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { startService } from '../../src/server/main.js';
import { testConfig } from '../support/testConfig.js';
import { waitUntil } from '../support/waitUntil.js';
import { chunked, converse, hidden, inChunks, post, protocolTables, response } from './protocolRows.js';

const quayside = await startQuayside();
const project = await quayside.project();
const token = await quayside.token(project);
const path = `/${project.projectKey}/states`;
const http = quayside.http.as(token);
const server = { address: quayside.address, http: quayside.http, projectKey: project.projectKey, token };

for (const [title, rows] of protocolTables)
  test(title, async t => {
    for (const [name, segments, newest, older = newest] of rows) {
      const expected = newestFailure === undefined ? newest : older;
      const { outcome, received } = await converse(server, [segments].flat(), expected);
      t.equal(outcome, expected, `${name}: ${received.slice(0, 300)}`);
    }
  });

test('names the transfer coding that it refuses', async t => {
  const { received } = await converse(
    server,
    [post('Transfer-Encoding: GZIP, chunked\r\n', inChunks('abc'))],
    '400 closed',
  );
  const message = "The header Transfer-Encoding is 'gzip, chunked'; expected chunked or none.";
  matchWhole(t, JSON.parse(received.split('\r\n\r\n')[1]!), {
    statusCode: 400,
    message,
    errors: [{ code: 'InvalidInput', message }],
  });
});

test('closes the connection behind the whole response to a body in chunks', async t => {
  const body = stateDraft({ name: { en: 'é'.repeat(60_000), de: 'x'.repeat(60_000) } });
  const created = await http.send('POST', path, { body, headers: { 'transfer-encoding': 'chunked' } });
  t.strictSame([created.status, created.headers.connection], [201, 'close']);
  t.strictSame(created.json, (await http.send('GET', `${path}/key=${body.key}`)).json);
  const { outcome, received } = await converse(
    server,
    [post(chunked, inChunks(JSON.stringify(stateDraft({ name: { en: 'x'.repeat(60_000) } })))), response, hidden],
    '201 open',
  );
  t.equal(outcome, '201 open', 'the library reads nothing behind the response');
  t.match(received.slice(0, 1_000), /^Connection: close\r$/m);
});

test('runs no request that arrives before the response to the one before it', async t => {
  const [first, second] = [stateDraft(), stateDraft()];
  const create = (body: string): string => post(`Content-Length: ${Buffer.byteLength(body)}\r\n`, body);
  await converse(server, [create(JSON.stringify(first)) + create(JSON.stringify(second))], 'closed');
  const find = async (key: string): Promise<number> => (await http.send('GET', `${path}/key=${key}`)).status;
  await waitUntil(async () => (await find(first.key)) === 200);
  t.equal(await find(second.key), 404);
});

test('warns once at the start if the older build is used, and explains the consequences', async t => {
  const lines: { msg: string; level: number }[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as { msg: string; level: number });
  const service = await startService(testConfig(), pino({ level: 'warn' }, { write }));
  await service.stop();
  const warnings = lines.filter(({ msg }) => msg.includes('uWebSockets.js')).map(({ level, msg }) => [level, msg]);
  const warning =
    /^this system cannot load the newest build of uWebSockets\.js \(.+\); with the older one a request line that arrives in two TCP segments gets a 505, which meets URLs of more than about 1\.4 KB over a network: use a system with glibc 2\.38, such as Debian 13, or a proxy \(docs\/operations\.md\)$/;
  t.match(warnings, newestFailure === undefined ? [] : [[40, warning]]);
  t.equal(warnings.length, newestFailure === undefined ? 0 : 1);
});
