/** The log of a program shows its requests without secrets, and lists refusals that no test expects. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttp } from '../../support/http.js';
import { basic } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { t, test } from '../../support/tap.js';
import { maskSecrets } from './maskSecrets.js';
import { startRecordingProxy } from './recordingProxy.js';

const { listRefusals } = (await import(new URL('../../../../scripts/test/listRefusals.mjs', import.meta.url).href)) as {
  readonly listRefusals: (log: string) => readonly string[];
};

const quayside = await startQuayside();
const credentials = await quayside.project();

test('records methods, paths, statuses and bodies, and lists unexpected refusals by their kind', async () => {
  const logFile = join(mkdtempSync(join(tmpdir(), 'proxy-')), 'a.log');
  const proxy = await startRecordingProxy({ target: quayside.address, logFile, title: 'a program' });
  t.teardown(proxy.stop);
  proxy.expectRefusals({ method: 'GET', path: /\/zones\//, status: 404 });
  const http = createHttp(proxy.address);
  t.teardown(() => http.close());
  const form = 'grant_type=client_credentials';
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(credentials) };
  const { json } = await http.send('POST', '/oauth/token', { headers, body: form });
  const { access_token: token } = json as { readonly access_token: string };
  const program = http.as(token);
  const path = `/${credentials.projectKey}/zones`;
  t.equal((await program.send('POST', path, { body: { name: 'Here' } })).status, 201);
  t.equal((await program.send('GET', `${path}/key=a`)).status, 404);
  t.equal((await program.send('POST', path, { body: {} })).status, 400);
  t.equal((await program.send('POST', path, { body: {} })).status, 400);
  t.strictSame(
    proxy.exchanges.map(({ method, status }) => [method, status]),
    [
      ['POST', 200],
      ['POST', 201],
      ['GET', 404],
      ['POST', 400],
      ['POST', 400],
    ],
  );
  const log = readFileSync(logFile, 'utf8');
  for (const secret of [token, credentials.clientSecret, basic(credentials).slice(6)])
    t.notMatch(log, secret, 'the log has no secret');
  t.match(log, /^#2 POST \/t-[\w-]+\/zones -> 201, \d+ ms\n {4}authorization: Bearer \*\*\*\n {2}> {"name":"Here"}/m);
  t.match(log, /^#3 GET .* -> 404, \d+ ms, refused as expected$/m);
  const { message } = JSON.parse(proxy.exchanges.at(-1)!.responseBody) as { readonly message: string };
  t.strictSame(listRefusals(log), [`POST ${path} -> 400: ${message} (2 times)`]);
});

const masked = [
  ['{"password":"a \\"b\\" c","email":"x"}', '{"password":"***","email":"x"}'],
  ['{"query":"{ a(password: \\"p\\", b: 1) }"}', '{"query":"{ a(password: \\"***\\", b: 1) }"}'],
  ['{"variables":{"draft":{"currentPassword":"p"}}}', '{"variables":{"draft":{"currentPassword":"***"}}}'],
  ['grant_type=password&username=a&password=p%26', 'grant_type=password&username=a&password=***'],
  ['  > token=t&b=1', '  > token=***&b=1'],
  ['GET /p/customers/password-token=abc?x=1 -> 200', 'GET /p/customers/password-token=***?x=1 -> 200'],
  ['authorization: Basic YTpi', 'authorization: Basic ***'],
  ['{"access_token":"a","token_type":"Bearer"}', '{"access_token":"***","token_type":"Bearer"}'],
  ['{"id":"i","secret":"s","name":"token"}', '{"id":"i","secret":"***","name":"token"}'],
];

for (const [text, expected] of masked)
  test(`masks ${text}`, async () => {
    t.equal(maskSecrets(text!), expected);
  });
