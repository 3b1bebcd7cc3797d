import { randomUUID } from 'node:crypto';
import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';
import type { Exchange, Head } from './exchange.js';

const { correlationIdLengthMin, correlationIdLengthMax } = limits;
const correlationId = new RegExp(`^[A-Za-z0-9_-]{${correlationIdLengthMin},${correlationIdLengthMax}}$`);

/** Gives the exchange the client's id, or one of ours where the client sent none or a malformed one (GEN024). */
export const identify = (exchange: Exchange): void => {
  const given = exchange.head.correlationId;
  exchange.correlationId = correlationId.test(given) ? given : randomUUID();
};

/** Refuses a malformed id (GEN027, GEN028). */
export const assertCorrelation = ({ correlationId: given }: Head): void => {
  if (given !== '' && !correlationId.test(given))
    throw fail('InvalidInput', {
      message: `The header X-Correlation-ID is malformed: expected ${correlationIdLengthMin} to ${correlationIdLengthMax} characters of letters, digits, '_' and '-', got '${given.slice(0, 100)}' with ${given.length} characters.`,
    });
};
