import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { Route } from '../routing/Route.js';
import type { RequestContext } from './RequestContext.js';

/**
 * Stage 7: resolves to the body; rejects as soon as it exceeds its limit. Never settles if the client closed the
 * connection or was answered.
 */
export const readBody = ({ config }: RequestContext, exchange: Exchange, { body }: Route): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const bytesMax = body === 'form' ? limits.formBytesMax : config.bodyBytesMax;
    exchange.readBody(bytesMax, received => {
      if (received === undefined) return reject(fail('RequestBodyTooLarge', { bytesMax }));
      exchange.bodyBytes = received.length;
      resolve(received);
    });
  });
