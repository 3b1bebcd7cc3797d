import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Build {
  /** Folder of a checkout with a build in dist. */
  readonly root: string;
  readonly redisUrl: string;
  /** Settings of commands, such as the seed, which writes as the server does. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The folder of this checkout. */
export const ownRoot = fileURLToPath(new URL('../../../', import.meta.url));

export const commandFile = (root: string): string => join(root, 'bin', 'quayside.mjs');

/** Runs a command of the command line; returns its standard output. */
export const runQuayside = async ({ root, redisUrl, settings }: Build, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [commandFile(root), ...args], {
    env: { ...process.env, ...settings, REDIS_URL: redisUrl, LOG_LEVEL: 'warn' },
  });
  return stdout;
};
