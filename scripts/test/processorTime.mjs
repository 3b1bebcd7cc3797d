/**
 * Measures the processor time of processes in milliseconds, from `/proc`: on systems other than Linux the parts of a
 * run are unknown.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Times count hundredths of a second. */
const msPerTick = 10;

/** Reads the name, the parent and the time of a process, and the time of the child processes that it has waited for. */
const readProcess = pid => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses, and may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ms = at => Number(fields[at]) * msPerTick;
    return {
      pid: Number.parseInt(text, 10),
      name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
      parent: Number(fields[1]),
      ownMs: ms(11) + ms(12),
      endedMs: ms(13) + ms(14),
    };
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
};

/** Returns the time of this process and of its ended child processes. */
export const usedMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (readProcess('self')?.endedMs ?? 0);
};

const partNames = [
  ['Redis', /^redis/],
  ['browser', /^(?:chrom|headless)/],
];

const partOf = ({ name }) => partNames.find(([, names]) => names.test(name))?.[0] ?? 'shared servers';

/**
 * Returns the time of a run so far, and of its parts: child processes that have ended, which are those that ran the
 * tests, and the running ones with all processes below them. The system forgets the processes of a browser that ends,
 * so this is called before the run stops its parts.
 */
export const measureRun = () => {
  const self = usedMs();
  const processes =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .filter(name => /^\d+$/.test(name))
          .map(readProcess)
          .filter(each => each !== undefined)
      : [];
  const below = ({ pid, ownMs, endedMs }) =>
    processes.filter(({ parent }) => parent === pid).reduce((sum, each) => sum + below(each), ownMs + endedMs);
  const parts = new Map([['test processes', self]]);
  for (const child of processes.filter(({ parent }) => parent === process.pid))
    parts.set(partOf(child), (parts.get(partOf(child)) ?? 0) + below(child));
  return { totalMs: [...parts.values()].reduce((sum, ms) => sum + ms, 0), parts };
};
