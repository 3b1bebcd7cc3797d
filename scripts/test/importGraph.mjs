/** The imports between the TypeScript files of the program and its tests, as the compiler reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../setup/run.mjs';

const folders = ['src', 'test', 'bench', 'faults', 'examples'];

const filesBelow = folder =>
  readdirSync(join(root, folder), { recursive: true })
    .filter(name => name.endsWith('.ts') && !name.includes('node_modules'))
    .map(name => join(folder, name));

/** The compiled modules that an import names lead to their sources. */
const importedFile = (importer, name) => join(dirname(importer), name).replace(/\.js$/, '.ts');

/** Returns the text of each file, and the importers of each file. Packages are left out. */
export const readImportGraph = async () => {
  const { default: typescript } = await import('typescript');
  const texts = new Map();
  const importers = new Map();
  for (const file of folders.flatMap(filesBelow)) {
    const text = readFileSync(join(root, file), 'utf8');
    texts.set(file, text);
    for (const { fileName } of typescript.preProcessFile(text, true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const imported = importedFile(file, fileName);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return { texts, importers };
};
