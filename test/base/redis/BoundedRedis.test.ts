import { createServer, type Socket } from 'node:net';
import { connect } from '../../../src/base/redis/connect.js';
import { NotSentError, toApiError } from '../../../src/base/redis/redisErrors.js';
import { test } from '../../support/tap.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';

test('refuses calls at once after one was left without an answer, until the server answers again', async t => {
  let isSilent = true;
  const unanswered: Socket[] = [];
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    socket.on('data', data => {
      for (const _command of data.toString().matchAll(/\*\d+\r\n\$/g))
        if (isSilent) unanswered.push(socket);
        else socket.write('+OK\r\n');
    });
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as { readonly port: number };
  const client = connect(`redis://127.0.0.1:${port}`, { commandTimeout: 500, enableReadyCheck: false });
  t.teardown(() => {
    client.disconnect();
    server.close();
  });
  const first = client.get('a').catch((error: unknown) => error);
  matchWhole(t, toApiError(await first), { status: 503 });
  matchWhole(t, await first, { message: 'Command timed out' });
  const next = await client.get('b').catch((error: unknown) => error);
  t.ok(next instanceof NotSentError);
  matchWhole(t, toApiError(next), { status: 503 });
  isSilent = false;
  for (const socket of unanswered.splice(0)) socket.write('+OK\r\n');
  await waitUntil(async () => (await client.get('c').catch(() => undefined)) === 'OK');
});
