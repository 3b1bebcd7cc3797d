import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import { createGate } from './gate.js';
import { overloaded } from './overloaded.js';

export interface Reads {
  /** Whether there is no place for one more, which then goes away. */
  refuses(): boolean;
  /** Takes a place for a read that was not refused, to be given back by `leave`; true where it is the probe. */
  enter(): boolean;
  leave(isProbe: boolean): void;
  /** Takes a place for what asks Redis for something else, and so is no measure of a read; it is to wait for nobody but Redis. */
  runOther<T>(read: () => Promise<T>): Promise<T>;
  /** Runs a read of so many bytes, where there is room for them beside the others of its kind. */
  runLarge<T>(bytes: number, read: () => Promise<T>): Promise<T>;
  /** So far. */
  readonly refused: number;
}

/** Reads that keep Redis busy, and how many a millisecond are taken to be no burden, as long as nobody knows better. */
const least = 32;
const perMs = 10;
/** A call goes to a worker and to Redis two or three times; a read goes its one way once, and may wait as long as they do together. */
const ways = 2;

export const createReads = (
  { readQueueMax, queueWaitMs }: Pick<Config, 'readQueueMax' | 'queueWaitMs'>,
  ping: () => Promise<unknown>,
  now?: () => number,
): Reads => {
  const waitMs = ways * queueWaitMs;
  const gate = createGate({ max: readQueueMax, first: perMs * waitMs, least, waitMs, now });
  /** Of all large reads under way. */
  let largeBytes = 0;
  const enter = (): boolean => {
    const isProbe = gate.wantsProbe;
    gate.take();
    if (isProbe) gate.probeStarts();
    return isProbe;
  };
  const probeIfWanted = (): void => {
    if (!gate.wantsProbe) return;
    gate.probeStarts();
    ping().then(gate.probeEnds, gate.probeEnds);
  };
  const refuses = (): boolean => {
    if (!gate.refuses()) return false;
    probeIfWanted();
    return true;
  };
  return {
    refuses,
    enter,
    leave: isProbe => {
      if (isProbe) gate.probeEnds();
      gate.leave();
    },
    runOther: async read => {
      if (refuses()) throw overloaded;
      gate.take();
      return read().finally(gate.leave);
    },
    runLarge: async (bytes, read) => {
      if (largeBytes + bytes > limits.largeReadsBytesMax && gate.refuses(true)) throw overloaded;
      largeBytes += bytes;
      return read().finally(() => {
        largeBytes -= bytes;
      });
    },
    get refused() {
      return gate.refused;
    },
  };
};
