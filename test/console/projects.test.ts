import { test } from '../support/tap.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { matchWhole } from '../support/matchWhole.js';

const { quayside } = await startConsole();
await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
const administrator = await consoleOf(quayside)().signIn('ana@example.com');

test('creates projects with a first API client, and lists them', async t => {
  const created = await administrator.send('POST', '/-/projects', {
    key: 'shop',
    name: 'Our shop',
    currencies: ['EUR'],
  });
  t.equal(created.status, 201);
  matchWhole(t, created.json, {
    project: { key: 'shop', name: 'Our shop', currencies: ['EUR'] },
    client: { id: /./, secret: /./, scope: 'manage_project:shop' },
  });
  const { client } = created.json as { client: { id: string; secret: string } };
  const token = await quayside.token({
    projectKey: 'shop',
    clientId: client.id,
    clientSecret: client.secret,
    scope: 'manage_project:shop',
  });
  t.equal((await quayside.http.as(token).send('GET', '/shop/orders')).status, 200);
  const listed = await administrator.send('GET', '/-/projects');
  matchWhole(t, listed, {
    status: 200,
    json: {
      count: 2,
      results: [
        { key: 'demo', name: 'Demo' },
        { key: 'shop', name: 'Our shop' },
      ],
    },
  });
  t.notOk(listed.text.includes(client.secret));
});

test('refuses projects that cannot be created, with words', async t => {
  for (const [body, message] of [
    [{ key: 'shop' }, "The project 'shop' exists already."],
    [{ key: 'console' }, "The project key 'console' is reserved; choose another one."],
    [{ key: '-' }, /The project key '-' is malformed/],
    [{ key: 'x1', currencies: ['euro'] }, "The currencies contain 'euro'; allowed are three capitals, as in ISO 4217."],
    [{ key: 'x1', owner: 'me' }, /^The member 'owner' is not known/],
    [{}, 'A value is required for field key: a string.'],
  ] as const) {
    const { status, json } = await administrator.send('POST', '/-/projects', body);
    t.equal(status, 400);
    t.match((json as { message: string }).message, message);
  }
});
