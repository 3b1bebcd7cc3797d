/** Redis servers of tests that accept clients only with a password and over TLS. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedisAccess } from './redisAccess.js';
import { t } from './tap.js';

/** The name in the certificate, which has no address. */
const certifiedName = 'localhost';

export interface TlsAccess extends RedisAccess {
  /** The settings REDIS_TLS_… of a server. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Creates access only over TLS, with `password`. Servers request a certificate of their clients, as they do by default,
 * and nodes of a cluster announce the name in their certificate.
 */
export const createTlsAccess = (password: string): TlsAccess => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-redis-tls-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string): string => join(folder, name);
  const [caFile, certFile, keyFile] = [file('ca.pem'), file('cert.pem'), file('key.pem')];
  const certify = (key: string, cert: string, ...args: string[]): void => {
    const pair = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...pair, '-days', '1', ...args], { stdio: 'ignore' });
  };
  certify(file('ca.key'), caFile, '-subj', '/CN=test authority');
  const issuer = ['-CA', caFile, '-CAkey', file('ca.key')];
  certify(keyFile, certFile, '-subj', '/CN=test', '-addext', `subjectAltName=DNS:${certifiedName}`, ...issuer);
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', caFile];
  const passwords = ['--requirepass', password, '--masterauth', password];
  const announced = ['--cluster-announce-hostname', certifiedName, '--cluster-preferred-endpoint-type', 'hostname'];
  return {
    listen: port => [
      '--port',
      '0',
      '--tls-port',
      String(port),
      '--tls-cluster',
      'yes',
      '--tls-replication',
      'yes',
      ...files,
      ...passwords,
      ...announced,
    ],
    scheme: `rediss://:${encodeURIComponent(password)}@`,
    tls: {
      ca: readFileSync(caFile, 'utf8'),
      cert: readFileSync(certFile, 'utf8'),
      key: readFileSync(keyFile, 'utf8'),
      servername: certifiedName,
    },
    settings: { REDIS_TLS_CA_FILE: caFile, REDIS_TLS_CERT_FILE: certFile, REDIS_TLS_KEY_FILE: keyFile },
  };
};
