import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { t as root, test } from '../support/tap.js';
import { readConfig } from '../../src/base/config/readConfig.js';
import { assertPortFree, listenAll } from '../../src/http/listener/listen.js';
import { TransferLimiter } from '../../src/http/listener/TransferLimiter.js';
import { startService } from '../../src/server/main.js';
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-tls-'));
root.teardown(() => rmSync(folder, { recursive: true }));
const [cert, key, otherKey] = ['cert.pem', 'key.pem', 'other.pem'].map(name => join(folder, name)) as [
  string,
  string,
  string,
];
execFileSync(
  'openssl',
  [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
  ],
  { stdio: 'ignore' },
);
execFileSync('openssl', ['genrsa', '-out', otherKey, '2048'], { stdio: 'ignore' });

const plainPort = await findFreePort();
const quayside = await startQuayside({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key, PLAIN_PORT: String(plainPort) });

const answerOf = (
  call: ReturnType<typeof httpsRequest>,
): Promise<{ status: number; type: string; hsts: string | undefined; body: string; protocol: string | null }> =>
  new Promise((resolve, reject) => {
    call
      .on('error', reject)
      .on('response', (response: IncomingMessage) => {
        const protocol =
          'getProtocol' in response.socket ? (response.socket as { getProtocol(): string | null }).getProtocol() : null;
        void text(response).then(body =>
          resolve({
            status: response.statusCode!,
            type: response.headers['content-type'] ?? '',
            hsts: response.headers['strict-transport-security'],
            body,
            protocol,
          }),
        );
      })
      .end();
  });
const secure = (version: SecureVersion) =>
  answerOf(
    httpsRequest(`${quayside.address}/healthz`, {
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      ciphers: 'DEFAULT@SECLEVEL=0',
      agent: false,
    }),
  );

test('speaks TLS 1.2 and 1.3, and no older version (GEN003, GEN017)', async t => {
  t.match(quayside.address, /^https:/);
  matchWhole(t, await secure('TLSv1.2'), { status: 200, protocol: 'TLSv1.2' });
  matchWhole(t, await secure('TLSv1.3'), { status: 200, protocol: 'TLSv1.3' });
  await t.rejects(secure('TLSv1.1'));
  await t.rejects(secure('TLSv1'));
});

test('speaks TLS 1.2 with forward secrecy and authenticated encryption alone', async t => {
  const outcomeOf = (ciphers: string): Promise<string> =>
    new Promise(resolve => {
      const options = { port: Number(new URL(quayside.address).port), ciphers, maxVersion: 'TLSv1.2' } as const;
      const socket = connectTls({ ...options, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      });
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    });
  const accepted = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305'];
  t.same(await Promise.all(accepted.map(outcomeOf)), accepted);
  const refused = ['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384'];
  t.same([...new Set(await Promise.all(refused.map(outcomeOf)))], ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE']);
});

test('tells browsers to use HTTPS alone, over TLS only (RFC 6797, section 7.2)', async t => {
  matchWhole(t, await secure('TLSv1.3'), { status: 200, hsts: 'max-age=31536000' });
  t.equal((await answerOf(httpRequest(`http://127.0.0.1:${plainPort}/healthz`))).hsts, undefined);
});

test('answers plain HTTP with a 404 page in HTML (GEN018)', async t => {
  for (const path of ['/healthz', '/some-project/states', '/oauth/token']) {
    const { status, type, body } = await answerOf(httpRequest(`http://127.0.0.1:${plainPort}${path}`));
    t.equal(status, 404);
    t.match(type, /^text\/html/);
    t.match(body, /^<!doctype html>/i);
  }
});

test('reports the container as healthy with and without TLS, and as unhealthy if nothing listens', async t => {
  const image = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
  const [command, ...args] = JSON.parse(/^HEALTHCHECK .*\\\n +CMD (\[.+\])$/m.exec(image)![1]!) as [
    string,
    ...string[],
  ];
  const codeOf = async (PORT: string, TLS_CERT_FILE: string): Promise<unknown> =>
    (
      await once(
        spawnBound(command, args, { env: { PATH: process.env.PATH, PORT, TLS_CERT_FILE }, stdio: 'ignore' }),
        'exit',
      )
    )[0];
  const plain = await startQuayside();
  t.same(
    await Promise.all([
      codeOf(new URL(quayside.address).port, cert),
      codeOf(new URL(plain.address).port, ''),
      codeOf('1', ''),
    ]),
    [0, 0, 1],
  );
});

test('fails to start with an explanation if the certificate cannot be used', async t => {
  const start = (certFile: string, keyFile: string) =>
    startService(
      readConfig({
        PORT: '0',
        REDIS_URL: quayside.redisUrl,
        LOG_LEVEL: 'silent',
        WORKERS: '1',
        TLS_CERT_FILE: certFile,
        TLS_KEY_FILE: keyFile,
      }),
    );
  await t.rejects(start(join(folder, 'nowhere.pem'), key), {
    message: /^TLS_CERT_FILE is '.*nowhere\.pem', which cannot be read/,
  });
  await t.rejects(start(cert, otherKey), { message: /do not match/ });
});

test('names PLAIN_PORT if it is in use, and leaves no port open', async t => {
  const other = createServer().listen(0, '127.0.0.1');
  t.teardown(() => {
    other.close();
  });
  await waitUntil(() => other.listening);
  const { port: taken } = other.address() as AddressInfo;
  const port = await findFreePort();
  const transfers = new TransferLimiter({ transferBytesMax: 1, transferTimeoutMs: 1_000 });
  t.teardown(() => transfers.close());
  const listen = (settings: Readonly<Record<string, string>>) =>
    listenAll(
      readConfig({
        PORT: String(port),
        PLAIN_PORT: String(taken),
        TLS_CERT_FILE: cert,
        TLS_KEY_FILE: key,
        ...settings,
      }),
      () => undefined,
      { connectionsMax: 1, transfers },
    );
  await t.rejects(listen({}), { message: new RegExp(`^PLAIN_PORT is '${taken}', which another program listens on`) });
  // With SHARE_PORT the server does not check in advance whether the ports are free.
  await t.rejects(listen({ SHARE_PORT: 'true' }), { message: /cannot be listened on/ });
  await t.resolves(assertPortFree('127.0.0.1', port));
});
