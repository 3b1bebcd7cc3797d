/** Calls to other services over real connections. */
import { type Test, test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { HttpOutbound } from '../../../src/base/net/HttpOutbound.js';
import { startExternalServer } from '../../support/externalServer.js';

const server = await startExternalServer();
const { port, protocol } = new URL(server.url);
const urlAt = (host: string) => `${protocol}//${host}:${port}/`;

const outboundWith = (t: Test, environment: Readonly<Record<string, string>>) => {
  const outbound = new HttpOutbound(readConfig(environment));
  t.teardown(() => outbound.close());
  return (url: string, timeoutMs = 60_000) => outbound.post(url, {}, '{}', timeoutMs);
};

test('connects to no private address, written or resolved, whatever NODE_ENV says', async t => {
  for (const NODE_ENV of ['development', 'production', 'test']) {
    const post = outboundWith(t, { NODE_ENV });
    await t.rejects(post(urlAt('127.0.0.1')), /the address is private, and PRIVATE_DESTINATIONS does not list it/);
    await t.rejects(post(urlAt('[::ffff:127.0.0.1]')), /the address is private/);
    await t.rejects(post(urlAt('localhost')), /localhost has no public address, and none that is allowed/);
  }
  t.equal(server.requests.length, 0);
});

test('connects to the private addresses that PRIVATE_DESTINATIONS lists, and follows no redirect', async t => {
  const post = outboundWith(t, { PRIVATE_DESTINATIONS: '127.0.0.0/8' });
  server.say({ a: 1 });
  t.strictSame(await post(urlAt('127.0.0.1')), { status: 200, text: '{"a":1}' });
  t.strictSame(await post(urlAt('localhost')), { status: 200, text: '{"a":1}' });
  server.behave(response => response.writeHead(307, { location: urlAt('127.0.0.1') }).end('moved'));
  t.strictSame(await post(urlAt('127.0.0.1')), { status: 307, text: 'moved' });
  t.equal(server.requests.length, 3);
});

test('fails at once where the connection is dropped or refused, not at the time limit', async t => {
  const post = outboundWith(t, { PRIVATE_DESTINATIONS: '127.0.0.0/8' });
  const longMs = 2 ** 31 - 1;
  server.behave(response => response.socket!.destroy());
  await t.rejects(post(urlAt('127.0.0.1'), longMs), /other side closed|ECONNRESET/);
  server.behave(response => {
    response.writeHead(200, { 'content-length': '100' }).write('{', () => response.socket?.destroy());
  });
  await t.rejects(post(urlAt('127.0.0.1'), longMs), /terminated|other side closed|ECONNRESET/);
  await server.stop();
  await t.rejects(post(urlAt('127.0.0.1'), longMs), /ECONNREFUSED/);
});
