/** Loads a module of the console without a browser, from its sources. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** `path` is relative to `console/src`; `Module` declares the exports that the test uses. */
export const loadConsoleModule = async <Module>(path: string): Promise<Module> => {
  const input = join(process.cwd(), 'console', 'src', path);
  const build = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  const output = mkdtempSync(join(tmpdir(), 'quayside-console-'));
  try {
    const file = join(output, 'module.mjs');
    await build.write({ file, format: 'esm', codeSplitting: false });
    return (await import(pathToFileURL(file).href)) as Module;
  } finally {
    await build.close();
    rmSync(output, { recursive: true });
  }
};
