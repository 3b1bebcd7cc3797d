/** CPU time and memory of processes from /proc of Linux; undefined on other systems. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const isLinux = existsSync('/proc/self/stat');
const ticksPerSecond = isLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0;

/** User and system time of a process with all its threads, in microseconds. */
export const cpuMicros = (pid: number): number | undefined => {
  if (!isLinux) return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the command may contain anything, so fields are counted after its closing bracket.
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
