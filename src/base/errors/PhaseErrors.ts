import { ApiError, type ErrorEntry, failAll } from './ApiError.js';
import { limits } from '../config/limits.js';

/**
 * Collects the errors of one phase of a request, which are reported together (ERR004). Of a phase with very many errors
 * only the first ones are made: further parts are not run.
 */
export class PhaseErrors {
  readonly #entries: ErrorEntry[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  get isFull(): boolean {
    return this.#entries.length >= limits.errorEntriesMax;
  }

  add({ entries }: { readonly entries: readonly ErrorEntry[] }): void {
    this.#entries.push(...entries);
  }

  /** Runs a part of the phase; returns the substitute where it refuses the request. */
  run<T>(part: () => T, substitute: T): T {
    if (this.isFull) return substitute;
    try {
      return part();
    } catch (error) {
      this.#addThrown(error);
      return substitute;
    }
  }

  check(part: () => void): void {
    this.run(part, undefined);
  }

  /** Waits for a part of the phase. */
  async wait(part: () => Promise<unknown>): Promise<void> {
    if (this.isFull) return;
    try {
      await part();
    } catch (error) {
      this.#addThrown(error);
    }
  }

  /** An error that is no ApiError is a defect and passes through. */
  #addThrown(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    this.add(error);
  }

  throwIfAny(): void {
    if (this.#entries.length > 0) throw failAll(this.#entries);
  }
}

/**
 * Runs a function with parts whose errors are reported together: with those of the given phase, or at its end if there
 * is no phase.
 */
export const collectErrors = <T>(phase: PhaseErrors | undefined, run: (errors: PhaseErrors) => T): T => {
  if (phase !== undefined) return run(phase);
  const errors = new PhaseErrors();
  const result = run(errors);
  errors.throwIfAny();
  return result;
};
