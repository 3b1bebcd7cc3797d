/** Plans and results of load generators, which run in processes of their own. */

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `@version@` is replaced by `version` plus the completed rounds, `@unique@` by a unique text. */
  readonly body?: string;
  readonly version?: number;
  /** The `authorization` header, instead of that of the plan. */
  readonly authorization?: string;
}

export interface LoadPlan {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Rate at which requests are sent, as far as connections are free; without it each follows the previous response. */
  readonly perSecond?: number;
  /** Requests that are sent repeatedly in this order over all connections. */
  readonly requests: readonly LoadRequest[];
  /** Whether each request is sent once; otherwise they are sent for `seconds`. */
  readonly once?: boolean;
}

export interface LoadResult {
  readonly requests: number;
  /** Responses without status 2xx, and requests without response. */
  readonly failures: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A fixed rate of requests whatever the server does, followed by a calm phase with a lower rate. */
export interface OpenPlan {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly calmSeconds: number;
  readonly calmPerSecond: number;
  /** One request of each is in progress at a time; `@version@` counts its accepted requests. */
  readonly requests: readonly LoadRequest[];
}

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Result of one phase. */
export interface Phase {
  readonly seconds: number;
  readonly sent: number;
  /** Requests with status 2xx; `shed` with 503; `failed` with another status or none. */
  readonly accepted: number;
  readonly shed: number;
  readonly failed: number;
  /** Requests that were not sent because no connection was free. */
  readonly unsent: number;
  readonly acceptedTimes: Times;
  readonly shedTimes: Times;
  /** The p99 of the accepted requests of each second; the first shows how fast the server starts to shed. */
  readonly p99MsBySecond: readonly number[];
  /** Time from the start of the phase to its last 503. */
  readonly lastShedMs: number;
  /** Delays of the generator itself, which are part of all times above. */
  readonly ownLag: Times;
}

export interface OpenResult {
  readonly overload: Phase;
  readonly calm: Phase;
}
