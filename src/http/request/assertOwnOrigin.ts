import type { Config } from '../../config/settings.js';
import { fail } from '../../errors/ApiError.js';
import type { RequestHead } from '../exchange/Exchange.js';

/** Whether browsers reach this server over TLS: its own, or that of a proxy. */
export const isReachedOverTls = ({ tlsCertFile, behindTlsProxy }: Pick<Config, 'tlsCertFile' | 'behindTlsProxy'>) =>
  tlsCertFile !== '' || behindTlsProxy;

/**
 * Refuses the request of a page of another origin: it would make a browser work with the cookie or the token of
 * somebody else. Another scheme is another origin (RFC 6454, section 4). Programs send no Origin; a proxy may have
 * changed Host, so the names of API_HOSTS count, too.
 */
export const assertOwnOrigin = (
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
