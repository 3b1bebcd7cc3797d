import { isIP } from 'node:net';
import type { Config } from '../../config/settings.js';
import type { SessionCall } from '../../console/ConsoleCall.js';
import { sessionTokenIn } from '../../console/sessionCookie.js';
import { fail } from '../../errors/ApiError.js';
import type { Exchange } from '../exchange/Exchange.js';
import { assertOwnOrigin, isReachedOverTls } from './assertOwnOrigin.js';

/** The address of the client: behind a proxy the one that the proxy adds last, otherwise that of the connection. */
export const remoteAddressOf = ({ behindTlsProxy }: Pick<Config, 'behindTlsProxy'>, exchange: Exchange): string => {
  const forwarded = behindTlsProxy ? (exchange.head.forwardedFor.split(',').at(-1)?.trim() ?? '') : '';
  return isIP(forwarded) === 0 ? exchange.remoteAddress() : forwarded;
};

/**
 * The session of a request of the administration console. A browser sends its cookie by itself, so a request that may
 * change something must come from a page of this server: browsers name the origin of such requests.
 */
export const consoleSession = (config: Config, exchange: Exchange): SessionCall => {
  const { head } = exchange;
  const isSecure = isReachedOverTls(config);
  const token = sessionTokenIn(head.cookie, isSecure);
  if (head.method !== 'GET' && head.method !== 'HEAD') {
    const reason = 'these requests are sent by pages of the server itself only';
    if (token !== undefined && head.origin === '') throw fail('OriginNotAllowed', { origin: '', reason });
    assertOwnOrigin(config, head, reason);
  }
  return { token, isSecure, remoteAddress: remoteAddressOf(config, exchange) };
};
