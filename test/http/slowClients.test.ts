/** Clients that send a byte now and then, or take none: they hold up nobody, and are ended. */
import { connect, type Socket } from 'node:net';
import { t as root, test } from 'tap';
import { startQuayside } from '../support/quayside.js';
import { until } from '../support/until.js';

const quayside = await startQuayside();
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const { hostname, port } = new URL(quayside.address);
const count = 100;

/** Connections that begin with `text` and go on with a byte each half second. */
const trickling = (text: string): readonly Socket[] => {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(text);
    socket.resume();
    return socket;
  });
  const timer = setInterval(() => sockets.forEach(socket => { if (socket.writable) socket.write('a'); }), 500);
  root.teardown(() => {
    clearInterval(timer);
    sockets.forEach(socket => socket.destroy());
  });
  return sockets;
};

test('GEN021 headers and bodies that trickle hold up nobody, and end with their connections', async t => {
  const path = `/${project.projectKey}/states`;
  const slow = [
    ...trickling('GET /healthz HTTP/1.1\r\nHost: h\r\nX: '),
    ...trickling(`POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nAuthorization: Bearer x\r\nContent-Length: 100000\r\n\r\n`),
    ...trickling(`POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n`),
  ];
  await until(() => slow.every(({ connecting }) => !connecting));
  for (let round = 0; round < 20; round++) t.equal((await http.send('GET', path)).status, 200);
  t.ok(slow.filter(({ destroyed }) => !destroyed).length > count, 'they are still there');
  // The library's times are multiples of four seconds, begun at ten.
  await until(() => slow.every(({ destroyed }) => destroyed), 40_000);
  t.equal((await http.send('GET', path)).status, 200);
});
