import { test } from '../support/tap.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside({
  API_HOSTS: 'api.example.com, api.old.example.com',
  AUTH_HOSTS: 'auth.example.com,auth.old.example.com:8443',
});
const open = await startQuayside();
const project = await quayside.project();
const token = await open.token(project);

const states = (host: string) =>
  quayside.http.as(token).send('GET', `/${project.projectKey}/states`, { headers: { host } });
const form = {
  'content-type': 'application/x-www-form-urlencoded',
  authorization: `Basic ${Buffer.from(`${project.clientId}:${project.clientSecret}`).toString('base64')}`,
};
const grant = (host: string) =>
  quayside.http.send('POST', '/oauth/token', { headers: { ...form, host }, body: 'grant_type=client_credentials' });

test('separates the hosts of the API and of the authorization service (GEN011, GEN044)', async t => {
  t.equal((await states('api.example.com')).status, 200);
  t.equal((await grant('auth.example.com')).status, 200);
  matchWhole(t, (await states('auth.example.com')).json, {
    statusCode: 404,
    errors: [{ code: 'ResourceNotFound', message: /does not exist on the host 'auth.example.com'/ }],
  });
  t.equal((await grant('api.example.com')).status, 404);
});

test('accepts older host aliases, with and without a port (GEN012)', async t => {
  t.equal((await states('api.old.example.com')).status, 200);
  t.equal((await states('API.example.com:443')).status, 200);
  t.equal((await grant('auth.old.example.com:8443')).status, 200);
});

test('refuses unknown hosts, except for probes', async t => {
  t.equal((await states('evil.example.com')).status, 404);
  t.equal((await quayside.http.send('GET', '/healthz', { headers: { host: '10.0.0.1:8080' } })).status, 200);
});

test('hides the data of a project under other project keys (GEN002)', async t => {
  const other = await open.project();
  const http = open.http.as(await open.token(other));
  t.equal(
    (await http.send('GET', `/${project.projectKey}/states`)).status,
    401,
    'a token reaches its own project only',
  );
  const { results } = (await open.http.as(token).send('GET', `/${project.projectKey}/states`)).json as {
    results: { id: string }[];
  };
  t.equal((await http.send('GET', `/${other.projectKey}/states/${results[0]!.id}`)).status, 404);
});
