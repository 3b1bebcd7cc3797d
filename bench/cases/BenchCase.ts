import type { Calls } from '../load/runCalls.js';
import type { LoadRequest } from '../load/plan.js';
import type { Measurements } from '../measure/Measurements.js';
import type { BenchWorld, CaseData } from '../world/BenchWorld.js';

/** A benchmark case: its requests, its reference, and the limits that it must meet. */
export interface BenchCase {
  readonly name: string;
  readonly description: string;
  /** Concurrent connections; 64 by default. */
  readonly connections?: number;
  /** Authentication: an access token with JSON bodies by default; 'client' for HTTP Basic with form bodies. */
  readonly credentials?: 'client';
  /** The project of the case; by default the one with all orders, which no case changes. */
  readonly data?: CaseData;
  /** Prepares the stored data; returns a remark for the result. */
  readonly setup?: (world: BenchWorld) => Promise<string | undefined>;
  /** Returns a remark about the measurements. */
  readonly remark?: (rounds: readonly Measurements[], world: BenchWorld) => string;
  /** Creates the requests before each measurement, because updates need the current versions. */
  readonly requests: (world: BenchWorld) => Promise<readonly LoadRequest[]>;
  /** Whether each request is sent only once, for requests that cannot succeed twice. */
  readonly once?: boolean;
  /** Runs other work during the measurement; returns a remark for the result. */
  readonly runAlongside?: (world: BenchWorld, seconds: number) => Promise<string>;
  /** Is called after the warm-up; the returned function is called at the end and returns a remark for the result. */
  readonly observe?: (world: BenchWorld) => Promise<() => Promise<string>>;
  /** Returns what is wrong with the responses, if anything. */
  readonly checkResult?: (world: BenchWorld) => Promise<string | undefined>;
  /** Length of the measurement, instead of that of the run. */
  readonly seconds?: number;
  /** Rate at which requests are sent, as far as connections are free; by default each follows the previous response. */
  readonly perSecond?: number;
  /** The bare service that receives the same number of requests, or calls made by this process. */
  readonly reference?: 'bareRead' | 'bareWrite' | ((world: BenchWorld) => Promise<Calls>);
  /** Minimum share of the reference's requests per second. */
  readonly shareMin?: number;
  /** Maximum median response time. */
  readonly p50MsMax?: number;
  /** Maximum of Node's time as a multiple of that of a read, which is measured by turns with the case. */
  readonly timesOfReadMax?: number;
  /** That read, in the project of the case; by default an order by id in the project that no case changes. */
  readonly comparedRead?: Pick<BenchCase, 'name' | 'requests'>;
  /** Maximum of Node's time per request in microseconds. */
  readonly nodeMicrosMax?: number;
  /** Maximum p99 as a multiple of the p50. */
  readonly p99TimesMax?: number;
}
