import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const stamp = join(root, 'dist', '.built');
const sources = ['src', 'test', 'bench', 'faults', 'package-lock.json', 'tsconfig.json'];

const filesOf = path =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap(name => filesOf(join(path, name)))
    : [path];

/** A hash of the names, sizes and times of all sources. */
const fingerprint = () => {
  const hash = createHash('sha256');
  for (const file of sources
    .map(name => join(root, name))
    .filter(existsSync)
    .flatMap(filesOf)) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}:${size}:${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

/** Compiles, unless no source changed since the last build. */
export const build = async () => {
  const made = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  await run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', root]);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, made);
};
