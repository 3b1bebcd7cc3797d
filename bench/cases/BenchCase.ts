/** Defines benchmark cases, and tells whether a run of a case meets its limits. */
import type { Calls, LoadRequest } from '../load/runLoad.js';
import { type Figures, type Range, rangeOf, sumOf, type Value } from '../measure/figures.js';
import type { BenchWorld, CaseData } from '../world/BenchWorld.js';

/** A benchmark case: its requests, its reference, and the limits that it must meet. */
export interface BenchCase {
  readonly name: string;
  readonly description: string;
  /** Concurrent connections; 64 by default. */
  readonly connections?: number;
  /** True if `connections` are counted for each master of a cluster. */
  readonly areConnectionsOfMaster?: boolean;
  /** Authentication: an access token with JSON bodies by default; 'client' for HTTP Basic with form bodies. */
  readonly credentials?: 'client';
  /** The project of the case; by default the one with all orders, which no case changes. */
  readonly data?: CaseData;
  /** Prepares the stored data; returns a remark for the result. */
  readonly setup?: (world: BenchWorld) => Promise<string | undefined>;
  /** Returns a remark about the measurements. */
  readonly remark?: (rounds: readonly Figures[], world: BenchWorld) => string;
  /** Creates the requests before each measurement, because updates need the current versions. */
  readonly requests: (world: BenchWorld) => Promise<readonly LoadRequest[]>;
  /** True if each request is sent only once, for requests that cannot succeed twice. */
  readonly once?: boolean;
  /** Shares of the kinds of its requests, whose times are shown one by one. */
  readonly mix?: Readonly<Record<string, number>>;
  /** True if the requests are the steps of a chain, such as a checkout, which is counted and timed as a whole. */
  readonly chain?: boolean;
  /** Runs other work during the measurement; returns a remark for the result. */
  readonly runAlongside?: (world: BenchWorld, seconds: number) => Promise<string>;
  /** Is called after the warm-up; the returned function is called at the end and returns a remark for the result. */
  readonly observe?: (world: BenchWorld) => Promise<() => Promise<string>>;
  /** Returns the error in the responses, if any. */
  readonly checkResult?: (world: BenchWorld) => Promise<string | undefined>;
  /** Length of the measurement, instead of that of the run. */
  readonly seconds?: number;
  /** Rate at which requests begin, whether or not earlier ones were answered; by default each follows a response. */
  readonly perSecond?: number;
  /** True if the server may refuse requests because of overload. */
  readonly mayRefuse?: boolean;
  /** The bare service that receives the same number of requests, or calls made by this process. */
  readonly reference?: 'bareRead' | 'bareWrite' | ((world: BenchWorld) => Promise<Calls>);
  /** Minimum share of the reference's requests per second. */
  readonly shareMin?: number;
  /** The same work for other programs (bench/peers), which are measured with --peers. */
  readonly peers?: {
    readonly requests: readonly LoadRequest[];
    /** Describes how the first response of a peer differs, if it does. */
    readonly findDifference: (world: BenchWorld, address: string) => Promise<string | undefined>;
  };
  readonly p50MsMax?: number;
  /** Maximum by which the median response time may exceed that of the reference in the same round. */
  readonly p50OverReferenceMsMax?: number;
  /** Maximum of Node's time as a multiple of that of a read, which is measured by turns with the case. */
  readonly timesOfReadMax?: number;
  /** Maximum of Redis' time as a multiple of that of the same read. */
  readonly redisTimesOfReadMax?: number;
  /** The compared read, in the project of the case; by default an order by id in the project that no case changes. */
  readonly comparedRead?: Pick<BenchCase, 'name' | 'requests'>;
  /** Maximum of Node's time per request in microseconds. */
  readonly nodeMicrosMax?: number;
  /** Minimum of the load that three masters serve, as a multiple of that of one Redis (measureCase.ts). */
  readonly capacityMin?: number;
  /** Maximum p99 as a multiple of the p50. */
  readonly p99TimesMax?: number;
}

/** A project without orders. */
export const emptyData: CaseData = { orders: 0 };

/** A project with orders that only one case changes. */
export const ownOrders: CaseData = { orders: 10_000 };

interface Limit {
  readonly text: string;
  readonly value: Range | undefined;
  readonly isMinimum?: boolean;
  readonly bound: number;
}

/** Figures that a case is compared with in the same rounds. */
interface Compared {
  readonly reference?: readonly Figures[];
  readonly share?: Range;
  readonly timesOfRead?: Range;
  readonly redisTimesOfRead?: Range;
  readonly capacity?: Range;
}

const limitsOf = (
  one: BenchCase,
  figures: readonly Figures[],
  { reference = [], share, timesOfRead, redisTimesOfRead, capacity }: Compared,
): Limit[] => {
  const limits: Limit[] = [];
  const atMost = (name: string, bound: number | undefined, unit: string, value: Range | undefined): void => {
    if (bound !== undefined) limits.push({ text: `${name} at most ${bound}${unit}`, value, bound });
  };
  const of = (value: Value): Range | undefined => rangeOf(figures.map(value));
  const { shareMin: bound } = one;
  if (bound !== undefined)
    limits.push({ text: `at least ${(bound * 100).toFixed(0)} %`, value: share, bound, isMinimum: true });
  if (one.capacityMin !== undefined && capacity !== undefined)
    limits.push({
      text: `at least ${one.capacityMin} x one Redis`,
      value: capacity,
      bound: one.capacityMin,
      isMinimum: true,
    });
  const comparedUnit = ` x ${one.comparedRead?.name ?? 'order by id'}`;
  atMost('node', one.timesOfReadMax, comparedUnit, timesOfRead);
  atMost('redis', one.redisTimesOfReadMax, comparedUnit, redisTimesOfRead);
  const [p50, nodeMicros, p99Times] = [
    of(({ p50Ms }) => p50Ms),
    of(each => each.nodeMicros),
    of(({ p50Ms, p99Ms }) => p99Ms / p50Ms),
  ];
  atMost('p50', one.p50MsMax, ' ms', p50);
  const overReference = figures.flatMap(({ p50Ms }, round) => {
    const other = reference[round];
    return other === undefined ? [] : [p50Ms - other.p50Ms];
  });
  atMost('p50', one.p50OverReferenceMsMax, ' ms above the reference', rangeOf(overReference));
  atMost('node', one.nodeMicrosMax, ' µs', nodeMicros);
  atMost('p99', one.p99TimesMax, ' x p50', p99Times);
  return limits;
};

/** Compares the medians with the limits of a case; any failed request fails the case. */
export const verdictOf = (one: BenchCase, figures: readonly Figures[], compared: Compared): string => {
  const failed = sumOf(figures, ({ failures, refused }) => (one.mayRefuse === true ? failures - refused : failures));
  if (failed > 0) return `${failed} FAILED`;
  if (figures.some(({ requests }) => requests === 0)) return 'NO RESPONSE in a round: give it more seconds';
  return limitsOf(one, figures, compared)
    .map(({ text, value, bound, isMinimum }) => {
      if (value === undefined) return `${text}: not measured`;
      const isKept = isMinimum === true ? value.median >= bound : value.median <= bound;
      return isKept ? `ok, ${text}` : `MISSED: ${text}, is ${value.median.toFixed(2)}`;
    })
    .join('; ');
};
