import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programEntry } from '../../config/programEntry.js';

const entry = fileURLToPath(programEntry('redisWatcher'));
const defaultOrphanMs = 60_000;
/** The process needs little memory; by default Node would take more before it collects garbage. */
const nodeOptions = ['--max-old-space-size=16', '--max-semi-space-size=1'];

/**
 * Starts the process that ends an embedded Redis whose server died (endOrphanedRedis.ts). It has a process group of its
 * own, as Redis has, so that no signal to the group of the server ends it. Returns its process id, if it was started.
 */
export const startWatcher = (dataDir: string, redisPid: number, orphanMs = defaultOrphanMs): number | undefined => {
  const child = spawn(process.execPath, [...nodeOptions, entry, dataDir, String(redisPid), String(orphanMs)], {
    cwd: '/',
    env: {},
    stdio: 'ignore',
    detached: true,
  });
  child.once('error', () => undefined);
  child.unref();
  return child.pid;
};
