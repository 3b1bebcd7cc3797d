/** Writes each built file in compressed forms as well, so that the server need not compress them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|svg|json)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressFile = async (file: string): Promise<void> => {
  const content = await readFile(file);
  await Promise.all([
    brotli(content).then(body => writeFile(`${file}.br`, body)),
    gzipped(content, { level: 9 }).then(body => writeFile(`${file}.gz`, body)),
  ]);
};

export const compressFiles = (): Plugin => ({
  name: 'compress-files',
  async writeBundle({ dir }) {
    if (dir === undefined) return;
    const names = await readdir(dir, { recursive: true });
    await Promise.all(names.filter(name => compressible.test(name)).map(name => compressFile(join(dir, name))));
  },
});
