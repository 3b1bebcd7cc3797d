/** Requests by route and status: a few numbers a route, told as text only when somebody asks. */
import type { Exchange } from '../http/exchange/Exchange.js';
import type { Route } from '../http/routing/routes.js';
import { clientClosedStatus, type RequestObserver } from '../http/exchange/RequestObserver.js';
import { DurationHistogram, requestBucketsMs } from './DurationHistogram.js';
import { counter, type MetricFamily, gauge, histogram, sample } from './MetricFamily.js';

export interface RequestMetrics extends RequestObserver {
  families(): MetricFamily[];
}

/** Statuses are numbers of three digits. */
const statusMax = 600;

class Row {
  readonly statuses = new Float64Array(statusMax);
  readonly durations = new DurationHistogram(requestBucketsMs);

  constructor(
    readonly method: string,
    readonly route: string,
  ) {}

  get labels(): { readonly method: string; readonly route: string } {
    return { method: this.method, route: this.route };
  }
}

/** Where no route was found, also no method that a client thought up may become a label. */
const unmatched = { method: '(any)', route: '(none)' } as const;

const byStatus = ({ labels, statuses }: Row) =>
  [...statuses.entries()]
    .filter(([, count]) => count > 0)
    .map(([status, count]) => sample(count, { ...labels, status: String(status) }));

export const createRequestFigures = (): RequestMetrics => {
  const none = new Row(unmatched.method, unmatched.route);
  const rows = new Map<Route, Row>();
  const heads = new Map<Route, Row>();
  let started = 0;
  let ended = 0;
  let bytesIn = 0;
  let bytesOut = 0;

  const rowOf = ({ match, head }: Exchange): Row => {
    if (match === undefined) return none;
    const table = head.method === 'HEAD' ? heads : rows;
    let row = table.get(match.route);
    if (row === undefined) table.set(match.route, (row = new Row(head.method, match.route.path)));
    return row;
  };

  return {
    requestStarted: () => {
      started++;
    },
    requestEnded: (exchange, status, bytes, ms) => {
      const row = rowOf(exchange);
      ended++;
      bytesIn += exchange.bodyBytes;
      bytesOut += bytes;
      row.statuses[status]!++;
      // How long somebody waited who went away is no answer's time.
      if (status !== clientClosedStatus) row.durations.observe(ms);
    },
    families: () => {
      const all = [none, ...rows.values(), ...heads.values()];
      return [
        counter(
          'quayside_http_requests_total',
          `Requests by route and status; ${clientClosedStatus} where the client left before the answer.`,
          ...all.flatMap(byStatus),
        ),
        histogram(
          'quayside_http_request_duration_seconds',
          'Time from the head of a request to its answer.',
          ...all.flatMap(row => row.durations.samples(row.labels)),
        ),
        gauge('quayside_http_requests_under_way', 'Requests that are not answered yet.', sample(started - ended)),
        counter('quayside_http_request_body_bytes_total', 'Bytes of bodies that were received.', sample(bytesIn)),
        counter('quayside_http_response_body_bytes_total', 'Bytes of bodies that were sent.', sample(bytesOut)),
      ];
    },
  };
};
