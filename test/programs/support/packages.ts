/** Loads the programs that `npm run test:programs` installs, from their own folder. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ClientCredentials } from '../../../src/projects/createProject.js';
import { type ProcessRun, runProcess } from './processes.js';

const folder = fileURLToPath(new URL('../../../../test/programs/', import.meta.url));
const require = createRequire(join(folder, 'package.json'));

/** Loads a package; its version is that of `test/programs/package.json`. */
export const load = <T>(name: string): T => require(name) as T;

/** Loads a package that only has modules of ECMAScript. */
export const loadModule = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(require.resolve(name)).href)) as T;

export const commandPath = (command: string): string => join(folder, 'node_modules', '.bin', command);

/** Formats options of a command as `--name=value`, since a token may begin with a hyphen. */
export const optionWords = (options: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(options).map(([name, value]) => `${name}=${value}`);

/** Runs a command of an installed package as a separate process. */
export const runCommand = (command: string, args: readonly string[]): Promise<ProcessRun> =>
  runProcess(commandPath(command), args);

/** Returns the configuration for the importers of the vendor. */
export const apiConfig = (address: string, { projectKey, clientId, clientSecret }: ClientCredentials) => ({
  host: address,
  apiUrl: address,
  projectKey,
  credentials: { clientId, clientSecret },
});
