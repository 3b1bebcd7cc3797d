import { limits } from '../../base/config/limits.js';
import type { Config } from '../../base/config/settings.js';
import { fail, invalidInput } from '../../base/errors/ApiError.js';
import { assertCorrelationId, type RequestHead, type Exchange } from '../exchange/Exchange.js';
import { isIP } from 'node:net';
import type { SessionCall } from '../../operations/console/ConsoleCall.js';
import { sessionTokenIn } from '../../operations/console/sessionCookie.js';

/** Tells whether the proxy received plain HTTP (GEN018); of several proxies the first faces the client. */
export const isPlainHttpBehindProxy = ({ behindTlsProxy }: Config, { forwardedProto }: RequestHead): boolean =>
  behindTlsProxy !== false && forwardedProto.split(',', 1)[0]?.trim().toLowerCase() === 'http';

const { externalUserIdLengthMax } = limits;
const nonAscii = /[^ -~\t]/;

/**
 * The id is stored with every resource that the request changes. Only ASCII is accepted, as RFC 9110 (section 5.5)
 * recommends: uWebSockets.js cuts other bytes off at both ends of a header value.
 */
const assertExternalUserId = ({ externalUserId }: RequestHead): void => {
  if (externalUserId.length > externalUserIdLengthMax)
    throw invalidInput(
      `The header X-External-User-ID has ${externalUserId.length} characters; ` +
        `expected at most ${externalUserIdLengthMax}.`,
    );
  if (nonAscii.test(externalUserId))
    throw invalidInput('The header X-External-User-ID has a character that is not ASCII; expected it percent-encoded.');
};

/** Stage 2: refuses heads that are too long, malformed or ambiguous, whatever they ask for (LIM001 to LIM005). */
export const checkHead = ({ headerBytesMax }: Config, head: RequestHead): void => {
  assertCorrelationId(head);
  assertExternalUserId(head);
  if (head.bytes > headerBytesMax)
    throw fail('RequestHeadersTooLarge', { bytes: head.bytes, bytesMax: headerBytesMax });
  if (head.upgrade !== '') throw invalidInput('Requests with an Upgrade header are not served; expected none.');
  if (head.isAmbiguous)
    throw invalidInput(
      'One of the headers Authorization, Content-Length, Host and Transfer-Encoding is given twice, ' +
        'or Content-Length or Transfer-Encoding is empty; expected once, with a value.',
    );
  // The library treats every other coding as chunked, also those that a proxy may not decode.
  if (head.transferEncoding !== '' && head.transferEncoding !== 'chunked')
    throw invalidInput(
      `The header Transfer-Encoding is '${head.transferEncoding.slice(0, 100)}'; expected chunked or none.`,
    );
};

/** Tells whether browsers reach this server over TLS: its own, or that of a proxy. */
const isReachedOverTls = ({ tlsCertFile, behindTlsProxy }: Pick<Config, 'tlsCertFile' | 'behindTlsProxy'>) =>
  tlsCertFile !== '' || behindTlsProxy !== false;

/**
 * Refuses the request of a page of another origin: it would make a browser use the cookie or the token of its own
 * user. Another scheme is another origin (RFC 6454, section 4). Programs send no Origin; a proxy may have
 * changed Host, so the names of API_HOSTS count, too.
 */
const assertOwnOrigin = (
  config: Pick<Config, 'apiHosts' | 'tlsCertFile' | 'behindTlsProxy'>,
  { origin, host }: Pick<RequestHead, 'origin' | 'host'>,
  reason: string,
): void => {
  if (origin === '') return;
  const { protocol, host: originHost, hostname } = URL.canParse(origin) ? new URL(origin) : new URL('null:');
  const refusal = (why: string) => fail('OriginNotAllowed', { origin: origin.slice(0, 200), reason: why });
  const isOwnHost = [host.toLowerCase(), ...config.apiHosts].some(name => name === originHost || name === hostname);
  if (!isOwnHost || originHost === '') throw refusal(reason);
  if (protocol === (isReachedOverTls(config) ? 'https:' : 'http:')) return;
  throw refusal(
    protocol === 'https:'
      ? 'this server is reached without TLS; where a proxy terminates TLS, set BEHIND_TLS_PROXY=true'
      : reason,
  );
};

/** The address of the client: behind a proxy the one that the proxy adds last, otherwise that of the connection. */
export const remoteAddressOf = ({ behindTlsProxy }: Pick<Config, 'behindTlsProxy'>, exchange: Exchange): string => {
  const forwarded = behindTlsProxy !== false ? (exchange.head.forwardedFor.split(',').at(-1)?.trim() ?? '') : '';
  return isIP(forwarded) === 0 ? exchange.remoteAddress() : forwarded;
};

/**
 * Returns the session of a request of the administration console. A browser sends its cookie by itself, so a request
 * that may change something must come from a page of this server: browsers name the origin of such requests.
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
