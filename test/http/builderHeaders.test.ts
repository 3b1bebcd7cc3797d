/** Headers and bodies as the clients of SDKs send them with every request. */
import { gzipSync } from 'node:zlib';
import { newKey } from '../support/drafts.js';
import { startProject } from '../support/resourceApi.js';
import { test } from '../support/tap.js';

const { http, base, projectKey } = await startProject();
const uuid = '3f2b4b0e-3f5e-4b7e-9d0e-0a1b2c3d4e5f';
const json = 'application/json';

/** The headers of reads, and the additional headers of writes. */
const clients: Readonly<Record<string, readonly [object, object]>> = {
  'TypeScript 2': [
    { 'content-type': json, 'user-agent': 'commercetools-sdk-javascript-v2/2.0.0 Node.js/20 (linux; x64)' },
    { accept: json },
  ],
  'TypeScript 3': [{ accept: '*/*', 'x-correlation-id': `order-${uuid}` }, { 'content-type': json }],
  'Java 2': [
    {
      accept: json,
      'accept-encoding': 'gzip',
      'user-agent': 'commercetools-sdk-java-v2/17.0.0 Java/17 OkHttp/4',
      'x-correlation-id': `${projectKey}/${uuid}`,
    },
    { 'content-type': 'application/json; charset=UTF-8' },
  ],
  JVM: [
    { 'accept-encoding': 'gzip', 'user-agent': 'commercetools-jvm-sdk/2.0.0', 'x-correlation-id': uuid },
    { 'content-type': json },
  ],
  '.NET': [
    {
      accept: json,
      'x-correlation-id': `${projectKey}/${uuid}`,
      traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
    },
    { 'content-type': 'application/json; charset=utf-8' },
  ],
  PHP: [
    {
      accept: json,
      'content-type': json,
      'user-agent': 'commercetools-php-sdk/2.0 (GuzzleHttp/6.5) PHP/7.4',
      'x-correlation-id': `php/${uuid}`,
      'x-external-user-id': 'john@example.com',
    },
    {},
  ],
  Python: [
    { accept: '*/*', 'accept-encoding': 'gzip, deflate', connection: 'keep-alive', 'user-agent': 'python-requests/2' },
    { 'content-type': json },
  ],
  Go: [
    { accept: 'application/json; charset=utf-8', 'content-type': 'application/json; charset=utf-8' },
    { 'accept-encoding': 'gzip' },
  ],
};

for (const [client, [reads, writes]] of Object.entries(clients))
  test(`takes the headers of the client for ${client}, and returns its correlation id (GEN022, GEN023)`, async t => {
    const headers = reads as Readonly<Record<string, string>>;
    const sent = { ...headers, ...writes };
    const key = newKey('zone');
    const created = await http.send('POST', `${base}/zones`, {
      headers: sent,
      body: JSON.stringify({ key, name: key }),
    });
    const { id, version } = created.json as { id: string; version: number };
    const answers = [
      created,
      await http.send('GET', `${base}/zones/${id}`, { headers }),
      await http.send('GET', `${base}/zones?where=${encodeURIComponent(`key="${key}"`)}`, { headers }),
      await http.send('HEAD', `${base}/zones/${id}`, { headers }),
      await http.send('POST', `${base}/zones/${id}`, {
        headers: sent,
        body: JSON.stringify({ version, actions: [{ action: 'changeName', name: 'Here' }] }),
      }),
      await http.send('DELETE', `${base}/zones/${id}?version=${version + 1}`, { headers }),
    ];
    t.same(
      answers.map(({ status }) => status),
      [201, 200, 200, 200, 200, 200],
    );
    const given = headers['x-correlation-id'];
    if (given !== undefined)
      t.same(
        answers.map(answer => answer.headers['x-correlation-id']),
        answers.map(() => given),
      );
  });

test('takes a compressed body, a deletion with an empty one, and an id of two parts at the most', async t => {
  const key = newKey('zone');
  const headers = { 'content-type': json, 'content-encoding': 'gzip' };
  const body = gzipSync(JSON.stringify({ key, name: key }));
  t.equal((await http.send('POST', `${base}/zones`, { headers, body })).status, 201);
  const removal = { headers: { 'content-type': json, 'content-length': '0' } };
  t.equal((await http.send('DELETE', `${base}/zones/key=${key}?version=1`, removal)).status, 200);
  for (const [id, status] of [
    ['a/b-c_d-e', 200],
    ['a/b/c-d-e', 400],
    ['/abcdefgh', 400],
    ['abcdefgh/', 400],
    ['a/b-c_d', 400],
  ] as const)
    t.equal((await http.send('GET', `${base}/zones`, { headers: { 'x-correlation-id': id } })).status, status, id);
});
