import type { Config } from '../../config/settings.js';
import type { SlowRequestFigures } from '../../monitoring/Figures.js';
import type { Exchange, RequestObserver } from '../exchange/Exchange.js';
import { logFields } from './createAccessLog.js';

const keptMax = 100;

/** The trace id of a recorded trace, from its `traceparent` (W3C Trace Context): version-trace-parent-flags. */
const traceIdOf = ({ trace }: Exchange): string | undefined =>
  trace?.traceparent.endsWith('-01') === true ? trace.traceparent.split('-')[1] : undefined;

/** Keeps the last slow requests for the console. */
export class SlowRequests implements RequestObserver {
  readonly #kept: SlowRequestFigures[] = [];
  readonly #slowMs: number;

  constructor({ slowRequestMs }: Pick<Config, 'slowRequestMs'>) {
    this.#slowMs = slowRequestMs === 0 ? Infinity : slowRequestMs;
  }

  requestEnded(exchange: Exchange, status: number, _bytes: number, ms: number): void {
    if (ms <= this.#slowMs) return;
    const traceId = traceIdOf(exchange);
    this.#kept.push({
      at: new Date().toISOString(),
      ...logFields(exchange, status, ms),
      ...(traceId !== undefined && { traceId }),
    });
    if (this.#kept.length > keptMax) this.#kept.shift();
  }

  /** The newest first. */
  list(): SlowRequestFigures[] {
    return this.#kept.toReversed();
  }
}
