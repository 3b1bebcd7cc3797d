/** What a load generator sends, as data: it runs in a process of its own and knows nothing of Quayside. */

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `@version@` stands for `version` plus the rounds so far, `@unique@` for a text that no other request has. */
  readonly body?: string;
  readonly version?: number;
}

export interface LoadPlan {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Pace at which requests begin, where the connections allow; without it each follows the one before it at once. */
  readonly perSecond?: number;
  /** Sent in this order, again and again, over all connections together. */
  readonly requests: readonly LoadRequest[];
  /** Each of them once, however long it takes; else for `seconds`. */
  readonly once?: boolean;
}

export interface LoadResult {
  readonly requests: number;
  /** Answers that were not 2xx, and requests that got none. */
  readonly failures: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** As many requests a second as it says, whatever the server does with them; then a calm with fewer. */
export interface OpenPlan {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly calmSeconds: number;
  readonly calmPerSecond: number;
  /** Each is one at a time under way; `@version@` counts what was accepted of it. */
  readonly requests: readonly LoadRequest[];
}

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What became of the requests of one phase. */
export interface Phase {
  readonly seconds: number;
  readonly sent: number;
  /** Answered with 2xx, with 503, with anything else or not at all. */
  readonly accepted: number;
  readonly shed: number;
  readonly failed: number;
  /** Due while every connection waited for an answer. */
  readonly unsent: number;
  readonly acceptedTimes: Times;
  readonly shedTimes: Times;
  /** The p99 of what was accepted of each second's requests: the first tells how quickly the server learns. */
  readonly p99MsBySecond: readonly number[];
  /** From the beginning of the phase to the last 503, of what was sent in it. */
  readonly lastShedMs: number;
  /** How late the generator's own turns were: part of all times above. */
  readonly ownLag: Times;
}

export interface OpenResult {
  readonly overload: Phase;
  readonly calm: Phase;
}
