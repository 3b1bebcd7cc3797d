/**
 * A bound on work under way that follows how long work waits. A bound by count alone is none by time: 4,096 calls are a
 * second of small ones and minutes of large ones. While there is work, one probe at a time goes the way that all work
 * goes. The bound shrinks in proportion as probes come back late, and grows again once they are quick (as CoDel, RFC 8289,
 * takes the time in a queue, and not its length, for the sign of too much).
 */
import { performance } from 'node:perf_hooks';

export interface GateOptions {
  /** The bound is never above it. */
  readonly max: number;
  /** Where the bound stands when nothing is under way, nor was refused lately. */
  readonly first: number;
  /** So much is let in however late probes are, or nobody would learn that they are quick again. */
  readonly least: number;
  /** How long a probe may take. */
  readonly waitMs: number;
  readonly now?: () => number;
}

export interface Gate {
  /** Takes a place; false, which is counted, where there is none left, or the caller has a reason of its own (`isFull`). */
  enter(isFull?: boolean): boolean;
  /** Takes a place for somebody who was not refused a moment ago. */
  take(): void;
  leave(): void;
  /** Whether there is no place left, told to somebody who then goes away: that is counted as well. */
  refuses(isFull?: boolean): boolean;
  readonly inside: number;
  /** So far. */
  readonly refused: number;
  /** Whether somebody was refused in the last second. */
  readonly isPressed: boolean;
  /** Whether it is worth to send a probe: there is work under way, and no probe. */
  readonly wantsProbe: boolean;
  probeStarts(): void;
  probeEnds(): void;
}

/** A step up after each quick probe; one down is no more than by half. */
const growth = 1.15;
const shrinkageMost = 0.5;
/** A short halt, such as a collection of garbage under a steady load of few, is not taken for too much. */
const slack = 2;
/** The time between two probes. */
const pauseMs = 5;
const pressedMs = 1_000;

export const createGate = ({ max, first, least, waitMs, now = () => performance.now() }: GateOptions): Gate => {
  const floor = Math.min(least, max);
  const start = Math.min(Math.max(first, floor), max);
  let bound = start;
  let inside = 0;
  let refused = 0;
  let refusedAtMs = -Infinity;
  let probeAtMs: number | undefined;
  let nextProbeMs = 0;

  /** The bound after a probe of this length. */
  const boundAfter = (tookMs: number, shrinkage: number): number =>
    Math.max(floor, Math.floor(Math.min(bound, inside * slack) * Math.max(shrinkage, waitMs / tookMs)));

  /** A probe that is not back in time says already what it would say when it is. */
  const boundNow = (): number => {
    const tookMs = probeAtMs === undefined ? 0 : now() - probeAtMs;
    return tookMs > waitMs ? boundAfter(tookMs, 0) : bound;
  };

  const isPressed = (): boolean => refused > 0 && now() - refusedAtMs < pressedMs;

  const isShut = (): boolean => inside >= floor && (inside >= bound || inside >= boundNow());

  const refuses = (isFull = false): boolean => {
    if (!isFull && !isShut()) return false;
    refused++;
    refusedAtMs = now();
    return true;
  };

  return {
    enter: isFull => {
      if (refuses(isFull)) return false;
      inside++;
      return true;
    },
    take: () => {
      inside++;
    },
    leave: () => {
      inside--;
      // What was learned under load is no rule for the next; but reads come back in one lot, and that is no pause.
      if (inside === 0 && !isPressed()) bound = start;
    },
    refuses,
    get inside() {
      return inside;
    },
    get refused() {
      return refused;
    },
    get isPressed() {
      return isPressed();
    },
    get wantsProbe() {
      return probeAtMs === undefined && inside >= floor / 2 && now() >= nextProbeMs;
    },
    probeStarts: () => {
      probeAtMs = now();
    },
    probeEnds: () => {
      const tookMs = now() - probeAtMs!;
      if (tookMs > waitMs) bound = boundAfter(tookMs, shrinkageMost);
      // Where there are places left, more would teach nothing.
      else if (inside >= bound / 2) bound = Math.min(max, Math.ceil(bound * growth));
      probeAtMs = undefined;
      nextProbeMs = now() + pauseMs;
    },
  };
};
