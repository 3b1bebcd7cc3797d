import { clientClosedStatus } from '../log/formatLogLine.js';
import {
  DurationHistogram,
  requestBucketsMs,
  counter,
  gauge,
  histogram,
  type MetricFamily,
  sample,
} from './MetricFamily.js';

/** All requests of a process together, since its start. */
export interface RequestTotals {
  readonly ended: number;
  readonly inFlight: number;
  /** Counts by the first digit of the status: `2xx`; `499` where the client left before the response. */
  readonly byStatus: Readonly<Record<string, number>>;
  /** Responses with status 409: another request had changed the resource before. */
  readonly conflicts: number;
  /** Responses by duration: `ms` is the upper bound, absent for those above all bounds. */
  readonly durations: readonly { readonly ms?: number; readonly count: number }[];
}

/** The members of a request that are measured. */
interface MeasuredRequest {
  readonly head: { readonly method: string };
  readonly match?: { readonly route: MeasuredRoute };
  readonly bodyBytes: number;
}
interface MeasuredRoute {
  readonly path: string;
}

/** HTTP statuses have three digits. */
const statusMax = 600;
const statusesPerClass = 100;
const conflictStatus = 409;

class RouteMetrics {
  readonly statuses = new Float64Array(statusMax);
  readonly durations = new DurationHistogram(requestBucketsMs);
  readonly labels: { readonly method: string; readonly route: string };

  constructor(method: string, route: string) {
    this.labels = { method, route };
  }

  countsByStatus() {
    return [...this.statuses.entries()]
      .filter(([, count]) => count > 0)
      .map(([status, count]) => sample(count, { ...this.labels, status: String(status) }));
  }
}

/** Counts requests by route and status; samples and totals are composed when they are read. */
export class RequestMetrics {
  /** Requests without a route; their methods are not labels, since clients may send any. */
  readonly #unmatched = new RouteMetrics('(any)', '(none)');
  readonly #routes = new Map<MeasuredRoute, RouteMetrics>();
  readonly #headRoutes = new Map<MeasuredRoute, RouteMetrics>();
  #started = 0;
  #ended = 0;
  #bytesIn = 0;
  #bytesOut = 0;

  requestStarted(): void {
    this.#started++;
  }

  requestEnded(request: MeasuredRequest, status: number, bytes: number, ms: number): void {
    const { statuses, durations } = this.#routeMetrics(request);
    this.#ended++;
    this.#bytesIn += request.bodyBytes;
    this.#bytesOut += bytes;
    statuses[status] = (statuses[status] ?? 0) + 1;
    // A client that left did not wait for a response, so its time is no response time.
    if (status !== clientClosedStatus) durations.observe(ms);
  }

  /** All requests together, for the figures of the console. */
  totals(): RequestTotals {
    const statuses = new Float64Array(statusMax);
    const durations = new DurationHistogram(requestBucketsMs);
    for (const route of this.#all()) {
      route.statuses.forEach((count, status) => (statuses[status] = (statuses[status] ?? 0) + count));
      durations.add(route.durations);
    }
    const left = statuses[clientClosedStatus] ?? 0;
    const countOf = (digit: number): number =>
      statuses
        .subarray(digit * statusesPerClass, (digit + 1) * statusesPerClass)
        .reduce((sum, count) => sum + count, digit === 4 ? -left : 0);
    return {
      ended: this.#ended,
      inFlight: this.#started - this.#ended,
      byStatus: {
        ...Object.fromEntries([2, 3, 4, 5].map(digit => [`${digit}xx`, countOf(digit)])),
        [clientClosedStatus]: left,
      },
      conflicts: statuses[conflictStatus] ?? 0,
      durations: durations.counts(),
    };
  }

  families(): MetricFamily[] {
    const all = this.#all();
    return [
      counter(
        'quayside_http_requests_total',
        `Requests by route and status; ${clientClosedStatus} where the client left before the response.`,
        ...all.flatMap(route => route.countsByStatus()),
      ),
      histogram(
        'quayside_http_request_duration_seconds',
        'Time from the head of a request to its response.',
        ...all.flatMap(({ durations, labels }) => durations.samples(labels)),
      ),
      gauge(
        'quayside_http_requests_in_flight',
        'Requests without a response yet.',
        sample(this.#started - this.#ended),
      ),
      counter('quayside_http_request_body_bytes_total', 'Bytes of bodies that were received.', sample(this.#bytesIn)),
      counter('quayside_http_response_body_bytes_total', 'Bytes of bodies that were sent.', sample(this.#bytesOut)),
    ];
  }

  #all(): readonly RouteMetrics[] {
    return [this.#unmatched, ...this.#routes.values(), ...this.#headRoutes.values()];
  }

  #routeMetrics({ match, head }: MeasuredRequest): RouteMetrics {
    if (match === undefined) return this.#unmatched;
    const routes = head.method === 'HEAD' ? this.#headRoutes : this.#routes;
    let metrics = routes.get(match.route);
    if (metrics === undefined) routes.set(match.route, (metrics = new RouteMetrics(head.method, match.route.path)));
    return metrics;
  }
}
