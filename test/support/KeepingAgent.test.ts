import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KeepingAgent } from './KeepingAgent.js';
import { t as root, test } from './tap.js';

const server = createServer({ keepAliveTimeout: 0 }, (_, response) => response.end('ok')).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
root.teardown(() => server.close());

const block = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Sends a request, reads its response after `unreadMs`, and tells whether it took a kept connection. */
const isReused = async (agent: KeepingAgent, unreadMs = 0): Promise<boolean> => {
  const call = agent.request({ port, host: '127.0.0.1' }, response => response.resume());
  call.end();
  await once(call, 'socket');
  block(unreadMs);
  await once(call, 'close');
  return call.reusedSocket;
};

test('uses a connection again whose last response the server cannot have sent long ago', async t => {
  const agent = new KeepingAgent(600_000);
  t.teardown(() => agent.destroy());
  t.strictSame([await isReused(agent, 20), await isReused(agent)], [false, true]);
});

test('opens a new connection behind a response that lay unread', async t => {
  const agent = new KeepingAgent(20);
  t.teardown(() => agent.destroy());
  t.strictSame([await isReused(agent, 11), await isReused(agent)], [false, false]);
});

test('opens a new connection behind a pause of the thread', async t => {
  const agent = new KeepingAgent(400);
  t.teardown(() => agent.destroy());
  await isReused(agent);
  block(201);
  t.equal(await isReused(agent), false);
});
