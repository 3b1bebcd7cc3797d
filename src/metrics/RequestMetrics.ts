import { clientClosedStatus } from '../log/clientClosedStatus.js';
import { DurationHistogram, requestBucketsMs } from './DurationHistogram.js';
import { counter, gauge, histogram, type MetricFamily, sample } from './MetricFamily.js';

/** The members of a request that are measured. */
export interface MeasuredRequest {
  readonly head: { readonly method: string };
  readonly match?: { readonly route: MeasuredRoute };
  readonly bodyBytes: number;
}
interface MeasuredRoute {
  readonly path: string;
}

/** HTTP statuses have three digits. */
const statusMax = 600;

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

/** Counts requests by route and status; samples are composed at a scrape only. */
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

  families(): MetricFamily[] {
    const all = [this.#unmatched, ...this.#routes.values(), ...this.#headRoutes.values()];
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

  #routeMetrics({ match, head }: MeasuredRequest): RouteMetrics {
    if (match === undefined) return this.#unmatched;
    const routes = head.method === 'HEAD' ? this.#headRoutes : this.#routes;
    let metrics = routes.get(match.route);
    if (metrics === undefined) routes.set(match.route, (metrics = new RouteMetrics(head.method, match.route.path)));
    return metrics;
  }
}
