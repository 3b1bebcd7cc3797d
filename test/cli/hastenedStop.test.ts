/** A second signal of a person ends the server at once, and its Redis as well. */
import { connect } from 'node:net';
import { test } from '../support/tap.js';
import { assertNothingLeft, startServerOn } from './serverCommands.js';

test('a signal that is repeated by a person hastens the stop, and Redis ends as well', async t => {
  for (const processes of ['1', '2']) {
    const started = await startServerOn(`hastened-${processes}`, { SERVER_PROCESSES: processes });
    // A request whose body never arrives keeps the server from ending early.
    const { hostname, port } = new URL(started.address);
    const client = connect(Number(port), hostname);
    client.on('error', () => undefined);
    client.write('POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n');
    const repeating = setInterval(() => started.server.signal('SIGINT'), 200);
    t.equal((await started.server.ended).code, 0);
    clearInterval(repeating);
    client.destroy();
    await assertNothingLeft(t, started);
  }
});
