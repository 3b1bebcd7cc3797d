/** Kills one of the processes that serve requests on one port. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { waitUntil } from '../../test/support/waitUntil.js';
import type { Fault } from '../Fault.js';

const processes = 2;

/** Returns the ids of the processes of a server that serve requests. */
const servingPids = async (parent: number): Promise<number[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(parent)]);
  return stdout.split('\n').flatMap(line => (line.includes('serverProcess') ? [Number.parseInt(line, 10)] : []));
};

export const killProcess: Fault = {
  name: 'kill-process',
  description: 'SIGKILL to one of two processes that serve requests; their parent starts another one',
  affects: () => true,
  answerMsMax: 10_000,
  backMsMax: 10_000,
  prepare: async () => ({
    options: { settings: { SERVER_PROCESSES: String(processes) } },
    cleanUp: async () => undefined,
  }),
  inject: async (world, _, random) => {
    const pids = await servingPids(world.serverPid());
    const pid = pids[Math.floor(random() * pids.length)]!;
    process.kill(pid, 'SIGKILL');
    await waitUntil(async () => {
      const running = await servingPids(world.serverPid());
      return running.length === processes && !running.includes(pid);
    });
  },
};
