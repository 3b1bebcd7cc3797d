import { test } from '../support/tap.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const states = `/${project.projectKey}/states`;
const generated = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const send = (id: string | undefined, method = 'GET', path = states) =>
  http.send(method, path, id === undefined ? {} : { headers: { 'x-correlation-id': id } });

test('returns the correlation id of the request (GEN022, GEN023)', async t => {
  const { status, headers } = await send('my_request-0001');
  t.equal(status, 200);
  t.equal(headers['x-correlation-id'], 'my_request-0001');
});

test('generates a new correlation id for each request without one (GEN024)', async t => {
  const [a, b] = [await send(undefined), await send(undefined)];
  matchWhole(t, a.headers['x-correlation-id'], generated);
  matchWhole(t, b.headers['x-correlation-id'], generated);
  t.not(a.headers['x-correlation-id'], b.headers['x-correlation-id']);
});

test('accepts correlation ids of 8 to 256 letters, digits, _ and - only (GEN027, LIM023)', async t => {
  for (const good of ['a'.repeat(8), 'Z9_-'.repeat(64)]) t.equal((await send(good)).headers['x-correlation-id'], good);
  for (const bad of ['a'.repeat(7), 'a'.repeat(257), 'has space', 'dotted.id', 'ümlauted', '']) {
    const { status, headers, json } = await send(bad);
    t.equal(status, 400, `'${bad.slice(0, 20)}'`);
    matchWhole(t, headers['x-correlation-id'], generated, 'the response has a generated id');
    matchWhole(t, json, {
      statusCode: 400,
      errors: [
        { code: 'InvalidInput', message: /X-Correlation-ID.*8 to 256 characters of letters, digits, '_' and '-'/ },
      ],
    });
  }
});

test('sends the correlation id with errors, too (GEN023)', async t => {
  const id = 'correlation-of-errors';
  const answers = await Promise.all([
    send(id, 'GET', '/nowhere/at/all'),
    send(id, 'PUT', states),
    send(id, 'GET', `${states}/no-such-id`),
    send(id, 'POST', states),
    send(id, 'GET', `/${project.projectKey}/orders?limit=0`),
    quayside.http.send('GET', states, { headers: { 'x-correlation-id': id } }),
    quayside.http.send('GET', '/healthz', { headers: { 'x-correlation-id': id } }),
  ]);
  t.same(
    answers.map(({ status }) => status),
    [404, 405, 404, 400, 400, 401, 200],
  );
  for (const { headers } of answers) t.equal(headers['x-correlation-id'], id);
});
