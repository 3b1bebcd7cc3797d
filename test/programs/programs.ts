/** Access to the programs that `npm run test:programs` installs; they are loaded from a folder of their own. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientCredentials } from '../../src/projects/createProject.js';

const folder = fileURLToPath(new URL('../../../test/programs/', import.meta.url));
const require = createRequire(join(folder, 'package.json'));

/** Loads a package; its version is that of `test/programs/package.json`. */
export const load = <T>(name: string): T => require(name) as T;

export interface ProgramRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of an installed package as a process of its own. */
export const runProgram = async (command: string, args: readonly string[]): Promise<ProgramRun> => {
  const child = spawn(join(folder, 'node_modules', '.bin', command), args, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      texts[name] += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, ...texts };
};

/** The configuration that the importers of the vendor take. */
export const apiConfig = (address: string, { projectKey, clientId, clientSecret }: ClientCredentials) => ({
  host: address,
  apiUrl: address,
  projectKey,
  credentials: { clientId, clientSecret },
});
