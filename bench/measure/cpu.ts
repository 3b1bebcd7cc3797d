/** CPU time and memory of processes from /proc of Linux; undefined on other systems. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const isLinux = existsSync('/proc/self/stat');
const ticksPerSecond = isLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0;

const microsOf = (...ticks: readonly (string | undefined)[]): number =>
  (ticks.reduce((sum, each) => sum + Number(each), 0) / ticksPerSecond) * 1e6;

/** The fields of /proc/<pid>/stat behind the name of the command, which may contain anything. */
const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** User and system time of a process and its children with all threads, in microseconds. */
export const cpuMicros = (pid: number): number | undefined => {
  if (!isLinux) return undefined;
  const [userTicks, systemTicks] = statOf(pid).slice(11);
  return childrenOf(pid).reduce((sum, child) => sum + (cpuMicros(child) ?? 0), microsOf(userTicks, systemTicks));
};

/** Time of the main thread alone, in microseconds: the thread of Redis that runs commands. */
export const mainThreadMicros = (pid: number): number | undefined =>
  isLinux ? Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e3 : undefined;

/** Time of this process and of its children that ended, such as load generators, in microseconds. */
export const generatorMicros = (): number | undefined =>
  isLinux ? microsOf(...statOf(process.pid).slice(11, 15)) : undefined;

/** Time that all processes of the machine have used, in microseconds. */
export const machineMicros = (): number | undefined => {
  if (!isLinux) return undefined;
  const [, user, nice, system, , , irq, softIrq] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
  return microsOf(user, nice, system, irq, softIrq);
};

/** Resident memory in MiB. */
export const residentMiB = (pid: number): number | undefined => {
  if (!isLinux) return undefined;
  const [, kiB] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kiB) / 1_024;
};
