/** Counts the responses of a round by group of projects, kind of request and reason. */

/** `affected`: projects that the fault concerns by its nature. No other project may notice it. */
export type Group = 'affected' | 'other';

export interface Answer {
  readonly group: Group;
  readonly method: string;
  readonly path: string;
  /** 0 if the connection broke or the client gave up. */
  readonly status: number;
  /** The parsed body. */
  readonly json: unknown;
  readonly tookMs: number;
}

/** Errors of one group, kind and reason. Times count from the beginning of the fault. */
export interface ErrorRow {
  readonly group: Group;
  readonly kind: string;
  readonly status: number;
  readonly reason: string;
  count: number;
  firstMs: number;
  lastMs: number;
  slowestMs: number;
}

/** Maximum time of a response while a part of Redis is unavailable (docs/operations.md). */
export const waitMsMax = 2_500;

const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['token', /^POST \/oauth\/token$/],
  ['graphql', /^POST \/[^/]+\/graphql$/],
  ['search', /^POST .*\/(orders|products)\/search$|^GET .*\/product-projections\/search\?/],
  ['import', /^POST .*\/orders\/import$/],
  ['update', /^POST \/[^/]+\/[^/]+\/[^/]+$/],
  ['checkout', /^POST .*\/orders$/],
  ['cart', /^POST .*\/carts$/],
  ['create', /^POST \/[^/]+\/[^/]+$/],
  ['delete', /^DELETE /],
  ['read', /^GET \/[^/]+\/[^/]+\/[^?]+$/],
  ['list', /^GET \/[^/]+\/[^/]+\?/],
];

const reasons: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ['not confirmed', /not confirmed/],
  ['not written', /was not written/],
  ['not known', /not known whether/],
  ['not reached', /cannot be reached/],
  ['overloaded', /overloaded/],
  ['index rebuilt', /index is being rebuilt/],
  ['refuses changes', /refuses changes/],
];

interface WireError {
  readonly message?: string;
  readonly errors?: readonly {
    readonly code?: string;
    readonly message?: string;
    readonly extensions?: { readonly code?: string };
  }[];
}

const kindOf = (method: string, path: string): string =>
  kinds.find(([, pattern]) => pattern.test(`${method} ${path}`))?.[0] ?? `${method} ${path}`;

const reasonOf = ({ status, json }: Answer): string => {
  const { message, errors } = (json as WireError | undefined) ?? {};
  const text = message ?? errors?.[0]?.message;
  if (status === 0 || text === undefined) return 'no response';
  const code = errors?.[0]?.code ?? errors?.[0]?.extensions?.code ?? '';
  return reasons.find(([, pattern]) => pattern.test(text))?.[0] ?? `${code}: ${text.slice(0, 60)}`;
};

/** A 404 or 409 is no error here: writers check them, and readers may name an order that was just deleted. */
const isError = ({ status, json }: Answer): boolean =>
  status < 200 ||
  (status >= 400 && status !== 404 && status !== 409) ||
  (status === 200 && Array.isArray((json as WireError | undefined)?.errors));

/** Requests of one group and kind that took longer than their limit. */
export interface SlowRow {
  readonly group: Group;
  readonly kind: string;
  count: number;
  slowestMs: number;
}

export class RequestLog {
  readonly #rows = new Map<string, ErrorRow>();
  readonly #slowRows = new Map<string, SlowRow>();
  readonly slowestMs: Record<Group, number> = { affected: 0, other: 0 };
  /** Requests of all projects that took longer than the limit. */
  waited = 0;
  #startMs = performance.now();

  /** Makes the times of errors count from this call. */
  startFault(): void {
    this.#startMs = performance.now();
  }

  record(answer: Answer, limitMs: number): void {
    const { group, tookMs } = answer;
    const kind = kindOf(answer.method, answer.path);
    this.slowestMs[group] = Math.max(this.slowestMs[group], tookMs);
    if (tookMs > waitMsMax) this.waited++;
    if (tookMs > limitMs) this.#addSlow(group, kind, tookMs);
    if (isError(answer)) this.#addError(answer, kind);
  }

  #addSlow(group: Group, kind: string, tookMs: number): void {
    const row = this.#slowRows.get(`${group}|${kind}`) ?? { group, kind, count: 0, slowestMs: 0 };
    row.count++;
    row.slowestMs = Math.max(row.slowestMs, tookMs);
    this.#slowRows.set(`${group}|${kind}`, row);
  }

  #addError(answer: Answer, kind: string): void {
    const { group, status, tookMs } = answer;
    const reason = reasonOf(answer);
    const nowMs = performance.now() - this.#startMs;
    const name = [group, kind, status, reason].join('|');
    const row = this.#rows.get(name) ?? {
      group,
      kind,
      status,
      reason,
      count: 0,
      firstMs: nowMs,
      lastMs: 0,
      slowestMs: 0,
    };
    row.count++;
    row.lastMs = nowMs;
    row.slowestMs = Math.max(row.slowestMs, tookMs);
    this.#rows.set(name, row);
  }

  get slow(): readonly SlowRow[] {
    return [...this.#slowRows.values()];
  }

  get errors(): readonly ErrorRow[] {
    return [...this.#rows.values()];
  }
}
