/** Which files import each other, as TypeScript reads them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../setup/run.mjs';

const folders = ['src', 'test', 'bench', 'faults'];

const filesBelow = folder =>
  readdirSync(join(root, folder), { recursive: true })
    .filter(name => name.endsWith('.ts') && !name.includes('node_modules'))
    .map(name => join(folder, name));

/** Returns the file that an import names; the names of compiled modules lead to their sources. */
const importedFile = (importer, name) => {
  const path = join(dirname(importer), name);
  return path.endsWith('.js') ? path.replace(/\.js$/, '.ts') : path;
};

/** Returns the importers of each file. Packages, which only `package-lock.json` changes, are left out. */
export const readImporters = async () => {
  const { default: typescript } = await import('typescript');
  const importers = new Map();
  for (const file of folders.flatMap(filesBelow)) {
    const { importedFiles } = typescript.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const imported = importedFile(file, fileName);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
};
