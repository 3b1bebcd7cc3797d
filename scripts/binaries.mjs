/**
 * npm run binaries: renews bin/binaries.tsv, the SHA-256 of every native binary of every platform. It takes packages
 * from the registry in the versions of package-lock.json, and only with the content that the lock file pins.
 */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from './setup/commandLine.mjs';
import { nativePackages } from './setup/nativePackages.mjs';
import { root } from './setup/run.mjs';

readCommandLine();

const header = 'package\tversion\tfile\tSHA-256\tsource';
const table = join(root, 'bin', 'binaries.tsv');

const hash = (algorithm, encoding, path) => createHash(algorithm).update(readFileSync(path)).digest(encoding);

/** Returns the URL of a repository's web page. */
const pageOf = ({ url }) =>
  url
    .replace(/^git\+/, '')
    .replace(/^http:/, 'https:')
    .replace(/\.git$/, '');

/** Returns the rows of one package, from its archive. */
const rowsOf = ({ folderName, name, version, integrity }, folder) => {
  const spec = `${name}@${version}`;
  const output = execFileSync('npm', ['pack', spec, '--json', '--ignore-scripts', `--pack-destination=${folder}`], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 ** 2,
  });
  const archive = join(folder, JSON.parse(output)[0].filename);
  const content = `sha512-${hash('sha512', 'base64', archive)}`;
  if (content !== integrity) throw new Error(`${spec} is ${content}, but package-lock.json pins ${integrity}.`);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  const unpacked = join(folder, 'package');
  const { repository } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  const rows = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.node'))
    .sort()
    .map(file => [folderName, version, file, hash('sha256', 'hex', join(unpacked, file)), pageOf(repository)]);
  console.error(`${spec}: ${rows.length} binaries`);
  return rows.map(row => row.join('\t'));
};

const rows = nativePackages().flatMap(each => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-binaries-'));
  try {
    return rowsOf(each, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
writeFileSync(table, `${[header, ...rows].join('\n')}\n`);
