/**
 * Bodies that arrive and answers that wait to be taken, of all connections: bounded in bytes and in time. Where there is
 * no room for more, it is made by whoever has held most for longest: who is quick, or small, is not held up by who is neither.
 */
import { performance } from 'node:perf_hooks';
import type { Config } from '../config/settings.js';

export interface Transfer {
  /** So much more is kept for it. */
  grow(bytes: number): void;
  /** It came to its end, or its connection did; nothing is kept any longer. */
  end(): void;
}

export interface Transfers {
  /** `cut` ends the connection. */
  begin(cut: () => void): Transfer;
  /** Kept now. */
  readonly bytes: number;
  /** Cut so far: since their time was over, or to make resource type. */
  readonly slow: number;
  readonly crowded: number;
  close(): void;
}

interface Entry {
  readonly startMs: number;
  readonly cut: () => void;
  bytes: number;
}

const lookMs = 1_000;

export const createTransfers = ({
  transferBytesMax,
  transferTimeoutMs,
}: Pick<Config, 'transferBytesMax' | 'transferTimeoutMs'>): Transfers => {
  /** In the order in which they began. */
  const all = new Set<Entry>();
  let bytes = 0;
  let slow = 0;
  let crowded = 0;

  const remove = (entry: Entry): void => {
    if (all.delete(entry)) bytes -= entry.bytes;
  };
  const cut = (entry: Entry): void => {
    remove(entry);
    entry.cut();
  };
  const oldest = (): Entry | undefined => all.values().next().value;

  /** The one that costs most in bytes times milliseconds. */
  const dearest = (but: Entry): Entry | undefined => {
    const nowMs = performance.now();
    const costOf = ({ bytes: held, startMs }: Entry): number => held * (nowMs - startMs);
    let found: Entry | undefined;
    for (const entry of all) if (entry !== but && (found === undefined || costOf(entry) > costOf(found))) found = entry;
    return found;
  };

  /** Each alone has a bound of its own. */
  const evictFor = (growing: Entry): void => {
    while (bytes > transferBytesMax) {
      const entry = dearest(growing);
      if (entry === undefined) return;
      crowded++;
      cut(entry);
    }
  };
  const endSlow = (): void => {
    const beforeMs = performance.now() - transferTimeoutMs;
    for (let entry = oldest(); entry !== undefined && entry.startMs < beforeMs; entry = oldest()) {
      slow++;
      cut(entry);
    }
  };
  const timer = setInterval(endSlow, Math.min(lookMs, transferTimeoutMs)).unref();

  return {
    begin: cutConnection => {
      const entry: Entry = { startMs: performance.now(), cut: cutConnection, bytes: 0 };
      all.add(entry);
      return {
        grow: more => {
          if (!all.has(entry)) return;
          entry.bytes += more;
          bytes += more;
          evictFor(entry);
        },
        end: () => remove(entry),
      };
    },
    get bytes() {
      return bytes;
    },
    get slow() {
      return slow;
    },
    get crowded() {
      return crowded;
    },
    close: () => clearInterval(timer),
  };
};
