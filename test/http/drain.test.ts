/** Draining a port: idle connections are closed, and responses in transit are completed. */
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Test, test } from '../support/tap.js';
import type { Exchange } from '../../src/http/exchange/Exchange.js';
import { plainHeaders } from '../../src/http/listener/commonHeaders.js';
import { listen, type Listener } from '../../src/http/listener/listen.js';
import { TransferLimiter } from '../../src/http/listener/TransferLimiter.js';

const open = async (t: Test, body: string): Promise<Listener> => {
  const transfers = new TransferLimiter({ transferBytesMax: 2 ** 30, transferTimeoutMs: 60_000 });
  const listening = await listen(
    '127.0.0.1',
    0,
    undefined,
    (exchange: Exchange) => exchange.send({ status: 200, body }),
    { connectionsMax: 10, transfers, commonHeaders: plainHeaders },
  );
  t.teardown(() => {
    listening.close();
    transfers.close();
  });
  return listening;
};

test('closes an idle connection at the end of the drain', async t => {
  const listening = await open(t, '{}');
  const socket: Socket = connect(listening.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  const closed = once(socket, 'close');
  listening.stopListening();
  await listening.drain(50, 60_000);
  // The library itself would close an idle connection only after 10 s.
  t.equal(listening.connections, 0);
  await closed;
  listening.close();
});

test('waits for a response that its client is still receiving', async t => {
  const body = 'x'.repeat(16 * 1024 ** 2);
  const listening = await open(t, body);
  const call = get({ port: listening.port, host: '127.0.0.1' });
  const [answer] = (await once(call, 'response')) as [NodeJS.ReadableStream];
  answer.pause();
  listening.stopListening();
  let isDrained = false;
  const draining = listening.drain(0, 60_000).then(() => {
    isDrained = true;
  });
  await new Promise(resolve => setImmediate(resolve));
  let length = 0;
  answer.on('data', (chunk: Buffer) => {
    if (length === 0) t.notOk(isDrained);
    length += chunk.length;
  });
  answer.resume();
  await once(answer, 'end');
  t.equal(length, body.length);
  await draining;
});
