import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';

/** Limits the bytes of resources that one request loads, however many fields load them at the same time. */
export class MemoryBudget {
  #bytesLeft: number;

  constructor(private readonly bytesMax = limits.graphqlBytesMax) {
    this.#bytesLeft = bytesMax;
  }

  /** Throws InvalidInput when the request exceeds its budget. */
  take(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0)
      throw fail('InvalidInput', {
        message: `The query loads more than ${this.bytesMax} bytes of resources. Ask for fewer results with limit.`,
      });
  }
}
