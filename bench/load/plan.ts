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
