/** Names that lead to private addresses, immediately or later, in every notation, and redirects to them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../../src/base/config/readConfig.js';
import type { ResolveName } from '../../../src/base/net/DestinationPolicy.js';
import { HttpOutbound } from '../../../src/base/net/HttpOutbound.js';
import { type Test, t as root, test } from '../../support/tap.js';

/** Two addresses of this machine: the second one stands for a public address, since PRIVATE_DESTINATIONS lists it. */
const [privateAddress, allowedAddress] = ['127.0.0.1', '127.0.0.2'];

let redirect: readonly [status: number, location: string] | undefined;
const reached: string[] = [];
const server = createServer((request, response) => {
  reached.push(request.socket.localAddress!);
  // Every call opens a new connection, and so looks the name up again.
  response.setHeader('connection', 'close');
  if (redirect !== undefined) response.writeHead(redirect[0], { location: redirect[1] });
  response.end('{}');
});
await new Promise<void>(resolve => {
  server.listen(0, '::', resolve);
});
root.teardown(() => server.close());
const { port } = server.address() as AddressInfo;

/** Calls `host`; the fake DNS returns one list of addresses after the other, and repeats the last one. */
const outboundWith = (t: Test, ...answers: readonly (readonly string[])[]) => {
  reached.length = 0;
  redirect = undefined;
  const asked: string[] = [];
  const resolveName: ResolveName = (hostname, _options, callback) => {
    const addresses = answers[Math.min(asked.push(hostname), answers.length) - 1]!;
    setImmediate(() =>
      callback(
        null,
        addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
  };
  const config = readConfig({ PRIVATE_DESTINATIONS: allowedAddress });
  const outbound = new HttpOutbound(config, undefined, answers.length === 0 ? undefined : resolveName);
  t.teardown(() => outbound.close());
  return { asked, post: (host: string) => outbound.post(`http://${host}:${port}/`, {}, '{}', 60_000) };
};

test('a name that turns private between two calls is not called again', async t => {
  const { asked, post } = outboundWith(t, [allowedAddress], [privateAddress], [allowedAddress]);
  t.equal((await post('rebinding.example')).status, 200);
  await t.rejects(post('rebinding.example'), /rebinding\.example has no public address, and none that is allowed/);
  t.equal((await post('rebinding.example')).status, 200);
  t.strictSame(reached, [`::ffff:${allowedAddress}`, `::ffff:${allowedAddress}`]);
  t.equal(asked.length, 3, 'a connection is made to the address that was checked, without a second look-up');
});

test('connects only to the allowed addresses of a name', async t => {
  for (const addresses of [
    [privateAddress, allowedAddress],
    [allowedAddress, privateAddress],
    ['::1', allowedAddress, '::ffff:127.0.0.1', '0.0.0.0'],
  ]) {
    const { post } = outboundWith(t, addresses);
    t.equal((await post('several.example')).status, 200);
    t.strictSame(reached, [`::ffff:${allowedAddress}`], addresses.join());
  }
  for (const address of [
    privateAddress,
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.0.1',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1%lo',
  ]) {
    const { post } = outboundWith(t, [address]);
    await t.rejects(post('one.example'), /one\.example has no public address/, address);
    t.strictSame(reached, [], address);
  }
});

test('no notation of a private address, and no name of this machine, is called', async t => {
  const { post } = outboundWith(t);
  for (const host of [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '127。0。0。1',
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    'localhost',
    'localhost.',
    'LOCALHOST',
  ])
    await t.rejects(post(host), /the address is private|has no public address|ENOTFOUND|EAI_AGAIN/, host);
  t.strictSame(reached, []);
});

test('follows no redirect, to any address', async t => {
  const { post } = outboundWith(t, [allowedAddress]);
  const locations = [
    `http://${privateAddress}:${port}/`,
    `http://[::1]:${port}/`,
    `http://localhost:${port}/`,
    `http://${allowedAddress}:${port}/`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
  ];
  for (const status of [301, 302, 303, 307, 308])
    for (const location of locations) {
      redirect = [status, location];
      t.equal((await post('redirecting.example')).status, status);
      t.equal(reached.length, 1, `${status} ${location}`);
      reached.length = 0;
    }
});
