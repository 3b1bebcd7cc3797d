import { randomUUID } from 'node:crypto';
import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Exchange, RequestHead } from './Exchange.js';

const { correlationIdLengthMin, correlationIdLengthMax } = limits;
const wellFormed = new RegExp(`^[A-Za-z0-9_-]{${correlationIdLengthMin},${correlationIdLengthMax}}$`);

/** Takes the id of the client, or generates one if the client sent none or a malformed one (GEN024). */
export const assignCorrelationId = (exchange: Exchange): void => {
  const given = exchange.head.correlationId;
  exchange.correlationId = wellFormed.test(given) ? given : randomUUID();
};

/** Refuses a malformed id (GEN027, GEN028). */
export const assertCorrelationId = ({ correlationId }: RequestHead): void => {
  if (correlationId !== '' && !wellFormed.test(correlationId))
    throw fail('InvalidInput', {
      message: `The header X-Correlation-ID is malformed: expected ${correlationIdLengthMin} to ${correlationIdLengthMax} characters of letters, digits, '_' and '-', got '${correlationId.slice(0, 100)}' with ${correlationId.length} characters.`,
    });
};
