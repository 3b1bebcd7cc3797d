import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { runLoad } from '../../bench/load/runLoad.js';
import { teardownProcess, test } from '../support/tap.js';

const received: string[] = [];
const server = createServer((request, response) => {
  void text(request).then(body => {
    received.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`.trimEnd());
    response.writeHead(request.url === '/busy' ? 503 : 200, { 'content-length': 5 });
    // The head and the body come in several parts.
    response.write('an');
    setImmediate(() => response.end('swe'));
  });
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const plan = { address, headers: { authorization: 'a' }, connections: 4, seconds: 0.2 };
teardownProcess(() => server.close());

test('sends each request once, with its version and a unique text', async t => {
  received.length = 0;
  const found = await runLoad({
    ...plan,
    once: true,
    requests: [
      { method: 'GET', path: '/one' },
      { method: 'POST', path: '/two', version: 7, body: '@version@', headers: { authorization: 'b' } },
      { method: 'POST', path: '/busy', body: '@unique@' },
    ],
  });
  t.match(found, { requests: 3, failures: 1, refused: 1, unsent: 0 });
  t.match(received.toSorted(), ['GET /one a', /^POST \/busy a \w+x1$/, 'POST /two b 7']);
});

test('repeats an update with the version that it has by then, one at a time', async t => {
  received.length = 0;
  const found = await runLoad({ ...plan, requests: [{ method: 'POST', path: '/', version: 3, body: '@version@' }] });
  t.match(found, { requests: received.length, failures: 0 });
  t.ok(found.p50Ms > 0 && found.p50Ms <= found.p99Ms && found.p99Ms <= found.maxMs);
  t.same(
    received,
    Array.from(received, (_, at) => `POST / a ${3 + at}`),
  );
});

test('begins requests at a rate, and counts those without a free connection', async t => {
  received.length = 0;
  const requests = [{ method: 'POST', path: '/', version: 1, body: '@version@' }] as const;
  const { requests: sent, unsent, failures } = await runLoad({ ...plan, perSecond: 20_000, requests });
  t.match([sent, failures], [received.length, 0]);
  t.ok(sent > 0 && unsent > sent);
});

test('sends the kinds of a mix by their shares, and tells the times of each', async t => {
  received.length = 0;
  const found = await runLoad({
    ...plan,
    mix: { read: 6, write: 3, busy: 1 },
    requests: [
      { kind: 'read', method: 'GET', path: '/a' },
      { kind: 'read', method: 'GET', path: '/b' },
      { kind: 'write', method: 'POST', path: '/c', body: '@unique@' },
      { kind: 'busy', method: 'GET', path: '/busy', once: true },
    ],
  });
  const counted = (path: string): number => received.filter(each => each.split(' ')[1] === path).length;
  const [a, b, c] = [counted('/a'), counted('/b'), counted('/c')];
  t.ok(Math.abs(a - b) <= 1 && Math.abs(a + b - 2 * c) <= 3, `${a}, ${b} and ${c}`);
  t.match(
    found.kinds?.toSorted((one, other) => one.kind.localeCompare(other.kind)),
    [
      { kind: 'busy', requests: 1, failures: 1 },
      { kind: 'read', requests: a + b, failures: 0 },
      { kind: 'write', requests: c, failures: 0 },
    ],
  );
});

test('sends the steps of a chain one after the other, with members of earlier responses', async t => {
  const chained: string[] = [];
  const answers = createServer((request, response) => {
    void text(request).then(body => {
      chained.push(`${request.url} ${request.headers.authorization} ${body}`);
      response.end(JSON.stringify({ id: `id${chained.length}`, version: 7 }));
    });
  });
  await new Promise<void>(resolve => answers.listen(0, '127.0.0.1', resolve));
  teardownProcess(() => answers.close());
  const found = await runLoad({
    ...plan,
    address: `http://127.0.0.1:${(answers.address() as AddressInfo).port}`,
    connections: 1,
    chain: true,
    requests: [
      { method: 'POST', path: '/carts', body: '{}', kind: 'created', saveAs: 'cart' },
      {
        method: 'POST',
        path: '/carts/@cart.id@',
        body: '@cart.version@',
        kind: 'changed',
        headers: { authorization: '@cart.id@' },
      },
    ],
  });
  t.match(found, { requests: chained.length / 2, failures: 0 });
  t.same(
    found.kinds!.map(({ kind, requests }) => [kind, requests]),
    ['created', 'changed'].map(kind => [kind, found.requests]),
  );
  t.same(chained.slice(0, 4), ['/carts a {}', '/carts/id1 id1 7', '/carts a {}', '/carts/id3 id3 7']);
});
