/**
 * Checks every native binary that this program may load here against bin/binaries.tsv, before anything is loaded, and
 * ends the process with one sentence if a SHA-256 differs: the binary was damaged, replaced, or compiled elsewhere.
 * An attacker who can change the binaries can change this file too, so a machine that was taken over is not protected.
 * TRUSTED_BINARIES allows other builds. `npm run binaries` renews the table.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Packages without a listed binary that would load one from their own folder in preference to the listed one. */
const loaders = ['@node-rs/argon2', 'lz4-napi', 'msgpackr-extract'];

/** The rows of the table: name of the package in node_modules, version, file, SHA-256, source of the build. */
const rows = readFileSync(new URL('binaries.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t'));

/** npm installs other packages with binaries for one platform only; uWebSockets.js contains those of all platforms. */
const isForHere = file =>
  !file.startsWith('uws_') || file === `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

const { resolve } = createRequire(import.meta.url);
const folderOf = name => (resolve.paths(name) ?? []).map(folder => join(folder, name)).find(existsSync);

/** Lists the binaries that are installed for this platform: paths, with the names of the package and the file in it. */
const installedBinaries = () =>
  [...new Set([...loaders, ...rows.map(([name]) => name)])].flatMap(name => {
    const folder = folderOf(name);
    if (folder === undefined) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.node') && isForHere(file))
      .map(file => ({ name, file, path: join(folder, file) }));
  });

const trusted = new Set((process.env.TRUSTED_BINARIES ?? '').split(',').map(hash => hash.trim().toLowerCase()));

/** Describes how a binary differs from the table; undefined if it is as listed. */
const faultOf = ({ name, file, path }) => {
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  const row = rows.find(each => each[0] === name && each[2] === file);
  if (hash === row?.[3] || trusted.has(hash)) return undefined;
  const expected = row === undefined ? 'lists no such file' : `expects ${row[3]} of ${name} ${row[1]}`;
  return (
    `${relative(root, path)} has the SHA-256 ${hash}, but bin/binaries.tsv ${expected}: ` +
    `install the packages anew with npm ci, or set TRUSTED_BINARIES=${hash} for a build of your own ` +
    '(docs/packages.md#native-binaries).'
  );
};

const fault = installedBinaries()
  .map(faultOf)
  .find(each => each !== undefined);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
