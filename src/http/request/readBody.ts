import { limits } from '../../config/limits.js';
import type { Config } from '../../config/settings.js';
import { fail } from '../../errors/ApiError.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { Route } from '../routing/Route.js';
import { bodyDecoder } from './bodyEncoding.js';
import type { RequestContext } from './RequestContext.js';

const bytesMaxOf = ({ bodyBytesMax }: Config, { body, verb, own = false, hasSession = false }: Route): number => {
  if (body === 'form' || hasSession) return limits.formBytesMax;
  const mayComeFromVisitor = own || verb === 'graphql' || verb === 'indexerGraphql';
  return mayComeFromVisitor ? Math.min(bodyBytesMax, limits.visitorBodyBytesMax) : bodyBytesMax;
};

/** A chunked body tells its length with its last byte only, which is not waited for. */
const tooLarge = (bytesMax: number, { head: { contentLength } }: Exchange) =>
  fail('RequestBodyTooLarge', { bytesMax, detail: contentLength === '' ? undefined : `: it has ${contentLength}` });

/**
 * Stage 7: resolves to the decoded body; rejects as soon as it exceeds its limit. Never settles if the client closed the
 * connection or was answered. Throws at once for an encoding that is not decoded: a promise may have no receiver yet.
 */
export const readBody = ({ config }: RequestContext, exchange: Exchange, route: Route): Promise<Uint8Array> => {
  const bytesMax = bytesMaxOf(config, route);
  const decode = bodyDecoder(exchange.head);
  return new Promise((resolve, reject) => {
    exchange.readBody(bytesMax, received => {
      if (received === undefined) return reject(tooLarge(bytesMax, exchange));
      exchange.bodyBytes = received.length;
      resolve(decode === undefined ? received : decode(received, bytesMax));
    });
  });
};
