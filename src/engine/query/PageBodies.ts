import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';

/** Collects the bodies of a page; throws when they are too long together. */
export class PageBodies {
  readonly bodies: Buffer[] = [];
  #bytes = 0;

  push(body: Buffer): void {
    this.#bytes += body.length;
    if (this.#bytes > limits.pageBytesMax)
      throw fail('InvalidInput', {
        message: `The page would be longer than ${limits.pageBytesMax} bytes. Ask for fewer results with limit.`,
      });
    this.bodies.push(body);
  }
}
