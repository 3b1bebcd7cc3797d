/** CPU time of a process so far, from Linux' /proc; on other systems there is none to tell. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const isLinux = existsSync('/proc/self/stat');
const ticksPerSecond = isLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0;

/** Microseconds of user and system time of a process and all its threads. */
export const cpuMicros = (pid: number): number | undefined => {
  if (!isLinux) return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command's name may hold anything, so fields are counted from behind its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return ((userTicks + systemTicks) / ticksPerSecond) * 1e6;
};

/** Resident memory in MiB. */
export const residentMiB = (pid: number): number | undefined => {
  if (!isLinux) return undefined;
  const [, kiB] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kiB) / 1_024;
};
