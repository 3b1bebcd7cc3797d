/**
 * npm run docs: writes the pages that are generated from the code. `npm run docs -- --check` writes nothing and ends
 * with 1 if a page differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages } from './docs/pages.mjs';
import { flag, readCommandLine } from './setup/commandLine.mjs';
import { runMain } from './setup.mjs';
import { build } from './setup/build.mjs';
import { installPackages } from './setup/packages.mjs';
import { root } from './setup/run.mjs';

const textOf = path => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A page that does not exist yet is written.
    return undefined;
  }
};

const { check: isCheck = false } = readCommandLine({ options: { check: flag } }).values;

await runMain(async () => {
  await installPackages();
  await build();
  for (const { path, text } of await generatedPages()) {
    const file = join(root, path);
    if (textOf(file) === text) continue;
    if (isCheck) process.exitCode = 1;
    else writeFileSync(file, text);
    console.log(`${path} ${isCheck ? 'differs from the code: run npm run docs' : 'written'}`);
  }
});
