import { readFileSync } from 'node:fs';

/** A zombie is a process that ended and whose parent has not read its exit code; Linux keeps its process id. */
const isZombie = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    // Without the file of the process, or without /proc, nothing says that it is a zombie.
    return false;
  }
};

/** Tells whether a process runs; a process of another user counts. */
export const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
