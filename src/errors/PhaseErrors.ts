import { ApiError, type ErrorEntry, failAll } from './ApiError.js';
import { limits } from '../config/limits.js';

/** Collects the errors of one phase of a request, which are reported together (ERR004). */
export class PhaseErrors {
  readonly #entries: ErrorEntry[] = [];

  add({ entries }: ApiError): void {
    this.#entries.push(...entries);
  }

  /** Runs a part of the phase; returns the substitute where it refuses the request. */
  run<T>(part: () => T, substitute: T): T {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.add(error);
      return substitute;
    }
  }

  throwIfAny(): void {
    if (this.#entries.length > 0) throw failAll(this.#entries.slice(0, limits.errorEntriesMax));
  }
}
