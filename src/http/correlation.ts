import { randomUUID } from 'node:crypto';
import { limits } from '../config.js';
import { fail } from '../errors.js';
import type { Exchange } from './exchange.js';

const { correlationIdLengthMin, correlationIdLengthMax } = limits;
const correlationId = new RegExp(`^[A-Za-z0-9_-]{${correlationIdLengthMin},${correlationIdLengthMax}}$`);

/** The client's id for the request, or one of ours; a malformed one is refused under a generated id (GEN024 to GEN028). */
export const correlate = (exchange: Exchange): void => {
  const given = exchange.head.correlationId;
  if (correlationId.test(given)) {
    exchange.correlationId = given;
    return;
  }
  exchange.correlationId = randomUUID();
  if (given !== '')
    throw fail('InvalidInput', {
      message: `The header X-Correlation-ID is malformed: expected ${correlationIdLengthMin} to ${correlationIdLengthMax} characters of letters, digits, '_' and '-', got '${given.slice(0, 100)}' with ${given.length} characters.`,
    });
};
