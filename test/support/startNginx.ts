/** Runs the nginx of Debian with the configuration of this project. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';
import { t } from './tap.js';
import { waitUntil } from './waitUntil.js';

/** The reason to skip tests; false if nginx is installed. */
export const withoutNginx =
  process.env.TEST_NGINX === undefined && 'there is no nginx on this machine (apt-get install nginx)';

const ownConfiguration = fileURLToPath(new URL('../../../ops/nginx/quayside.conf', import.meta.url));

const createCertificate = (certificate: string, key: string): void => {
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-keyout', key, '-out', certificate, '-days', '1', '-subj', '/CN=api.example.com'];
  execFileSync('openssl', ['req', '-x509', ...algorithm, ...names], { stdio: 'ignore' });
};

/** Returns the configuration of one process without its own privileges, whose files are in `folder`. */
const mainConfiguration = (folder: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/quayside.conf;
}
`;

const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Replaces each text once; throws if the configuration does not contain it. */
const replaceAll = (text: string, replacements: readonly (readonly [from: string, to: string])[]): string =>
  replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`ops/nginx/quayside.conf does not have '${from}'`);
    return result.replace(from, to);
  }, text);

/** Starts nginx in front of a server; it ends with the test file. */
export const startNginx = async (
  serverPort: number,
): Promise<{ readonly port: number; readonly plainPort: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-nginx-'));
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  createCertificate(certificate, key);
  const configuration = replaceAll(readFileSync(ownConfiguration, 'utf8'), [
    ['server 127.0.0.1:8080;', `server 127.0.0.1:${serverPort};`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/ssl/certs/quayside.pem', certificate],
    ['/etc/ssl/private/quayside.key', key],
  ]);
  writeFileSync(join(folder, 'quayside.conf'), configuration);
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(folder));
  const child = spawnBound(
    process.env.TEST_NGINX!,
    ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
    { stdio: 'ignore' },
  );
  t.teardown(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
    return (await isOpen(port)) && isOpen(plainPort);
  });
  return { port, plainPort };
};
